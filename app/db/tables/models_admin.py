"""Tables of the operators (accounts, sessions, log, notices), and keys of the server."""

from sqlalchemy import CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from app.db.tables.models import Base


class Admin(Base):
    """An operator. ``totp_step``: newest time step whose code was used, so that no code works twice."""

    __tablename__ = "admins"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(unique=True)
    password: Mapped[str]
    totp_secret: Mapped[str | None]
    totp_step: Mapped[int]
    created_at: Mapped[int]


class AdminSession(Base):
    """A session of the console. ``id_hash``: hash of its token."""

    __tablename__ = "admin_sessions"
    __table_args__ = (CheckConstraint("expires_at > created_at", name="lifetime"),)

    id_hash: Mapped[str] = mapped_column(primary_key=True)
    admin_id: Mapped[str] = mapped_column(ForeignKey("admins.id", ondelete="CASCADE"), index=True)
    created_at: Mapped[int]
    expires_at: Mapped[int]


class AdminAct(Base):
    """An act of an operator, never changed. ``target``: id of a player or room, or empty."""

    __tablename__ = "audit_log"

    id: Mapped[str] = mapped_column(primary_key=True)
    admin_id: Mapped[str] = mapped_column(ForeignKey("admins.id"))
    act: Mapped[str]
    target: Mapped[str]
    detail: Mapped[dict[str, object]]
    created_at: Mapped[int] = mapped_column(index=True)


class Notice(Base):
    """A setting for the whole server. ``key``: ``announcement`` or ``drain``."""

    __tablename__ = "notices"

    key: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
    updated_at: Mapped[int]


class Probe(Base):
    """A row that each worker writes to learn whether the database takes writes. ``at``: server ms."""

    __tablename__ = "probes"

    name: Mapped[str] = mapped_column(primary_key=True)
    at: Mapped[int]


class ServerKey(Base):
    """A secret of the server, in hex, created at first use."""

    __tablename__ = "server_keys"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]
    created_at: Mapped[int]
