"""Tables of players, rooms, hands and cards. Times are server ms; 颗 and cards are whole numbers.

The classes only define tables: statements use SQLAlchemy Core, and the package returns records, not rows.
"""

from typing import ClassVar, Final

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    MetaData,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAMING: Final = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """Base of the tables. Tests compare ``Base.metadata`` with the migrations."""

    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map: ClassVar = {str: Text, int: BigInteger, bytes: LargeBinary, dict[str, object]: JSON}


def _of_a_hand() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["room_id", "match", "hand"], ["hands.room_id", "hands.match", "hands.hand"])


class Player(Base):
    """A player with a random id. ``closed_at``: when the account was deleted or merged into another."""

    __tablename__ = "players"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    created_at: Mapped[int]
    last_seen: Mapped[int]
    closed_at: Mapped[int | None]


class Session(Base):
    """A session of a player. ``id_hash``: SHA-256 of the token. ``name``: chosen by the player."""

    __tablename__ = "sessions"
    __table_args__ = (
        CheckConstraint("kind IN ('cookie', 'bearer')", name="kind"),
        CheckConstraint("expires_at > created_at", name="lifetime"),
    )

    id_hash: Mapped[str] = mapped_column(primary_key=True)
    player_id: Mapped[str] = mapped_column(ForeignKey("players.id", ondelete="CASCADE"), index=True)
    kind: Mapped[str]
    created_at: Mapped[int]
    expires_at: Mapped[int]
    revoked_at: Mapped[int | None]
    name: Mapped[str | None]


class RoomRow(Base):
    """A room. ``owner_id`` created it, safely repeated with ``create_key``; ``owner_slot`` runs it now."""

    __tablename__ = "rooms"
    __table_args__ = (
        UniqueConstraint("owner_id", "create_key"),
        CheckConstraint("status IN ('open', 'closed')", name="status"),
        CheckConstraint("(status = 'closed') = (closed_at IS NOT NULL)", name="closed"),
        CheckConstraint("epoch >= 1 AND match >= 0 AND roster_order >= 0", name="counters"),
        Index(
            "uq_rooms_open_code",
            "code",
            unique=True,
            sqlite_where=text("status = 'open'"),
            postgresql_where=text("status = 'open'"),
        ),
        Index(None, "status", "created_at"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    code: Mapped[str]
    owner_id: Mapped[str] = mapped_column(ForeignKey("players.id"))
    owner_slot: Mapped[int]
    preset: Mapped[str]
    options: Mapped[dict[str, object]]
    settings: Mapped[dict[str, object]]
    status: Mapped[str]
    epoch: Mapped[int]
    match: Mapped[int]
    roster_order: Mapped[int]
    create_key: Mapped[str]
    created_at: Mapped[int]
    closed_at: Mapped[int | None]
    close_reason: Mapped[str | None]


class RoomMember(Base):
    """A member of a room. A bot has no ``player_id``."""

    __tablename__ = "room_members"
    __table_args__ = (
        UniqueConstraint("room_id", "player_id"),
        CheckConstraint("slot BETWEEN 0 AND 3 AND seat BETWEEN 0 AND 3", name="place"),
        CheckConstraint("is_bot = (player_id IS NULL)", name="bot"),
    )

    room_id: Mapped[str] = mapped_column(ForeignKey("rooms.id", ondelete="CASCADE"), primary_key=True)
    slot: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int]
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id"), index=True)
    name: Mapped[str]
    is_bot: Mapped[bool]
    has_left: Mapped[bool]


class Hand(Base):
    """A finished hand. ``d0`` to ``d3``: 颗 per seat, in sum 0, and 0 for seats that do not exist."""

    __tablename__ = "hands"
    __table_args__ = (
        CheckConstraint("d0 + d1 + d2 + d3 = 0", name="balance"),
        # without this check SQLite stores fractions in integer columns
        CheckConstraint(
            " AND ".join(f"d{seat} = CAST(d{seat} AS BIGINT)" for seat in range(4)), name="whole_ke"
        ),
        CheckConstraint("(players >= 3 OR d2 = 0) AND (players >= 4 OR d3 = 0)", name="unused_seats"),
        CheckConstraint("players BETWEEN 2 AND 4", name="players"),
        CheckConstraint("match >= 1 AND hand >= 1", name="number"),
        CheckConstraint(
            "dealer >= 0 AND dealer < players AND next_dealer >= 0 AND next_dealer < players", name="dealer"
        ),
    )

    room_id: Mapped[str] = mapped_column(ForeignKey("rooms.id"), primary_key=True)
    match: Mapped[int] = mapped_column(primary_key=True)
    hand: Mapped[int] = mapped_column(primary_key=True)
    players: Mapped[int]
    preset: Mapped[str]
    options: Mapped[dict[str, object]]
    dealer: Mapped[int]
    next_dealer: Mapped[int]
    exhausted: Mapped[bool]
    d0: Mapped[int]
    d1: Mapped[int]
    d2: Mapped[int]
    d3: Mapped[int]
    server_seed: Mapped[str]
    client_seeds: Mapped[list[str]] = mapped_column(JSON)
    commitment: Mapped[str]
    payload_hash: Mapped[str]
    ended_at: Mapped[int]


class HandSeat(Base):
    """A seat of a hand: player, name during the hand, and ``delta`` in 颗."""

    __tablename__ = "hand_seats"
    __table_args__ = (_of_a_hand(), CheckConstraint("seat BETWEEN 0 AND 3", name="seat"))

    room_id: Mapped[str] = mapped_column(primary_key=True)
    match: Mapped[int] = mapped_column(primary_key=True)
    hand: Mapped[int] = mapped_column(primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    player_id: Mapped[str | None] = mapped_column(ForeignKey("players.id"), index=True)
    name: Mapped[str]
    delta: Mapped[int]


class HandTransfer(Base):
    """A payment from one seat to another in a hand. ``line``: order of the settlement. ``ke``: 颗."""

    __tablename__ = "hand_transfers"
    __table_args__ = (
        _of_a_hand(),
        CheckConstraint("ke > 0 AND ke = CAST(ke AS BIGINT)", name="ke"),
        CheckConstraint("payer <> payee", name="two_seats"),
        CheckConstraint("payer BETWEEN 0 AND 3 AND payee BETWEEN 0 AND 3", name="seats"),
    )

    room_id: Mapped[str] = mapped_column(primary_key=True)
    match: Mapped[int] = mapped_column(primary_key=True)
    hand: Mapped[int] = mapped_column(primary_key=True)
    line: Mapped[int] = mapped_column(primary_key=True)
    payer: Mapped[int]
    payee: Mapped[int]
    ke: Mapped[int]
    reason: Mapped[str]


class HandWin(Base):
    """A win of a hand with its itemised receipt. ``line``: order of the wins."""

    __tablename__ = "hand_wins"
    __table_args__ = (_of_a_hand(),)

    room_id: Mapped[str] = mapped_column(primary_key=True)
    match: Mapped[int] = mapped_column(primary_key=True)
    hand: Mapped[int] = mapped_column(primary_key=True)
    line: Mapped[int] = mapped_column(primary_key=True)
    receipt: Mapped[dict[str, object]]


class HandLog(Base):
    """The log of a hand, compressed with zlib, or the mark that replaces it (see ``pruned_marks``)."""

    __tablename__ = "hand_logs"
    __table_args__ = (_of_a_hand(),)

    room_id: Mapped[str] = mapped_column(primary_key=True)
    match: Mapped[int] = mapped_column(primary_key=True)
    hand: Mapped[int] = mapped_column(primary_key=True)
    log: Mapped[bytes]


class CardAccount(Base):
    """An account of room cards: ``mint`` (source of grants), ``burn`` (receives payments) or ``player:…``.

    ``held``: cards held for matches. The sum of both columns over all accounts is 0.
    """

    __tablename__ = "card_accounts"
    __table_args__ = (
        CheckConstraint("id IN ('mint', 'burn') OR substr(id, 1, 7) = 'player:'", name="name"),
        CheckConstraint("held >= 0 AND (available >= 0 OR id = 'mint')", name="never_negative"),
        CheckConstraint("held = 0 OR substr(id, 1, 7) = 'player:'", name="holder"),
        CheckConstraint(
            "available = CAST(available AS BIGINT) AND held = CAST(held AS BIGINT)", name="whole_cards"
        ),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    available: Mapped[int]
    held: Mapped[int]


class CardTransfer(Base):
    """A transfer of room cards, never changed. The caller chooses ``id``, so that a repeat does nothing.

    A ``hold`` is open until one ``post`` or ``void`` has its id in ``pending_id``. ``room`` and ``match``
    are no foreign keys, because transfers stay when rooms are deleted.
    """

    __tablename__ = "card_transfers"
    __table_args__ = (
        CheckConstraint("amount > 0 AND amount = CAST(amount AS BIGINT)", name="amount"),
        CheckConstraint("debit <> credit", name="two_accounts"),
        CheckConstraint("kind IN ('grant', 'take_back', 'hold', 'post', 'void')", name="kind"),
        CheckConstraint("(kind = 'grant') = (debit = 'mint')", name="from_mint"),
        CheckConstraint("(kind = 'take_back') = (credit = 'mint')", name="to_mint"),
        CheckConstraint("(kind IN ('hold', 'post', 'void')) = (credit = 'burn')", name="to_burn"),
        CheckConstraint("(kind IN ('post', 'void')) = (pending_id IS NOT NULL)", name="resolves"),
        CheckConstraint(
            "(room IS NOT NULL) = (credit = 'burn') AND (match IS NOT NULL) = (credit = 'burn')", name="place"
        ),
        Index("uq_card_transfers_pending_id", "pending_id", unique=True),
        Index(None, "room"),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    debit: Mapped[str] = mapped_column(ForeignKey("card_accounts.id"), index=True)
    credit: Mapped[str] = mapped_column(ForeignKey("card_accounts.id"), index=True)
    amount: Mapped[int]
    kind: Mapped[str]
    pending_id: Mapped[str | None] = mapped_column(ForeignKey("card_transfers.id"))
    room: Mapped[str | None]
    match: Mapped[int | None]
    reason: Mapped[str]
    created_at: Mapped[int]
