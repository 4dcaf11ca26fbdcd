"""Events of a hand, as a seat receives them. Each docstring says how the event changes ``HandView``.

A seat that may not know a tile gets the event without that field.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from app.wire.messages.views import ResultView, WinView


class _Event(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """A tagged event. Fields with their default are left out."""


class ChosenEvent(_Event, frozen=True, tag="chosen"):
    """``seat`` has chosen: exchange.chosen[seat] or void_chosen[seat] becomes true.

    Only the seat itself gets ``tiles`` or ``suit``. ``tiles`` leave ``hand`` and become exchange.gave; the
    ``drawn`` tile leaves only if ``hand`` has no more of its kind. ``suit`` becomes players[seat].void.
    """

    seat: int
    what: Literal["exchange", "void"]
    tiles: str = ""
    suit: str | None = None


class ExchangedEvent(_Event, frozen=True, tag="exchanged"):
    """All seats have exchanged (R6). The view's ``drawn`` and ``received`` join the own ``hand``.

    ``received`` becomes exchange.received, and ``phase`` is the next phase. If the dealer still holds the
    last tile dealt, the event has it as ``drawn``: it moves from ``hand`` to ``drawn``, which else is null.
    """

    die: int
    direction: Literal["next", "opposite", "previous"]
    received: str
    phase: Literal["voiding", "turn"]
    drawn: str | None = None


class VoidedEvent(_Event, frozen=True, tag="voided"):
    """The void suit of each seat (R7) becomes players[i].void. The turn of the dealer begins."""

    suits: list[str]


class DrewEvent(_Event, frozen=True, tag="drew"):
    """``seat`` draws: wall - 1, phase turn, turn = seat, offer null, tiles + 1.

    For the own seat ``tile`` becomes ``drawn``. ``tail``: from the end of the wall, after a kong.
    """

    seat: int
    tail: bool = False
    tile: str | None = None


class DiscardedEvent(_Event, frozen=True, tag="discarded"):
    """``tile`` moves from the hand to the river: tiles - 1, phase claiming, offer set.

    For the own seat ``drawn`` joins ``hand`` first and becomes null.
    """

    seat: int
    tile: str


class PungedEvent(_Event, frozen=True, tag="punged"):
    """Two tiles leave the hand, a meld is added, the last river tile of ``source`` is claimed; phase turn."""

    seat: int
    tile: str
    source: int


class KongedEvent(_Event, frozen=True, tag="konged"):
    """A kong. For the own seat ``drawn`` joins ``hand`` first and becomes null.

    exposed: three tiles leave the hand, and the last river tile of ``source`` is claimed. concealed: four
    tiles leave the hand. Both: phase turn, and a ``drew`` from the tail follows. added: one tile leaves the
    hand, the pung becomes a kong; phase claiming, offer set.
    """

    seat: int
    tile: str
    kind: Literal["exposed", "added", "concealed"]
    source: int | None = None


class PassedEvent(_Event, frozen=True, tag="passed"):
    """You passed. ``declined``: what you could have claimed. The view does not change."""

    declined: list[Literal["win", "pung", "kong"]]


class OverruledEvent(_Event, frozen=True, tag="overruled"):
    """A win overruled your pung or kong. The view does not change."""

    asked: Literal["pung", "kong"]


class WonEvent(_Event, frozen=True, tag="won"):
    """A win: players[seat].won is set and its tiles become 0 (``won.concealed`` shows the hand).

    For the own seat ``hand`` becomes empty and ``drawn`` null. A discard that is won stays in the river and
    is listed in claimed, once.
    """

    win: WinView


class KongRobbedEvent(_Event, frozen=True, tag="kong_robbed"):
    """Another seat won on the added kong of ``seat``. If not ``stands``, the kong is a pung again (R10)."""

    seat: int
    tile: str
    stands: bool


class ExhaustedEvent(_Event, frozen=True, tag="exhausted"):
    """The wall is empty and the hand ends: exhausted = true."""


class SettledEvent(_Event, frozen=True, tag="settled"):
    """The end of the hand: result is set, phase over, turn and offer null."""

    result: ResultView


WireEvent: TypeAlias = (
    ChosenEvent
    | ExchangedEvent
    | VoidedEvent
    | DrewEvent
    | DiscardedEvent
    | PungedEvent
    | KongedEvent
    | PassedEvent
    | OverruledEvent
    | WonEvent
    | KongRobbedEvent
    | ExhaustedEvent
    | SettledEvent
)
