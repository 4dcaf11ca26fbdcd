"""SQL: who plays, which rooms there are, and what every finished hand paid. SQLite or PostgreSQL."""

from app.db.checks import check_database
from app.db.database import Database, ReadTx, WriteTx
from app.db.errors import CodeTaken, ConstraintViolated, DatabaseError, DatabaseUnavailable
from app.db.migrate import migrate

__all__ = [
    "CodeTaken",
    "ConstraintViolated",
    "Database",
    "DatabaseError",
    "DatabaseUnavailable",
    "ReadTx",
    "WriteTx",
    "check_database",
    "migrate",
]
