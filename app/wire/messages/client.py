"""Messages from a client. Everything a socket may say is in ``ClientMessage``."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

ActionId: TypeAlias = Annotated[str, Meta(min_length=8, max_length=40, pattern=r"^[0-9A-Za-z_-]+$")]
TileName: TypeAlias = Annotated[str, Meta(pattern=r"^([1-9][mps]|[567]z)$")]
SuitName: TypeAlias = Literal["m", "p", "s"]
HexSeed: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$")]
Counter: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class _Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A closed, tagged message."""


class ExchangeAction(_Message, frozen=True, tag="exchange"):
    """Give three tiles (R6)."""

    tiles: Annotated[list[TileName], Meta(min_length=3, max_length=3)]


class VoidAction(_Message, frozen=True, tag="void"):
    """Choose the void suit (R7)."""

    suit: SuitName


class DiscardAction(_Message, frozen=True, tag="discard"):
    """Discard a tile (R8)."""

    tile: TileName


class PungAction(_Message, frozen=True, tag="pung"):
    """Claim a pung (R9)."""

    tile: TileName


class KongAction(_Message, frozen=True, tag="kong"):
    """Concealed, added or claimed kong (R8, R9)."""

    tile: TileName


class WinAction(_Message, frozen=True, tag="win"):
    """Win (R8-R10)."""


class PassAction(_Message, frozen=True, tag="pass"):
    """Let the claim go (R9)."""


class ReadyAction(_Message, frozen=True, tag="ready"):
    """Ready for the next hand, with 16 bytes of the client's own randomness (R60); or not ready (lobby)."""

    client_seed: HexSeed
    ready: bool = True


class AddBotAction(_Message, frozen=True, tag="add_bot"):
    """Owner: a bot takes the first empty seat; ``all`` fills every empty seat."""

    all: bool = False


class RemoveBotAction(_Message, frozen=True, tag="remove_bot"):
    """Owner: the bot on ``seat`` leaves."""

    seat: Annotated[int, Meta(ge=0, le=3)]


class StartAction(_Message, frozen=True, tag="start"):
    """Owner: start the match; every seat is taken and all others are ready.

    He need not be: without ``ready`` he adds no seed to the deal.
    """


class LeaveAction(_Message, frozen=True, tag="leave"):
    """Give the seat back: in the lobby, or when the match is over. The socket closes after the ack."""


class AutoAction(_Message, frozen=True, tag="auto"):
    """托管 on or off."""

    on: bool


class ProposeDissolveAction(_Message, frozen=True, tag="propose_dissolve"):
    """Ask the table to end the match."""


class AnswerDissolveAction(_Message, frozen=True, tag="answer_dissolve"):
    """Answer the open proposal; one no ends it, also that of the proposer."""

    agree: bool


class RematchAction(_Message, frozen=True, tag="rematch"):
    """Another match with those who are still here, when all of them want it."""


HandAction: TypeAlias = (
    ExchangeAction | VoidAction | DiscardAction | PungAction | KongAction | WinAction | PassAction
)
RoomAction: TypeAlias = (
    ReadyAction
    | AddBotAction
    | RemoveBotAction
    | StartAction
    | LeaveAction
    | AutoAction
    | ProposeDissolveAction
    | AnswerDissolveAction
    | RematchAction
)


class Cursor(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a client stands in its own stream."""

    epoch: Counter
    seq: Counter
    hash: Hash


class Hello(_Message, frozen=True, tag="hello"):
    """First message: a one-time ticket (POST /api/ws-ticket) and the room's id."""

    version: Annotated[int, Meta(ge=1, le=1000)]
    ticket: Annotated[str, Meta(min_length=20, max_length=100)]
    room: Annotated[str, Meta(min_length=1, max_length=40)]
    cursor: Cursor | None = None
    app: Annotated[str, Meta(max_length=40)] = ""


class Act(_Message, frozen=True, tag="act"):
    """An action. ``action_id`` is made and stored by the client before sending and resent unchanged.

    ``decision`` is the id of the decision answered; required for actions of the hand, absent for the room's.
    """

    action_id: ActionId
    action: HandAction | RoomAction
    decision: Counter | None = None


class ClientHeartbeat(_Message, frozen=True, tag="heartbeat"):
    """Sign of life, with the last sequence number seen."""

    seq: Counter


ClientMessage: TypeAlias = Hello | Act | ClientHeartbeat
