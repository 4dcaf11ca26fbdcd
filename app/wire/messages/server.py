"""Messages to a client: what the gateway says, and frames of the seat's own stream."""

from typing import Literal, TypeAlias

from msgspec import UNSET, Struct, UnsetType

from app.wire.messages.events import WireEvent
from app.wire.messages.views import Decision, HandView, RoomInfo, SeatInfo, SharingView, VoteView

PROTOCOL_VERSION = 1


class _Message(Struct, frozen=True, tag_field="type"):
    """A closed, tagged message."""


class Limits(Struct, frozen=True):
    """What the gateway accepts."""

    message_bytes: int
    messages_per_second: int


class Welcome(_Message, frozen=True, tag="welcome"):
    """The hello is accepted. ``resume``: ``ok``, frames after the cursor follow; ``snapshot``, that does."""

    version: int
    room: str
    epoch: int
    now: int
    heartbeat_ms: int
    resume: Literal["ok", "snapshot"]
    limits: Limits
    build: str


class RoomView(Struct, frozen=True):
    """Everything one member may know of the room. Frames change it: see ``Frame``.

    ``until`` is the server time (ms) at which the clock of the newest turn or common choice runs out, or the
    next hand is dealt; null without one. It stands still while a tile is on offer: who may claim it finds his
    time in ``decision``. ``waits`` maps the tiles that complete the own hand, ``drawn`` apart, to their 颗.
    ``commitment`` is that of the hand being played, between hands that of the next one (R60).
    ``dealer`` deals this hand, or the next one. ``seating_dice`` are the rounds of R4 by the seats after it,
    empty for who did not throw again. ``results`` holds the deltas of each settled hand of the match.
    ``hand_id`` names its newest booked hand (GET /api/hands/{id}).
    ``sharing``: players at one device or address. ``inspected_at``: when the operator last looked at all
    hands of the hand on the table; null if he has not.
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


class RoomPatch(Struct, frozen=True, omit_defaults=True):
    """The fields of ``RoomView`` that changed; each replaces the old value whole."""

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


class Snapshot(_Message, frozen=True, tag="snapshot"):
    """The whole view at ``seq``; frames go on from there."""

    seq: int
    hash: str
    view: RoomView


class Frame(Struct, frozen=True, omit_defaults=True):
    """One step of the seat's own stream, numbered without gaps; the only message without ``type``.

    Apply ``events`` to ``view.hand`` in order, then put the fields of ``room`` in place.
    """

    seq: int
    events: list[WireEvent] = []
    room: RoomPatch | UnsetType = UNSET


class Ack(_Message, frozen=True, tag="ack", omit_defaults=True):
    """The answer to an act that was judged. ``seq``: the frame that shows the effect; ``leave`` has none.

    The last 32 accepted acts of a member are remembered: repeated, such a one is not carried out again and
    has the same answer. A refusal is not remembered: repeated, the act is judged anew.
    """

    action_id: str
    result: Literal["ok", "rejected"]
    code: str | None = None
    seq: int | None = None


class Error(_Message, frozen=True, tag="error", omit_defaults=True):
    """Something is wrong with a message or the connection; see the table of codes.

    It names no act: with ``retry`` everything that is unanswered is sent again after ``after_ms``, if it
    says so.
    """

    code: str
    retry: bool = False
    after_ms: int | None = None


class ServerHeartbeat(_Message, frozen=True, tag="heartbeat"):
    """Server time, every ``heartbeat_ms``."""

    now: int


class Bye(_Message, frozen=True, tag="bye"):
    """The server is about to close with ``code``; come back after ``retry_ms``."""

    code: int
    retry_ms: int


ServerMessage: TypeAlias = Welcome | Snapshot | Ack | Error | ServerHeartbeat | Bye
"""Together with ``Frame``, which carries no ``type``."""
