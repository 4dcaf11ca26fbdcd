"""Backup: the whole database as one file, and back. The file is the same for SQLite and PostgreSQL."""

from app.db.backup.contents import BackupUnusable, Header
from app.db.backup.dump import write_backup
from app.db.backup.load import ensure_empty, require_known, restore_backup
from app.db.backup.verify import Verified, verify_backup

__all__ = [
    "BackupUnusable",
    "Header",
    "Verified",
    "ensure_empty",
    "require_known",
    "restore_backup",
    "verify_backup",
    "write_backup",
]
