"""Tables of recovery codes, restrictions and open rooms of players."""

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.db.tables.models import Base


class RecoveryCode(Base):
    """The recovery code of a player's account. ``code_hash``: its SHA-256."""

    __tablename__ = "recovery_codes"

    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    code_hash: Mapped[str] = mapped_column(unique=True)
    created_at: Mapped[int]


class Restriction(Base):
    """Restrictions of a player: banned (cannot sign in) or muted (cannot choose a name)."""

    __tablename__ = "restrictions"
    __table_args__ = (CheckConstraint("banned_at IS NOT NULL OR muted_at IS NOT NULL", name="something"),)

    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    banned_at: Mapped[int | None]
    muted_at: Mapped[int | None]
    reason: Mapped[str]


class PlayerRoom(Base):
    """The open room in which a player has a seat, or is about to take one.

    The key allows one room a player.
    """

    __tablename__ = "player_rooms"

    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    room_id: Mapped[str] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), index=True)
    since: Mapped[int]
