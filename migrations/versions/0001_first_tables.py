"""First tables: players, sessions, rooms and the ledger of hands."""

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | None = None
depends_on: str | None = None


def upgrade() -> None:
    """Create the tables of this revision."""
    _make_people()
    _make_rooms()
    _make_members()
    _make_hands()
    _make_seats_and_transfers()
    _make_receipts_and_logs()


def downgrade() -> None:
    """Drop all tables."""
    for table in (
        "hand_logs",
        "hand_wins",
        "hand_transfers",
        "hand_seats",
        "hands",
        "room_members",
        "rooms",
        "sessions",
        "players",
    ):
        op.drop_table(table)


def _hand_key() -> tuple[sa.Column[str], sa.Column[int], sa.Column[int]]:
    return (
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("match", sa.BigInteger(), nullable=False),
        sa.Column("hand", sa.BigInteger(), nullable=False),
    )


def _of_a_hand(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["room_id", "match", "hand"],
        ["hands.room_id", "hands.match", "hands.hand"],
        name=f"fk_{table}_room_id_match_hand",
    )


def _make_people() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("last_seen", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_table(
        "sessions",
        sa.Column("id_hash", sa.Text(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("revoked_at", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("kind IN ('cookie', 'bearer')", name=op.f("ck_sessions_kind")),
        sa.CheckConstraint("expires_at > created_at", name=op.f("ck_sessions_lifetime")),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_sessions_player_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id_hash", name="pk_sessions"),
    )
    op.create_index("ix_sessions_player_id", "sessions", ["player_id"])


def _make_rooms() -> None:
    op.create_table(
        "rooms",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("owner_id", sa.Text(), nullable=False),
        sa.Column("owner_slot", sa.BigInteger(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("epoch", sa.BigInteger(), nullable=False),
        sa.Column("match", sa.BigInteger(), nullable=False),
        sa.Column("roster_order", sa.BigInteger(), nullable=False),
        sa.Column("create_key", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("closed_at", sa.BigInteger(), nullable=True),
        sa.Column("close_reason", sa.Text(), nullable=True),
        sa.CheckConstraint("(status = 'closed') = (closed_at IS NOT NULL)", name=op.f("ck_rooms_closed")),
        sa.CheckConstraint("status IN ('open', 'closed')", name=op.f("ck_rooms_status")),
        sa.CheckConstraint("epoch >= 1 AND match >= 0 AND roster_order >= 0", name=op.f("ck_rooms_counters")),
        sa.ForeignKeyConstraint(["owner_id"], ["players.id"], name="fk_rooms_owner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_rooms"),
        sa.UniqueConstraint("owner_id", "create_key", name="uq_rooms_owner_id_create_key"),
    )
    op.create_index("ix_rooms_status_created_at", "rooms", ["status", "created_at"])
    op.create_index(
        "uq_rooms_open_code",
        "rooms",
        ["code"],
        unique=True,
        sqlite_where=sa.text("status = 'open'"),
        postgresql_where=sa.text("status = 'open'"),
    )


def _make_members() -> None:
    op.create_table(
        "room_members",
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("slot", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("has_left", sa.Boolean(), nullable=False),
        sa.CheckConstraint("is_bot = (player_id IS NULL)", name=op.f("ck_room_members_bot")),
        sa.CheckConstraint(
            "slot BETWEEN 0 AND 3 AND seat BETWEEN 0 AND 3", name=op.f("ck_room_members_place")
        ),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_room_members_player_id"),
        sa.ForeignKeyConstraint(
            ["room_id"], ["rooms.id"], name="fk_room_members_room_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("room_id", "slot", name="pk_room_members"),
        sa.UniqueConstraint("room_id", "player_id", name="uq_room_members_room_id_player_id"),
    )
    op.create_index("ix_room_members_player_id", "room_members", ["player_id"])


def _make_hands() -> None:
    op.create_table(
        "hands",
        *_hand_key(),
        sa.Column("players", sa.BigInteger(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("dealer", sa.BigInteger(), nullable=False),
        sa.Column("next_dealer", sa.BigInteger(), nullable=False),
        sa.Column("exhausted", sa.Boolean(), nullable=False),
        sa.Column("d0", sa.BigInteger(), nullable=False),
        sa.Column("d1", sa.BigInteger(), nullable=False),
        sa.Column("d2", sa.BigInteger(), nullable=False),
        sa.Column("d3", sa.BigInteger(), nullable=False),
        sa.Column("server_seed", sa.Text(), nullable=False),
        sa.Column("client_seeds", sa.JSON(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("payload_hash", sa.Text(), nullable=False),
        sa.Column("ended_at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "(players >= 3 OR d2 = 0) AND (players >= 4 OR d3 = 0)", name=op.f("ck_hands_unused_seats")
        ),
        sa.CheckConstraint("d0 + d1 + d2 + d3 = 0", name=op.f("ck_hands_balance")),
        sa.CheckConstraint(
            "d0 = CAST(d0 AS BIGINT) AND d1 = CAST(d1 AS BIGINT)"
            " AND d2 = CAST(d2 AS BIGINT) AND d3 = CAST(d3 AS BIGINT)",
            name=op.f("ck_hands_whole_ke"),
        ),
        sa.CheckConstraint(
            "dealer >= 0 AND dealer < players AND next_dealer >= 0 AND next_dealer < players",
            name=op.f("ck_hands_dealer"),
        ),
        sa.CheckConstraint("match >= 1 AND hand >= 1", name=op.f("ck_hands_number")),
        sa.CheckConstraint("players BETWEEN 2 AND 4", name=op.f("ck_hands_players")),
        sa.ForeignKeyConstraint(["room_id"], ["rooms.id"], name="fk_hands_room_id"),
        sa.PrimaryKeyConstraint("room_id", "match", "hand", name="pk_hands"),
    )


def _make_seats_and_transfers() -> None:
    op.create_table(
        "hand_seats",
        *_hand_key(),
        sa.Column("seat", sa.BigInteger(), nullable=False),
        sa.Column("player_id", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("delta", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("seat BETWEEN 0 AND 3", name=op.f("ck_hand_seats_seat")),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_hand_seats_player_id"),
        _of_a_hand("hand_seats"),
        sa.PrimaryKeyConstraint("room_id", "match", "hand", "seat", name="pk_hand_seats"),
    )
    op.create_index("ix_hand_seats_player_id", "hand_seats", ["player_id"])
    op.create_table(
        "hand_transfers",
        *_hand_key(),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("payer", sa.BigInteger(), nullable=False),
        sa.Column("payee", sa.BigInteger(), nullable=False),
        sa.Column("ke", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.CheckConstraint("ke > 0 AND ke = CAST(ke AS BIGINT)", name=op.f("ck_hand_transfers_ke")),
        sa.CheckConstraint("payer <> payee", name=op.f("ck_hand_transfers_two_seats")),
        sa.CheckConstraint(
            "payer BETWEEN 0 AND 3 AND payee BETWEEN 0 AND 3", name=op.f("ck_hand_transfers_seats")
        ),
        _of_a_hand("hand_transfers"),
        sa.PrimaryKeyConstraint("room_id", "match", "hand", "line", name="pk_hand_transfers"),
    )


def _make_receipts_and_logs() -> None:
    op.create_table(
        "hand_wins",
        *_hand_key(),
        sa.Column("line", sa.BigInteger(), nullable=False),
        sa.Column("receipt", sa.JSON(), nullable=False),
        _of_a_hand("hand_wins"),
        sa.PrimaryKeyConstraint("room_id", "match", "hand", "line", name="pk_hand_wins"),
    )
    op.create_table(
        "hand_logs",
        *_hand_key(),
        sa.Column("log", sa.LargeBinary(), nullable=False),
        _of_a_hand("hand_logs"),
        sa.PrimaryKeyConstraint("room_id", "match", "hand", name="pk_hand_logs"),
    )
