"""The SQL database, SQLite or PostgreSQL: players, rooms, finished hands, room cards and operators.

- `engine`: URLs, connections, transactions, errors and migrations.
- `tables`: the tables, and an insert that leaves an existing row alone.
- `hands`: rooms, finished hands and their history.
- `cards`: the double-entry ledger of room cards.
- `people`: players, sessions, accounts and restrictions.
- `operators`: operators, their log, announcements and keys of the server.
- `audit`: checks of all cards and hands. `backup`: the database as one file. `retention`: old rows.
"""

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
