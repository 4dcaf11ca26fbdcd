"""A seat's view, folded from a snapshot and the frames after it.

This is the reference for clients: what each event does to ``view["hand"]``, and how the fields of a frame's
``room`` replace those of the view. The functions change nothing in place. Unknown events change nothing.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, Literal, TypeAlias, TypedDict, Unpack

from app.client.types_wire import (
    ChosenEvent,
    DiscardedEvent,
    DrewEvent,
    ExchangedEvent,
    ExhaustedEvent,
    Frame,
    HandView,
    KongedEvent,
    KongRobbedEvent,
    MeldView,
    OfferView,
    PungedEvent,
    RoomView,
    SettledEvent,
    VoidedEvent,
    WinView,
    WireEvent,
    WonEvent,
)

_SUITS: Final = "mpsz"
_MeldKind: TypeAlias = Literal["pung", "exposed", "added", "concealed"]


class _PlayerChanges(TypedDict, total=False):
    """Members of a player that an event replaces."""

    tiles: int
    melds: list[MeldView]
    river: list[str]
    claimed: list[int]
    void: str | None
    won: WinView | None


class _Turn(TypedDict):
    """The members of a hand that say whose turn it is."""

    phase: Literal["turn"]
    turn: int
    offer: None


class _Own(TypedDict):
    """The own tiles of a hand."""

    hand: str
    drawn: str | None


def apply_frame(view: RoomView, frame: Frame) -> RoomView:
    """The view after a frame: first its events change the hand in order, then its fields replace others."""
    hand = view["hand"]
    for event in frame.get("events", ()):
        if hand is not None:
            hand = apply_event(hand, event, view["seat"])
    return {**view, "hand": hand, **frame.get("room", {})}


def apply_event(hand: HandView, event: WireEvent, me: int) -> HandView:
    """The hand after an event, as seat ``me`` sees it."""
    change = _CHANGES.get(event["type"])
    return hand if change is None else change(hand, event, me)


def split_tiles(text: str) -> list[str]:
    """``"123m5z"`` -> ``["1m", "2m", "3m", "5z"]``."""
    tiles: list[str] = []
    ranks = ""
    for char in text:
        if char in _SUITS:
            tiles += [rank + char for rank in ranks]
            ranks = ""
        else:
            ranks += char
    return tiles


def join_tiles(tiles: list[str]) -> str:
    """Tile names, sorted, as one text: the inverse of ``split_tiles``."""
    by_suit = {suit: "".join(sorted(tile[0] for tile in tiles if tile[1] == suit)) for suit in _SUITS}
    return "".join(ranks + suit for suit, ranks in by_suit.items() if ranks)


def _chosen(hand: HandView, event: ChosenEvent, me: int) -> HandView:
    seat = event["seat"]
    if event["what"] == "void":
        hand = {**hand, "void_chosen": _mark(hand["void_chosen"] or [], seat)}
        return _player(hand, seat, void=event["suit"]) if "suit" in event else hand
    exchange = hand["exchange"]
    if exchange is None:
        return hand
    exchange = {**exchange, "chosen": _mark(exchange["chosen"], seat)}
    if seat != me:
        return {**hand, "exchange": exchange}
    exchange["gave"] = event["tiles"]
    left = _without(_held(hand), split_tiles(event["tiles"]))
    return {**hand, "exchange": exchange, **_holding(left, hand["drawn"])}


def _exchanged(hand: HandView, event: ExchangedEvent, _me: int) -> HandView:
    exchange = hand["exchange"]
    if exchange is None:
        return hand
    held = _held(hand) + split_tiles(event["received"])
    turn = hand["dealer"] if event["phase"] == "turn" else hand["turn"]
    return {
        **hand,
        **_holding(held, event.get("drawn")),
        "exchange": {
            **exchange,
            "die": event["die"],
            "direction": event["direction"],
            "received": event["received"],
        },
        "phase": event["phase"],
        "turn": turn,
    }


def _voided(hand: HandView, event: VoidedEvent, _me: int) -> HandView:
    for seat, suit in enumerate(event["suits"]):
        hand = _player(hand, seat, void=suit)
    return {**hand, "phase": "turn", "turn": hand["dealer"]}


def _drew(hand: HandView, event: DrewEvent, me: int) -> HandView:
    seat = event["seat"]
    hand = _player(hand, seat, tiles=hand["players"][seat]["tiles"] + 1)
    drawn = event["tile"] if seat == me else hand["drawn"]
    return {**hand, "wall": hand["wall"] - 1, "drawn": drawn, **_turn(seat)}


def _discarded(hand: HandView, event: DiscardedEvent, me: int) -> HandView:
    seat, tile = event["seat"], event["tile"]
    hand = _take(hand, seat, me, tile, 1)
    hand = _player(hand, seat, river=[*hand["players"][seat]["river"], tile])
    return {**hand, "phase": "claiming", "offer": OfferView(tile=tile, seat=seat, kind="discard")}


def _punged(hand: HandView, event: PungedEvent, me: int) -> HandView:
    seat, tile, source = event["seat"], event["tile"], event["source"]
    hand = _claim(_take(hand, seat, me, tile, 2), source)
    return {**_meld(hand, seat, MeldView(kind="pung", tile=tile, source=source)), **_turn(seat)}


def _konged(hand: HandView, event: KongedEvent, me: int) -> HandView:
    seat, tile, kind, source = event["seat"], event["tile"], event["kind"], event.get("source")
    if kind == "added":
        hand = _recast(_take(hand, seat, me, tile, 1), seat, tile, "pung", "added")
        return {**hand, "phase": "claiming", "offer": OfferView(tile=tile, seat=seat, kind="added_kong")}
    if source is None:
        hand = _meld(_take(hand, seat, me, tile, 4), seat, MeldView(kind=kind, tile=tile))
        return {**hand, **_turn(seat)}
    hand = _claim(_take(hand, seat, me, tile, 3), source)
    return {**_meld(hand, seat, MeldView(kind=kind, tile=tile, source=source)), **_turn(seat)}


def _won(hand: HandView, event: WonEvent, me: int) -> HandView:
    win = event["win"]
    source = win.get("source")
    if win["by"] == "discard" and source is not None:
        hand = _claim(hand, source)
    if win["seat"] == me:
        hand = {**hand, "hand": "", "drawn": None}
    return _player(hand, win["seat"], won=win, tiles=0)


def _kong_robbed(hand: HandView, event: KongRobbedEvent, _me: int) -> HandView:
    return hand if event["stands"] else _recast(hand, event["seat"], event["tile"], "added", "pung")


def _exhausted(hand: HandView, _event: ExhaustedEvent, _me: int) -> HandView:
    return {**hand, "exhausted": True}


def _settled(hand: HandView, event: SettledEvent, _me: int) -> HandView:
    return {**hand, "result": event["result"], "phase": "over", "turn": None, "offer": None}


_CHANGES: Final[dict[str, Callable[[HandView, Any, int], HandView]]] = {
    "chosen": _chosen,
    "exchanged": _exchanged,
    "voided": _voided,
    "drew": _drew,
    "discarded": _discarded,
    "punged": _punged,
    "konged": _konged,
    "won": _won,
    "kong_robbed": _kong_robbed,
    "exhausted": _exhausted,
    "settled": _settled,
}


def _turn(seat: int) -> _Turn:
    return {"phase": "turn", "turn": seat, "offer": None}


def _player(hand: HandView, seat: int, **changes: Unpack[_PlayerChanges]) -> HandView:
    players = list(hand["players"])
    players[seat] = {**players[seat], **changes}
    return {**hand, "players": players}


def _take(hand: HandView, seat: int, me: int, tile: str, count: int) -> HandView:
    """Take ``count`` of a tile from the seat's hand. Of other seats only the number of tiles is known."""
    if seat == me:
        hand = {**hand, **_holding(_without(_held(hand), [tile] * count), None)}
    return _player(hand, seat, tiles=hand["players"][seat]["tiles"] - count)


def _claim(hand: HandView, source: int) -> HandView:
    """Mark the newest discard of the source as claimed."""
    player = hand["players"][source]
    newest = len(player["river"]) - 1
    return (
        hand if newest in player["claimed"] else _player(hand, source, claimed=[*player["claimed"], newest])
    )


def _meld(hand: HandView, seat: int, meld: MeldView) -> HandView:
    return _player(hand, seat, melds=[*hand["players"][seat]["melds"], meld])


def _recast(hand: HandView, seat: int, tile: str, old: _MeldKind, new: _MeldKind) -> HandView:
    melds: list[MeldView] = [
        {**meld, "kind": new} if (meld["kind"], meld["tile"]) == (old, tile) else meld
        for meld in hand["players"][seat]["melds"]
    ]
    return _player(hand, seat, melds=melds)


def _held(hand: HandView) -> list[str]:
    """All own tiles, with the drawn one."""
    return split_tiles(hand["hand"]) + ([] if hand["drawn"] is None else [hand["drawn"]])


def _holding(tiles: list[str], drawn: str | None) -> _Own:
    """The own tiles, with ``drawn`` apart if it is one of them."""
    if drawn is None or drawn not in tiles:
        return {"hand": join_tiles(tiles), "drawn": None}
    return {"hand": join_tiles(_without(tiles, [drawn])), "drawn": drawn}


def _without(tiles: list[str], gone: Iterable[str]) -> list[str]:
    left = list(tiles)
    for tile in gone:
        left.remove(tile)
    return left


def _mark(flags: list[bool], seat: int) -> list[bool]:
    return [flag or at == seat for at, flag in enumerate(flags)]
