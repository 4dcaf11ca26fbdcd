"""A player has a seat in at most one open room; a closed account is marked; a probe can be written."""

import sqlalchemy as sa
from alembic import op

revision: str = "0005"
down_revision: str | None = "0004"
branch_labels: str | None = None
depends_on: str | None = None

_NEWEST_OPEN_ROOM = """
INSERT INTO player_rooms (player_id, room_id, since)
SELECT player_id, room_id, created_at FROM (
    SELECT m.player_id, m.room_id, r.created_at,
           ROW_NUMBER() OVER (PARTITION BY m.player_id ORDER BY r.created_at DESC, r.id) AS place
    FROM room_members m JOIN rooms r ON r.id = m.room_id
    WHERE r.status = 'open' AND m.player_id IS NOT NULL AND NOT m.has_left
) AS seats WHERE place = 1
"""
_CLOSED_ACCOUNTS = """
UPDATE players SET closed_at = last_seen
WHERE name = '已注销'
  AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.player_id = players.id)
  AND NOT EXISTS (SELECT 1 FROM recovery_codes c WHERE c.player_id = players.id)
"""


def upgrade() -> None:
    """Create the tables, with the seats of open rooms, and mark accounts that were deleted or merged."""
    op.add_column("players", sa.Column("closed_at", sa.BigInteger(), nullable=True))
    op.create_table(
        "player_rooms",
        sa.Column("player_id", sa.Text(), nullable=False),
        sa.Column("room_id", sa.Text(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_player_rooms_player_id", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["rooms.id"], name="fk_player_rooms_room_id", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("player_id", name="pk_player_rooms"),
    )
    op.create_index("ix_player_rooms_room_id", "player_rooms", ["room_id"])
    op.create_table(
        "probes",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_probes"),
    )
    op.execute(_NEWEST_OPEN_ROOM)
    op.execute(_CLOSED_ACCOUNTS)


def downgrade() -> None:
    """Drop them. Nothing is lost: the members of the open rooms say who sits where."""
    op.drop_table("probes")
    op.drop_table("player_rooms")
    op.drop_column("players", "closed_at")
