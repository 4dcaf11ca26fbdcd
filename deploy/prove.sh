#!/usr/bin/env bash
# Tries Dockerfile and docker-compose.yml on a Debian machine without Docker, as root. It runs every step in a
# clean root, starts two replicas behind the proxy, and plays a hand through the proxy.
#   deploy/prove.sh [FOLDER]     (3 GB and ten minutes; it keeps FOLDER, so a second run is quicker)
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "This needs root, for chroot and mounts." >&2; exit 2; }
missing=()
for program in caddy debootstrap setcap; do
  command -v "$program" >/dev/null || missing+=("${program/setcap/libcap2-bin}")
done
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
# in its own mount namespace: other processes do not see the mounts, and they vanish when the script ends
exec unshare --mount --propagation private .venv/bin/python -m tests.deploy.prove "${1:-/var/tmp/guangan-prove}"
