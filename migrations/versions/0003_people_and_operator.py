"""Recovery codes, restrictions, names of sessions, and the operator's console."""

import sqlalchemy as sa
from alembic import op

revision: str = "0003"
down_revision: str | None = "0002"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Create the tables and the column of this revision."""
    op.add_column("sessions", sa.Column("name", sa.Text(), nullable=True))
    _make_people()
    _make_admins()
    op.create_table(
        "notices",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_notices"),
    )


def downgrade() -> None:
    """Drop them. Recovery codes, restrictions, operators, their log and notices are lost."""
    for table in ("notices", "audit_log", "admin_sessions", "admins", "restrictions", "recovery_codes"):
        op.drop_table(table)
    op.drop_column("sessions", "name")


def _make_people() -> None:
    op.create_table(
        "recovery_codes",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("code_hash", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_recovery_codes_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", name="pk_recovery_codes"),
        sa.UniqueConstraint("code_hash", name="uq_recovery_codes_code_hash"),
    )
    op.create_table(
        "restrictions",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("banned_at", sa.BigInteger(), nullable=True),
        sa.Column("muted_at", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "banned_at IS NOT NULL OR muted_at IS NOT NULL", name=op.f("ck_restrictions_something")
        ),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_restrictions_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", name="pk_restrictions"),
    )


def _make_admins() -> None:
    op.create_table(
        "admins",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("totp_secret", sa.Text(), nullable=True),
        sa.Column("totp_step", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_admins"),
        sa.UniqueConstraint("name", name="uq_admins_name"),
    )
    op.create_table(
        "admin_sessions",
        sa.Column("id_hash", sa.Text(), nullable=False),
        sa.Column("admin_id", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("expires_at > created_at", name=op.f("ck_admin_sessions_lifetime")),
        sa.ForeignKeyConstraint(
            ["admin_id"], ["admins.id"], name="fk_admin_sessions_admin_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id_hash", name="pk_admin_sessions"),
    )
    op.create_index("ix_admin_sessions_admin_id", "admin_sessions", ["admin_id"])
    op.create_table(
        "audit_log",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("admin_id", sa.Text(), nullable=False),
        sa.Column("act", sa.Text(), nullable=False),
        sa.Column("target", sa.Text(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["admin_id"], ["admins.id"], name="fk_audit_log_admin_id"),
        sa.PrimaryKeyConstraint("id", name="pk_audit_log"),
    )
    op.create_index("ix_audit_log_created_at", "audit_log", ["created_at"])
