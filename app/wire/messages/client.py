"""Messages from a client. ``ClientMessage`` is the union of all of them."""

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

ActionId: TypeAlias = Annotated[str, Meta(min_length=8, max_length=40, pattern=r"^[0-9A-Za-z_-]+$")]
TileName: TypeAlias = Annotated[str, Meta(pattern=r"^([1-9][mps]|[567]z)$")]
SuitName: TypeAlias = Literal["m", "p", "s"]
HexSeed: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$")]
Hash: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-f]{16}$")]
Counter: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]


class _Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A tagged message without unknown fields."""


class ExchangeAction(_Message, frozen=True, tag="exchange"):
    """Give three tiles to another player (R6)."""

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
    """Do not claim the tile (R9)."""


class ReadyAction(_Message, frozen=True, tag="ready"):
    """Ready for the next hand, with 16 random bytes of the client (R60). In the lobby also: not ready."""

    client_seed: HexSeed
    ready: bool = True


class AddBotAction(_Message, frozen=True, tag="add_bot"):
    """The owner adds a bot on the first empty seat, or with ``all`` a bot on each empty seat."""

    all: bool = False


class RemoveBotAction(_Message, frozen=True, tag="remove_bot"):
    """The owner removes the bot on ``seat``."""

    seat: Annotated[int, Meta(ge=0, le=3)]


class RemovePlayerAction(_Message, frozen=True, tag="remove_player"):
    """The owner takes the seat of the player on ``seat``. ``name``: as ``seats`` shows it."""

    seat: Annotated[int, Meta(ge=0, le=3)]
    name: Annotated[str, Meta(max_length=64)]


class HandOverAction(_Message, frozen=True, tag="hand_over"):
    """The owner gives the room to the player on ``seat``. ``name``: as ``seats`` shows it."""

    seat: Annotated[int, Meta(ge=0, le=3)]
    name: Annotated[str, Meta(max_length=64)]


class StartAction(_Message, frozen=True, tag="start"):
    """The owner starts the match. Each seat is taken and all other players are ready.

    The owner need not be ready, but without ``ready`` the owner adds no seed to the deal.
    """


class LeaveAction(_Message, frozen=True, tag="leave"):
    """Leave the room, in the lobby or after the match. The server closes the socket after the ack."""


class AutoAction(_Message, frozen=True, tag="auto"):
    """Switch 托管 on or off."""

    on: bool


class ProposeDissolveAction(_Message, frozen=True, tag="propose_dissolve"):
    """Propose to dissolve the room."""


class AnswerDissolveAction(_Message, frozen=True, tag="answer_dissolve"):
    """Answer the open proposal. One refusal ends it, also by the proposer."""

    agree: bool


class RematchAction(_Message, frozen=True, tag="rematch"):
    """Ask for another match. It begins when all players who have not left ask for it."""


HandAction: TypeAlias = (
    ExchangeAction | VoidAction | DiscardAction | PungAction | KongAction | WinAction | PassAction
)
LobbyAction: TypeAlias = (
    ReadyAction
    | AddBotAction
    | RemoveBotAction
    | RemovePlayerAction
    | HandOverAction
    | StartAction
    | LeaveAction
)
RoomAction: TypeAlias = (
    LobbyAction | AutoAction | ProposeDissolveAction | AnswerDissolveAction | RematchAction
)


class Cursor(Struct, frozen=True, forbid_unknown_fields=True):
    """The last frame that a client has applied: its number and its link of the hash chain."""

    epoch: Counter
    seq: Counter
    hash: Hash


class Hello(_Message, frozen=True, tag="hello"):
    """The first message: a one-time ticket (POST /api/ws-ticket) and the id of the room."""

    version: Annotated[int, Meta(ge=1, le=1000)]
    ticket: Annotated[str, Meta(min_length=20, max_length=100)]
    room: Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[0-9A-Za-z_-]+$")]
    cursor: Cursor | None = None
    app: Annotated[str, Meta(max_length=40)] = ""


class Act(_Message, frozen=True, tag="act"):
    """An action. The client makes and stores ``action_id`` before it sends, and resends the same message.

    ``decision``: the id of the decision that an action of the hand answers. Actions of the room have none.
    """

    action_id: ActionId
    action: HandAction | RoomAction
    decision: Counter | None = None


class ClientHeartbeat(_Message, frozen=True, tag="heartbeat"):
    """A sign of life. ``seq``: the number of the last frame that the client has."""

    seq: Counter


ClientMessage: TypeAlias = Hello | Act | ClientHeartbeat
