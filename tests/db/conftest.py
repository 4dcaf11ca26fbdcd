"""These tests run on SQLite and on PostgreSQL; each test has its own database."""

from tests.support.db.fixtures import (
    db,
    empty_url,
    postgres_server,
    server,
    server_url,
    sqlite_server,
    url,
)

__all__ = ["db", "empty_url", "postgres_server", "server", "server_url", "sqlite_server", "url"]
