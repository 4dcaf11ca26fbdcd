"""Tables about people beside ``players``: their recovery codes, and what the operator forbids them."""

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.db.tables.models import Base


class RecoveryCode(Base):
    """The one code that opens a player's account from another device; only its SHA-256 is kept."""

    __tablename__ = "recovery_codes"

    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    code_hash: Mapped[str] = mapped_column(unique=True)
    created_at: Mapped[int]


class Restriction(Base):
    """What a player may not do: come in at all (banned), or choose what he is called (muted)."""

    __tablename__ = "restrictions"
    __table_args__ = (CheckConstraint("banned_at IS NOT NULL OR muted_at IS NOT NULL", name="something"),)

    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), primary_key=True)
    banned_at: Mapped[int | None]
    muted_at: Mapped[int | None]
    reason: Mapped[str]
