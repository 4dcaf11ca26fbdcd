"""What may be asked of a room. Seats and slots follow from the player id, never from the message."""

from dataclasses import dataclass
from typing import TypeAlias

from app.rooms.state.member import Origin
from app.rules.hand.actions import Discard, Exchange, Kong, Pass, Pung, Void, Win
from app.rules.tiles.tiles import Ke, Seat

SeatAction: TypeAlias = Exchange | Void | Discard | Pung | Kong | Win | Pass


@dataclass(frozen=True, slots=True)
class Join:
    """Take the first empty slot of the lobby."""

    player_id: str
    name: str


@dataclass(frozen=True, slots=True)
class Leave:
    """Give the place back, in the lobby or after the match."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for the next deal, with 16 bytes for its seed (R60), or, in the lobby, not ready."""

    player_id: str
    ready: bool = True
    client_seed: bytes | None = None


@dataclass(frozen=True, slots=True)
class AddBot:
    """The owner seats a bot, or one on every empty seat."""

    player_id: str
    all: bool = False


@dataclass(frozen=True, slots=True)
class RemoveBot:
    """The owner sends a bot away."""

    player_id: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Start:
    """The owner starts the match; his tap counts as his ready."""

    player_id: str


@dataclass(frozen=True, slots=True)
class TakeAction:
    """Answer the open decision ``decision``. The seat named in ``action`` is not looked at."""

    player_id: str
    decision: int
    action: SeatAction


@dataclass(frozen=True, slots=True)
class Auto:
    """托管 on or off."""

    player_id: str
    on: bool


@dataclass(frozen=True, slots=True)
class ProposeDissolve:
    """Ask the table to end the match."""

    player_id: str


@dataclass(frozen=True, slots=True)
class AnswerDissolve:
    """Answer the open proposal."""

    player_id: str
    agree: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """Another match, please."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Connected:
    """A player's newest connection; ``generation`` is unique to it. ``origin`` None: not known this time."""

    player_id: str
    generation: str
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Disconnected:
    """A connection is gone. Ignored unless it is still the newest one of that slot."""

    slot: int
    generation: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Do whatever is due."""


@dataclass(frozen=True, slots=True)
class HandBooked:
    """The hand is booked."""

    match: int
    hand: int


@dataclass(frozen=True, slots=True)
class HandOverruled:
    """The books hold another ending of this hand: it counts, and what the table shows does not.

    ``deltas`` are by seat.
    """

    match: int
    hand: int
    deltas: tuple[Ke, ...]
    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class Grace:
    """After an outage: no time of a player runs out before ``until`` (server ms)."""

    until: int


@dataclass(frozen=True, slots=True)
class Inspect:
    """The operator is about to look at all hands of this hand, while it is in play: the table is told."""

    match: int
    hand: int


@dataclass(frozen=True, slots=True)
class CloseRoom:
    """The operator or the reaper ends the room. A hand in play is void."""

    reason: str


PlayerCommand: TypeAlias = (
    Join
    | Leave
    | Ready
    | AddBot
    | RemoveBot
    | Start
    | TakeAction
    | Auto
    | ProposeDissolve
    | AnswerDissolve
    | Rematch
    | Connected
)
TableCommand: TypeAlias = Disconnected | Tick | HandBooked | HandOverruled | Grace | Inspect | CloseRoom
Command: TypeAlias = PlayerCommand | TableCommand


@dataclass(frozen=True, slots=True)
class Envelope:
    """A player's command with the client's name for it and a digest of its content."""

    action_id: str
    body_hash: str
    command: PlayerCommand
