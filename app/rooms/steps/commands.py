"""The commands of a room. The room finds seat and slot by the player id, never from the message."""

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
    """Leave the room, in the lobby or after the match."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Ready for the next deal, with 16 bytes for its seed (R60). In the lobby also: not ready."""

    player_id: str
    ready: bool = True
    client_seed: bytes | None = None


@dataclass(frozen=True, slots=True)
class AddBot:
    """The owner adds a bot, or with ``all`` a bot on each empty seat."""

    player_id: str
    all: bool = False


@dataclass(frozen=True, slots=True)
class RemoveBot:
    """The owner removes the bot at ``seat``."""

    player_id: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class RemovePlayer:
    """The owner takes the seat of the player who is at ``seat`` and has this name."""

    player_id: str
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """The owner gives the room to the player who is at ``seat`` and has this name."""

    player_id: str
    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Start:
    """The owner starts the match. The owner need not be ready."""

    player_id: str


@dataclass(frozen=True, slots=True)
class TakeAction:
    """Answer the open decision with the id ``decision``. The room ignores the seat in ``action``."""

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
    """Propose to dissolve the room."""

    player_id: str


@dataclass(frozen=True, slots=True)
class AnswerDissolve:
    """Answer the open proposal."""

    player_id: str
    agree: bool


@dataclass(frozen=True, slots=True)
class Rematch:
    """Ask for another match."""

    player_id: str


@dataclass(frozen=True, slots=True)
class Connected:
    """A player has a new connection. ``generation``: its unique id. ``origin`` None: unknown."""

    player_id: str
    generation: str
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Disconnected:
    """A connection has ended. The room ignores it if the slot has a newer connection."""

    slot: int
    generation: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Do what is due now."""


@dataclass(frozen=True, slots=True)
class HandBooked:
    """The database has booked the hand."""

    match: int
    hand: int


@dataclass(frozen=True, slots=True)
class HandOverruled:
    """The database has booked another end of this hand. The booked end counts.

    ``deltas``: in 颗 by seat.
    """

    match: int
    hand: int
    deltas: tuple[Ke, ...]
    next_dealer: Seat


@dataclass(frozen=True, slots=True)
class VoidHand:
    """The program cannot go on with this hand. Nobody pays for it, and it is dealt anew."""

    match: int
    hand: int


@dataclass(frozen=True, slots=True)
class Grace:
    """After an outage: no clock of a player runs out before ``until`` (server ms)."""

    until: int


@dataclass(frozen=True, slots=True)
class Inspect:
    """The operator looks at the tiles of all seats of a hand in play; each seat sees the time of it."""

    match: int
    hand: int


@dataclass(frozen=True, slots=True)
class CloseRoom:
    """The operator or the reaper closes the room. A hand in play is void."""

    reason: str


LobbyCommand: TypeAlias = Join | Leave | AddBot | RemoveBot | RemovePlayer | HandOver | Start
PlayerCommand: TypeAlias = (
    LobbyCommand | Ready | TakeAction | Auto | ProposeDissolve | AnswerDissolve | Rematch | Connected
)
TableCommand: TypeAlias = (
    Disconnected | Tick | HandBooked | HandOverruled | VoidHand | Grace | Inspect | CloseRoom
)
Command: TypeAlias = PlayerCommand | TableCommand


@dataclass(frozen=True, slots=True)
class Envelope:
    """A player's command with the action id of the client and a digest of the message body."""

    action_id: str
    body_hash: str
    command: PlayerCommand
