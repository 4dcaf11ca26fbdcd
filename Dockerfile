# syntax=docker/dockerfile:1
FROM node:20-bookworm-slim AS web
WORKDIR /src/web
COPY web/package.json web/package-lock.json web/.npmrc ./
RUN npm ci --no-audit --no-fund
COPY web ./
RUN npm run build

FROM python:3.12-slim-bookworm AS python
WORKDIR /src
COPY requirements/runtime.txt requirements/
RUN python -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements/runtime.txt

FROM python:3.12-slim-bookworm
RUN useradd --system --uid 10001 --home-dir /srv --shell /usr/sbin/nologin guangan \
    && install -d -o guangan /srv/data
ENV PATH=/opt/venv/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 DATA_DIR=/srv/data HOST=0.0.0.0 PORT=8000
WORKDIR /srv
COPY --from=python /opt/venv /opt/venv
COPY LICENSE NOTICE ./
COPY migrations ./migrations
COPY app ./app
COPY --from=web /src/web/dist ./web/dist
USER guangan
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/readyz', timeout=2)"]
STOPSIGNAL SIGTERM
CMD ["python", "-m", "app", "serve"]
