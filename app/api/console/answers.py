"""Answers of the console. Times are server ms, sums are room cards."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from pydantic import WithJsonSchema

from app.api.http.answers import Answer, AnyJson, PhaseName, SharedThing, StoredOptions, omitted, shown

ActDetail: TypeAlias = Annotated[
    Mapping[str, object],
    WithJsonSchema({"type": "object", "additionalProperties": {"type": ["string", "integer", "boolean"]}}),
]


class OperatorSession(Answer):
    """The operator who is signed in. ``csrf``: the value of X-CSRF-Token for changes."""

    model_config = shown({"name": "boss", "csrf": "9f2c…"})

    name: str
    csrf: str


class SharedWith(Answer):
    """The other players at a player's device or address. ``address``: without its end; null for a device."""

    what: SharedThing
    names: tuple[str, ...]
    address: str | None


class FoundPlayer(Answer):
    """A player with cards and restrictions. ``room``: the six digits of the player's open room."""

    id: str
    name: str
    created_at: int
    last_seen: int
    available: int
    held: int
    banned: bool
    muted: bool
    reason: str
    room: str | None
    room_id: str | None
    sharing: tuple[SharedWith, ...]


class FoundPlayers(Answer):
    """Players that fit. ``more``: there are others."""

    players: tuple[FoundPlayer, ...]
    more: bool


class CardBalance(Answer):
    """Room cards to spend, and held for matches."""

    available: int
    held: int


class GivenRights(Answer):
    """The restrictions of a player now."""

    banned: bool
    muted: bool


class Notices(Answer):
    """The announcement, empty for none, and whether the server refuses new rooms."""

    announcement: str
    draining: bool


class Announced(Answer):
    """The announcement now."""

    announcement: str


class Draining(Answer):
    """Whether the server refuses new rooms now."""

    draining: bool


class AuditReport(Answer):
    """What the audit checked. ``wrong``: the number of findings, of which ``findings`` has the first."""

    accounts: int
    transfers: int
    hands: int
    replayed: int
    wrong: int
    findings: tuple[str, ...]


class AuditAct(Answer):
    """A line of the audit log. ``admin``: empty for the command line."""

    id: str
    admin: str
    act: str
    target: str
    detail: ActDetail
    at: int


class AuditActs(Answer):
    """Lines of the audit log, newest first. ``more``: there are older lines."""

    acts: tuple[AuditAct, ...]
    more: bool


class SeatReport(Answer):
    """A seat of a room."""

    seat: int
    name: str
    bot: bool
    online: bool


class PendingDecision(Answer):
    """An open decision, without its content. ``until``: null without a time limit."""

    seat: int
    name: str
    since: int
    until: int | None
    online: bool
    auto: bool


class SharedSeats(Answer):
    """Seats at one device or address. ``address``: without its end; null for a device."""

    what: SharedThing
    seats: tuple[int, ...]
    address: str | None


class RoomReport(Answer):
    """An open room. ``phase``: null if the store does not have the room.

    ``stuck``: why the room does not go on: ``not_in_store``, ``unreadable``, ``overdue``, ``nobody_online``
    or ``waiting``.
    """

    id: str
    code: str
    preset: str
    match: int
    hand: int
    created_at: int
    phase: PhaseName | None
    seats: tuple[SeatReport, ...]
    deadline: int | None
    pending: tuple[PendingDecision, ...]
    stuck: tuple[str, ...]
    sharing: tuple[SharedSeats, ...]


class RoomReports(Answer):
    """Open rooms, oldest first."""

    rooms: tuple[RoomReport, ...]


class Dissolved(Answer):
    """Room cards that are free again, and those that the server paid back."""

    released: int
    refunded: int


class OpenMeld(Answer):
    """A meld (R2). ``source``: the seat it was claimed from."""

    kind: Literal["pung", "exposed", "added", "concealed"]
    tile: str
    source: int = omitted()


class OpenSeat(Answer):
    """One seat of a hand in play. ``hand``: the concealed tiles without ``drawn`` (R1)."""

    seat: int
    name: str
    hand: str
    drawn: str | None
    melds: tuple[OpenMeld, ...]
    river: tuple[str, ...]
    claimed: tuple[int, ...]
    void: str | None
    won: bool


class OpenHand(Answer):
    """A hand in play with all hands open. ``at``: when the table was informed. ``wall``: tiles left."""

    match: int
    hand: int
    at: int
    phase: str
    turn: int | None
    wall: int
    seats: tuple[OpenSeat, ...]


class Inspected(Answer):
    """The hand in play."""

    hand: OpenHand


class BundleRoom(Answer):
    """A room without names. ``options``: what differs from the preset. ``bots``: by slot."""

    id: str
    preset: str
    options: StoredOptions
    settings: AnyJson
    open: bool
    close_reason: str | None
    epoch: int
    match: int
    created_at: int
    closed_at: int | None
    bots: tuple[bool, ...]


class BundleDecision(Answer):
    """An open decision."""

    seat: int
    since: int
    until: int | None


class BundleTable(Answer):
    """Where the table stands."""

    phase: PhaseName | None
    hand: int
    deadline: int | None
    stuck: tuple[str, ...]
    pending: tuple[BundleDecision, ...]


class BundleHand(Answer):
    """A finished hand: 颗 by seat, and the lines of its log."""

    id: str
    deltas: tuple[int, ...]
    log: str


class Bundle(Answer):
    """What a developer needs to reproduce a fault of a room: no names, nothing of a hand in play."""

    format: int
    version: str
    room: BundleRoom
    table: BundleTable
    hands: tuple[BundleHand, ...]
