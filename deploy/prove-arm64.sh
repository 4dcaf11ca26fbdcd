#!/usr/bin/env bash
# Tries the locked packages and the app for arm64 under emulation, on an amd64 Debian machine. It runs the
# migrations, starts a server, plays a hand and checks that the hand is booked.
#   deploy/prove-arm64.sh [FOLDER]     (300 MB and three minutes)
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "This needs root, to install a root file system for arm64." >&2; exit 2; }
missing=()
command -v mmdebstrap >/dev/null || missing+=(mmdebstrap)
command -v qemu-aarch64-static >/dev/null || missing+=(qemu-user-static)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
exec .venv/bin/python -m tests.deploy.prove_arm64 "${1:-/var/tmp/guangan-arm64}"
