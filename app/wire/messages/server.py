"""Messages to a client: those of the gateway, and the frames of the member's stream."""

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from app.wire.messages.events import WireEvent
from app.wire.messages.views import (
    Decision,
    DepartedView,
    HandView,
    RoomInfo,
    SeatInfo,
    SharingView,
    VoteEndView,
    VoteView,
)

PROTOCOL_VERSION = 1


class _Message(Struct, frozen=True, tag_field="type"):
    """A tagged message."""


class Limits(Struct, frozen=True):
    """The limits of the gateway: bytes of a message, messages per second."""

    message_bytes: int
    messages_per_second: int


class Welcome(_Message, frozen=True, tag="welcome"):
    """The gateway accepts the hello. ``resume``: frames after the cursor follow (``ok``), or a snapshot."""

    version: int
    room: str
    epoch: int
    now: int
    heartbeat_ms: int
    resume: Literal["ok", "snapshot"]
    limits: Limits
    build: str


class RoomView(Struct, frozen=True):
    """Everything that one member may know of the room. Frames change it: see ``Frame``. Times are server ms.

    ``until``: when the newest turn, or the choice that all seats make, runs out, or the next hand is dealt;
    null without a limit. While a tile is on offer it does not change: the time to claim is in ``decision``.
    ``waits``: the tiles that complete the own hand without ``drawn``, each with its 颗. ``commitment``: of
    the hand in play, between hands of the next hand (R60). ``dealer``: deals this hand, or between hands the
    next one. ``seating_dice``: the rounds of R4 by the seats after it, empty for a seat that did not throw.
    ``results``: the deltas of each booked hand of the match, in 颗 by seat. ``hand_id``: its newest booked
    hand (GET /api/hands/{id}). ``sharing``: players at one device or address. ``inspected_at``: when the
    operator last looked at all tiles of the hand on the table, or null. ``vote_end``: how the newest
    proposal of this hand ended, or null. ``departed``: who has lost the seat, oldest first. ``voided``: how
    often the server gave up a hand of this match because of a fault of its own; nobody pays for such a hand.
    """

    room: RoomInfo
    phase: Literal["lobby", "playing", "settling", "between", "ended", "dissolved"]
    seat: int
    seats: list[SeatInfo | None]
    match: int
    hand_number: int
    dealer: int | None
    seating_dice: list[list[list[int]]]
    results: list[list[int]]
    commitment: str | None
    vote: VoteView | None
    until: int | None
    decision: Decision | None
    waits: dict[str, int]
    hand: HandView | None
    hand_id: str | None
    sharing: list[SharingView]
    inspected_at: int | None
    vote_end: VoteEndView | None
    departed: list[DepartedView]
    voided: int


class RoomPatch(Struct, frozen=True, omit_defaults=True):
    """The fields of ``RoomView`` that changed. Each replaces the whole old value."""

    room: RoomInfo | UnsetType = UNSET
    phase: Literal["lobby", "playing", "settling", "between", "ended", "dissolved"] | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    seats: list[SeatInfo | None] | UnsetType = UNSET
    match: int | UnsetType = UNSET
    hand_number: int | UnsetType = UNSET
    dealer: int | UnsetType | None = UNSET
    seating_dice: list[list[list[int]]] | UnsetType = UNSET
    results: list[list[int]] | UnsetType = UNSET
    commitment: str | UnsetType | None = UNSET
    vote: VoteView | UnsetType | None = UNSET
    until: int | UnsetType | None = UNSET
    decision: Decision | UnsetType | None = UNSET
    waits: dict[str, int] | UnsetType = UNSET
    hand: HandView | UnsetType | None = UNSET
    hand_id: str | UnsetType | None = UNSET
    sharing: list[SharingView] | UnsetType = UNSET
    inspected_at: int | UnsetType | None = UNSET
    vote_end: VoteEndView | UnsetType | None = UNSET
    departed: list[DepartedView] | UnsetType = UNSET
    voided: int | UnsetType = UNSET


class Snapshot(_Message, frozen=True, tag="snapshot"):
    """The whole view after frame ``seq``. The next frame is ``seq`` + 1."""

    seq: int
    hash: str
    view: RoomView


class Frame(Struct, frozen=True, omit_defaults=True):
    """One step of the member's stream, numbered without gaps. It is the only message without ``type``.

    Apply ``events`` to ``view.hand`` in order, then replace the fields of the view that ``room`` has.
    """

    seq: int
    events: list[WireEvent] = []
    room: RoomPatch | UnsetType = UNSET


class Ack(_Message, frozen=True, tag="ack", omit_defaults=True):
    """The answer to an act. ``seq``: the frame that shows the effect; ``leave`` has none.

    The server keeps the last 32 accepted acts of each member. It answers a repeated one alike and does not
    carry it out again. It does not keep refused acts.
    """

    action_id: str
    result: Literal["ok", "rejected"]
    code: str | None = None
    seq: int | None = None


class Error(_Message, frozen=True, tag="error", omit_defaults=True):
    """Something is wrong with a message or the connection; see the table of codes.

    It names no act. With ``retry``, resend each unanswered act with the same id, after ``after_ms`` if given.
    """

    code: str
    retry: bool = False
    after_ms: int | None = None


class ServerHeartbeat(_Message, frozen=True, tag="heartbeat"):
    """The server time in ms, sent every ``heartbeat_ms``."""

    now: int


class Bye(_Message, frozen=True, tag="bye"):
    """The server is about to close the socket with ``code``. Connect again after ``retry_ms``."""

    code: int
    retry_ms: int


ServerMessage: TypeAlias = Welcome | Snapshot | Ack | Error | ServerHeartbeat | Bye
"""All messages to a client except ``Frame``, which has no ``type``."""
