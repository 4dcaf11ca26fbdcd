# syntax=docker/dockerfile:1
# Every base image exists for amd64 and arm64. `docker build .` builds the last stage.

# The client is the same for every architecture, so the builder builds it without emulation.
FROM --platform=$BUILDPLATFORM node:22-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY web ./
RUN npm run build

FROM python:3.11-slim-bookworm AS packages
WORKDIR /src
COPY requirements/runtime.txt requirements/
RUN python -m venv --without-pip /opt/venv \
    && python -m pip --python /opt/venv/bin/python install --no-cache-dir --disable-pip-version-check \
       --require-hashes --only-binary :all: -r requirements/runtime.txt

FROM caddy:2.11-alpine AS proxy
COPY deploy/Caddyfile /etc/caddy/Caddyfile
# Caddy listens on ports above 1023, so it needs no capability. A program file with capabilities
# does not start in a container that has none, so we remove them.
RUN caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile \
    && setcap -r /usr/bin/caddy \
    && chown -R 10002:10002 /config /data
# Caddy needs a home folder. This user has none, because /etc/passwd does not list it.
ENV HOME=/config
USER 10002:10002
EXPOSE 8080 8443 8443/udp
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]

FROM python:3.11-slim-bookworm AS app
ENV PATH=/opt/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 DATA_DIR=/srv/data HOST=0.0.0.0 PORT=8000
WORKDIR /srv
RUN install -d -o 10001 -g 10001 /srv/data
COPY --from=packages /opt/venv /opt/venv
COPY LICENSE NOTICE ./
COPY migrations ./migrations
COPY app ./app
RUN python -m compileall -q app migrations
COPY --from=web /src/web/dist ./web/dist
USER 10001:10001
EXPOSE 8000 9100
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
STOPSIGNAL SIGTERM
CMD ["python", "-m", "app", "serve"]
