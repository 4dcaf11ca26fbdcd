"""A seat's view folded from a snapshot and the frames after it, as plain dicts.

This is the reference for clients: what every event does to ``view["hand"]``, and how the fields of a frame's
``room`` replace those of the view. Nothing is changed in place. What is not known here changes nothing.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeAlias

View: TypeAlias = dict[str, Any]
Hand: TypeAlias = dict[str, Any]
Event: TypeAlias = Mapping[str, Any]

_SUITS: Final = "mpsz"


def apply_frame(view: View, frame: Mapping[str, Any]) -> View:
    """The view after a frame: its events change the hand in order, then its fields are put in place."""
    hand = view["hand"]
    for event in frame.get("events", ()):
        if hand is not None:
            hand = apply_event(hand, event, view["seat"])
    return {**view, "hand": hand, **frame.get("room", {})}


def apply_event(hand: Hand, event: Event, me: int) -> Hand:
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
    """Tile names, sorted, as one text: the opposite of ``split_tiles``."""
    by_suit = {suit: "".join(sorted(tile[0] for tile in tiles if tile[1] == suit)) for suit in _SUITS}
    return "".join(ranks + suit for suit, ranks in by_suit.items() if ranks)


def _chosen(hand: Hand, event: Event, me: int) -> Hand:
    seat = event["seat"]
    if event["what"] == "void":
        hand = {**hand, "void_chosen": _mark(hand["void_chosen"], seat)}
        return _player(hand, seat, void=event["suit"]) if "suit" in event else hand
    exchange = {**hand["exchange"], "chosen": _mark(hand["exchange"]["chosen"], seat)}
    if seat != me:
        return {**hand, "exchange": exchange}
    exchange["gave"] = event["tiles"]
    left = _without(_held(hand), split_tiles(event["tiles"]))
    return {**hand, "exchange": exchange, **_holding(left, hand["drawn"])}


def _exchanged(hand: Hand, event: Event, _me: int) -> Hand:
    told = {name: event[name] for name in ("die", "direction", "received")}
    held = _held(hand) + split_tiles(event["received"])
    turn = hand["dealer"] if event["phase"] == "turn" else hand["turn"]
    return {
        **hand,
        **_holding(held, event.get("drawn")),
        "exchange": {**hand["exchange"], **told},
        "phase": event["phase"],
        "turn": turn,
    }


def _voided(hand: Hand, event: Event, _me: int) -> Hand:
    players = [{**player, "void": suit} for player, suit in zip(hand["players"], event["suits"], strict=True)]
    return {**hand, "players": players, "phase": "turn", "turn": hand["dealer"]}


def _drew(hand: Hand, event: Event, me: int) -> Hand:
    seat = event["seat"]
    hand = _player(hand, seat, tiles=hand["players"][seat]["tiles"] + 1)
    drawn = event["tile"] if seat == me else hand["drawn"]
    return {**hand, "wall": hand["wall"] - 1, "drawn": drawn, **_turn(seat)}


def _discarded(hand: Hand, event: Event, me: int) -> Hand:
    seat, tile = event["seat"], event["tile"]
    hand = _take(hand, seat, me, tile, 1)
    hand = _player(hand, seat, river=[*hand["players"][seat]["river"], tile])
    return {**hand, "phase": "claiming", "offer": {"tile": tile, "seat": seat, "kind": "discard"}}


def _punged(hand: Hand, event: Event, me: int) -> Hand:
    seat, tile, source = event["seat"], event["tile"], event["source"]
    hand = _claim(_take(hand, seat, me, tile, 2), source)
    return {**_meld(hand, seat, {"kind": "pung", "tile": tile, "source": source}), **_turn(seat)}


def _konged(hand: Hand, event: Event, me: int) -> Hand:
    seat, tile, kind = event["seat"], event["tile"], event["kind"]
    if kind == "added":
        hand = _recast(_take(hand, seat, me, tile, 1), seat, tile, "pung", "added")
        return {**hand, "phase": "claiming", "offer": {"tile": tile, "seat": seat, "kind": "added_kong"}}
    if kind == "concealed":
        hand = _meld(_take(hand, seat, me, tile, 4), seat, {"kind": kind, "tile": tile})
        return {**hand, **_turn(seat)}
    hand = _claim(_take(hand, seat, me, tile, 3), event["source"])
    return {**_meld(hand, seat, {"kind": kind, "tile": tile, "source": event["source"]}), **_turn(seat)}


def _won(hand: Hand, event: Event, me: int) -> Hand:
    win = event["win"]
    if win["by"] == "discard":
        hand = _claim(hand, win["source"])
    if win["seat"] == me:
        hand = {**hand, "hand": "", "drawn": None}
    return _player(hand, win["seat"], won=win, tiles=0)


def _kong_robbed(hand: Hand, event: Event, _me: int) -> Hand:
    return hand if event["stands"] else _recast(hand, event["seat"], event["tile"], "added", "pung")


def _exhausted(hand: Hand, _event: Event, _me: int) -> Hand:
    return {**hand, "exhausted": True}


def _settled(hand: Hand, event: Event, _me: int) -> Hand:
    return {**hand, "result": event["result"], "phase": "over", "turn": None, "offer": None}


_CHANGES: Final[dict[str, Callable[[Hand, Event, int], Hand]]] = {
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


def _turn(seat: int) -> Hand:
    return {"phase": "turn", "turn": seat, "offer": None}


def _player(hand: Hand, seat: int, **changes: object) -> Hand:
    players = [{**player, **changes} if at == seat else player for at, player in enumerate(hand["players"])]
    return {**hand, "players": players}


def _take(hand: Hand, seat: int, me: int, tile: str, count: int) -> Hand:
    """``count`` of a tile leave the seat's hand; only the own tiles are known by name."""
    if seat == me:
        hand = {**hand, **_holding(_without(_held(hand), [tile] * count), None)}
    return _player(hand, seat, tiles=hand["players"][seat]["tiles"] - count)


def _claim(hand: Hand, source: int) -> Hand:
    """The newest tile of the source's river was taken, or won on."""
    player = hand["players"][source]
    newest = len(player["river"]) - 1
    return (
        hand if newest in player["claimed"] else _player(hand, source, claimed=[*player["claimed"], newest])
    )


def _meld(hand: Hand, seat: int, meld: Hand) -> Hand:
    return _player(hand, seat, melds=[*hand["players"][seat]["melds"], meld])


def _recast(hand: Hand, seat: int, tile: str, old: str, new: str) -> Hand:
    melds = [
        {**meld, "kind": new} if (meld["kind"], meld["tile"]) == (old, tile) else meld
        for meld in hand["players"][seat]["melds"]
    ]
    return _player(hand, seat, melds=melds)


def _held(hand: Hand) -> list[str]:
    """All own tiles, the drawn one among them."""
    return split_tiles(hand["hand"]) + ([] if hand["drawn"] is None else [hand["drawn"]])


def _holding(tiles: list[str], drawn: str | None) -> Hand:
    """The own tiles with ``drawn`` set apart, if it is among them."""
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
