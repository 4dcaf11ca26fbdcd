#!/usr/bin/env bash
# Runs the commands of docs/operating.md on a real Docker engine, as root, on a Debian machine. The engine, its
# plugins and stand-ins for the base images come from Debian's packages.
#   deploy/prove-docker.sh [FOLDER]     (8 GB and half an hour; it keeps FOLDER, so a second run is quicker)
set -euo pipefail
cd "$(dirname "$0")/.."
[ "$(id -u)" = 0 ] || { echo "######## NOT PROVEN: this needs root, for an engine. ########" >&2; exit 3; }
missing=()
for program in dockerd debootstrap setcap iptables; do
  command -v "$program" >/dev/null || missing+=("$(echo "$program" | sed 's/dockerd/docker.io/; s/setcap/libcap2-bin/')")
done
if [ ${#missing[@]} -gt 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
fi
exec .venv/bin/python -m tests.deploy.prove_docker "${1:-/var/tmp/guangan-docker}"
