#!/usr/bin/env bash
# The locked packages and the app on arm64, under emulation, on an amd64 Debian machine: migrations, a server,
# and a hand played and booked.
#   deploy/prove-arm64.sh [FOLDER]     (300 MB and three minutes)
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "This needs root, to make a root for the other machine." >&2; exit 2; }
missing=()
command -v mmdebstrap >/dev/null || missing+=(mmdebstrap)
command -v qemu-aarch64-static >/dev/null || missing+=(qemu-user-static)
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
exec .venv/bin/python -m tests.deploy.prove_arm64 "${1:-/var/tmp/guangan-arm64}"
