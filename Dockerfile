# syntax=docker/dockerfile:1
# Every base exists for amd64 and arm64. The last stage is what `docker build .` makes.

# The client is the same on every machine, so it is built on the builder's own kind.
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
# Its ports are above 1023, so it needs no capability, and could not be started without one if it had any.
RUN caddy validate --config /etc/caddy/Caddyfile --adapter caddyfile \
    && setcap -r /usr/bin/caddy \
    && chown -R 10002:10002 /config /data
# This user is in no list of users, so it has no home unless it is given one, and Caddy asks for one.
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
