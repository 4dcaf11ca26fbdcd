"""SQL: who plays, which rooms there are, and what every finished hand paid. SQLite or PostgreSQL."""

from app.db.engine.checks import check_database
from app.db.engine.database import Database, ReadTx, WriteTx
from app.db.engine.errors import CodeTaken, ConstraintViolated, DatabaseError, DatabaseUnavailable
from app.db.engine.migrate import check_revision, migrate
from app.db.tables import models_admin, models_people

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
