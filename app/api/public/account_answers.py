"""Answers about a player's own account. Times are server ms, sums are room cards or 颗."""

from typing import Literal

from app.api.http.answers import Answer, Player, SessionKindName, omitted, shown
from app.db.cards.card_records import TransferKind
from app.rooms.state.room import Phase


class Entered(Answer):
    """A player who has a session now. ``token``: the secret of a bearer session; a cookie has none."""

    player: Player
    token: str = omitted()


class OwnRoom(Answer):
    """The open room in which the player has a seat."""

    id: str
    code: str
    phase: Phase


class Myself(Answer):
    """The player of the session. ``version``: the version of the server."""

    player: Player
    room: OwnRoom | None
    version: str


class Renamed(Answer):
    """The player under the new name."""

    player: Player


class Ticket(Answer):
    """A ticket for the hello of one socket, valid for ``expires_in_ms``."""

    ticket: str
    expires_in_ms: int


class RecoveryCode(Answer):
    """A recovery code: the server keeps only its hash."""

    model_config = shown({"code": "7K3M-9QZD-V1XB-4H8T"})

    code: str


class OwnSession(Answer):
    """A session of the player. ``current``: the session of this request."""

    id: str
    name: str | None
    kind: SessionKindName
    created_at: int
    expires_at: int
    current: bool


class OwnSessions(Answer):
    """The sessions of the player, newest first."""

    sessions: tuple[OwnSession, ...]


class NamedSession(Answer):
    """A session under its new name."""

    id: str
    name: str


class Merged(Answer):
    """The player who stays, and the guest who is part of this player now."""

    player: Player
    merged: Player


class CardLine(Answer):
    """A movement of room cards. ``change``: what it did to the cards that can be spent.

    ``room``: the six digits of the room, if the server still knows it.
    """

    kind: TransferKind
    cards: int
    change: int
    room: str | None
    match: int | None
    reason: str
    at: int


class Cards(Answer):
    """The player's room cards: to spend, and held for matches. ``free``: rooms cost nothing here."""

    available: int
    held: int
    free: bool
    history: tuple[CardLine, ...]


class Kept(Answer):
    """For how many days the server keeps things after their end; 0 for ever."""

    logs_days: int
    rooms_days: int
    guests_days: int
    sessions_days: int


class OwnPlayer(Answer):
    """The player's record."""

    id: str
    name: str
    created_at: int
    last_seen: int


class OwnSessionCopy(Answer):
    """A session. ``id``: the SHA-256 of its token."""

    id: str
    name: str | None
    kind: SessionKindName
    created_at: int
    expires_at: int


class CardTransferCopy(Answer):
    """A movement between two accounts of room cards. ``pending_id``: the hold that it resolves."""

    id: str
    debit: str
    credit: str
    amount: int
    kind: TransferKind
    pending_id: str | None
    room: str | None
    match: int | None
    reason: str
    created_at: int


class CardLineCopy(Answer):
    """A movement, what it did to the cards that can be spent, and the six digits of the room."""

    transfer: CardTransferCopy
    change: int
    code: str | None


class CardsCopy(Answer):
    """Room cards with every movement, newest first."""

    available: int
    held: int
    history: tuple[CardLineCopy, ...]


class RoomCopy(Answer):
    """A room of which the player is or was a member, and the player's name there."""

    id: str
    code: str
    preset: str
    status: str
    created_at: int
    name: str


class HandCopy(Answer):
    """The player's part in a finished hand. ``delta``: 颗."""

    room_id: str
    match: int
    hand: int
    seat: int
    name: str
    delta: int
    ended_at: int
    kept: Literal["whole", "no_log", "sums"]


class Export(Answer):
    """Everything that the server keeps about the player."""

    player: OwnPlayer
    sessions: tuple[OwnSessionCopy, ...]
    cards: CardsCopy
    rooms: tuple[RoomCopy, ...]
    hands: tuple[HandCopy, ...]
    kept_for: Kept
