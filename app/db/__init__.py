"""SQL: who plays, which rooms there are, and what every finished hand paid. SQLite or PostgreSQL."""

from app.db import models_admin, models_people
from app.db.checks import check_database
from app.db.database import Database, ReadTx, WriteTx
from app.db.errors import CodeTaken, ConstraintViolated, DatabaseError, DatabaseUnavailable
from app.db.migrate import check_revision, migrate

__all__ = [
    "CodeTaken",
    "ConstraintViolated",
    "Database",
    "DatabaseError",
    "DatabaseUnavailable",
    "ReadTx",
    "WriteTx",
    "check_database",
    "check_revision",
    "migrate",
    "models_admin",
    "models_people",
]
