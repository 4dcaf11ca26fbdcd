#!/usr/bin/env bash
# Does what Docker would do with Dockerfile and docker-compose.yml, on a Debian machine without Docker, as root:
# every step in a clean root, then two replicas behind the proxy, and a hand played through it.
#   deploy/prove.sh [FOLDER]     (3 GB and ten minutes; FOLDER is kept, and a second run is quicker)
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
# mounts are seen by nobody else, and are gone with the script
exec unshare --mount --propagation private .venv/bin/python -m tests.deploy.prove "${1:-/var/tmp/guangan-prove}"
