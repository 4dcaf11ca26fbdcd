"""Room cards: accounts and transfers."""

import sqlalchemy as sa
from alembic import op

revision: str = "0002"
down_revision: str | None = "0001"
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Create the tables of this revision. Rooms that are open now cost nothing."""
    _make_accounts()
    _make_transfers()


def downgrade() -> None:
    """Drop the tables of this revision. All cards are lost."""
    op.drop_table("card_transfers")
    op.drop_table("card_accounts")


def _make_accounts() -> None:
    op.create_table(
        "card_accounts",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("available", sa.BigInteger(), nullable=False),
        sa.Column("held", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "id IN ('mint', 'burn') OR substr(id, 1, 7) = 'player:'", name=op.f("ck_card_accounts_name")
        ),
        sa.CheckConstraint(
            "held >= 0 AND (available >= 0 OR id = 'mint')", name=op.f("ck_card_accounts_never_negative")
        ),
        sa.CheckConstraint("held = 0 OR substr(id, 1, 7) = 'player:'", name=op.f("ck_card_accounts_holder")),
        sa.CheckConstraint(
            "available = CAST(available AS BIGINT) AND held = CAST(held AS BIGINT)",
            name=op.f("ck_card_accounts_whole_cards"),
        ),
        sa.PrimaryKeyConstraint("id", name="pk_card_accounts"),
    )


def _make_transfers() -> None:
    op.create_table(
        "card_transfers",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("debit", sa.Text(), nullable=False),
        sa.Column("credit", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("pending_id", sa.Text(), nullable=True),
        sa.Column("room", sa.Text(), nullable=True),
        sa.Column("match", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        *_transfer_checks(),
        sa.ForeignKeyConstraint(["debit"], ["card_accounts.id"], name="fk_card_transfers_debit"),
        sa.ForeignKeyConstraint(["credit"], ["card_accounts.id"], name="fk_card_transfers_credit"),
        sa.ForeignKeyConstraint(["pending_id"], ["card_transfers.id"], name="fk_card_transfers_pending_id"),
        sa.PrimaryKeyConstraint("id", name="pk_card_transfers"),
    )
    op.create_index("uq_card_transfers_pending_id", "card_transfers", ["pending_id"], unique=True)
    for column in ("room", "debit", "credit"):
        op.create_index(f"ix_card_transfers_{column}", "card_transfers", [column])


def _transfer_checks() -> tuple[sa.CheckConstraint, ...]:
    checks = {
        "amount": "amount > 0 AND amount = CAST(amount AS BIGINT)",
        "two_accounts": "debit <> credit",
        "kind": "kind IN ('grant', 'take_back', 'hold', 'post', 'void')",
        "from_mint": "(kind = 'grant') = (debit = 'mint')",
        "to_mint": "(kind = 'take_back') = (credit = 'mint')",
        "to_burn": "(kind IN ('hold', 'post', 'void')) = (credit = 'burn')",
        "resolves": "(kind IN ('post', 'void')) = (pending_id IS NOT NULL)",
        "place": "(room IS NOT NULL) = (credit = 'burn') AND (match IS NOT NULL) = (credit = 'burn')",
    }
    return tuple(
        sa.CheckConstraint(text, name=op.f(f"ck_card_transfers_{name}")) for name, text in checks.items()
    )
