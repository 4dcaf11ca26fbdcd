"""Events of a hand as a seat receives them. Each says how it changes ``HandView``.

A seat that may not know a tile gets the event without that field.
"""

from typing import Literal, TypeAlias

from msgspec import Struct

from app.wire.messages.views import ResultView, WinView


class _Event(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """A closed, tagged event."""


class ChosenEvent(_Event, frozen=True, tag="chosen"):
    """``seat`` has chosen: exchange.chosen or void_chosen of it turns true.

    To the seat itself with its ``tiles`` (they leave ``hand``, the ``drawn`` one only if ``hand`` has no more
    of its kind, and become exchange.gave) or its ``suit`` (players[seat].void).
    """

    seat: int
    what: Literal["exchange", "void"]
    tiles: str = ""
    suit: str | None = None


class ExchangedEvent(_Event, frozen=True, tag="exchanged"):
    """All exchanges (R6). ``received`` joins the own ``hand`` and exchange.received; ``phase`` comes next.

    ``drawn`` joins ``hand`` too; if the event has one, the dealer's winning tile that he still holds, it
    moves from ``hand`` to ``drawn``, else that is null.
    """

    die: int
    direction: Literal["next", "opposite", "previous"]
    received: str
    phase: Literal["voiding", "turn"]
    drawn: str | None = None


class VoidedEvent(_Event, frozen=True, tag="voided"):
    """All void suits (R7) into players[i].void. The dealer's turn begins."""

    suits: list[str]


class DrewEvent(_Event, frozen=True, tag="drew"):
    """``seat`` draws: wall - 1, phase turn, turn = seat, offer null, tiles + 1.

    For the own seat the tile becomes ``drawn``.
    """

    seat: int
    tail: bool = False
    tile: str | None = None


class DiscardedEvent(_Event, frozen=True, tag="discarded"):
    """``tile`` goes from the hand to the river; phase claiming, offer set.

    For the own seat ``drawn`` joins ``hand`` first and becomes null.
    """

    seat: int
    tile: str


class PungedEvent(_Event, frozen=True, tag="punged"):
    """Two tiles leave the hand; a meld is added; the source's last river tile is claimed; phase turn."""

    seat: int
    tile: str
    source: int


class KongedEvent(_Event, frozen=True, tag="konged"):
    """A kong. exposed: three tiles and the source's river tile; concealed: four own; added: one and the pung.

    For the own seat ``drawn`` joins ``hand`` first and becomes null. exposed and concealed: phase turn, a
    ``drew`` from the tail follows. added: phase claiming, offer set.
    """

    seat: int
    tile: str
    kind: Literal["exposed", "added", "concealed"]
    source: int | None = None


class PassedEvent(_Event, frozen=True, tag="passed"):
    """You let ``declined`` go. Changes nothing in the view."""

    declined: list[Literal["win", "pung", "kong"]]


class OverruledEvent(_Event, frozen=True, tag="overruled"):
    """Your pung or kong was overruled by a win. Changes nothing in the view."""

    asked: Literal["pung", "kong"]


class WonEvent(_Event, frozen=True, tag="won"):
    """A win: players[seat].won is set and its tiles are 0 (the hand lies open in ``won.concealed``).

    For the own seat ``hand`` becomes empty and ``drawn`` null. A discard won stays in the river and is listed
    in claimed, once.
    """

    win: WinView


class KongRobbedEvent(_Event, frozen=True, tag="kong_robbed"):
    """The added kong of ``seat`` was robbed. Unless it ``stands`` it is a pung again (R10)."""

    seat: int
    tile: str
    stands: bool


class ExhaustedEvent(_Event, frozen=True, tag="exhausted"):
    """The wall is empty and nobody is left to win: exhausted = true."""


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
