"""A simple player for the bots of the reference client: picks an answer from the offers of a view."""

from typing import Final, Literal

from app.client.types_wire import (
    Decision,
    DiscardAction,
    ExchangeAction,
    HandAction,
    KongAction,
    PassAction,
    PlayerView,
    PungAction,
    RoomView,
    VoidAction,
    WinAction,
)

WRONG_SUIT = -20
_SUITS: Final[dict[str, Literal["m", "p", "s"]]] = {"m": "m", "p": "p", "s": "s"}


def tiles_in(text: str) -> list[str]:
    """``"123m55p"`` -> ``["1m", "2m", "3m", "5p", "5p"]``."""
    tiles: list[str] = []
    ranks = ""
    for char in text:
        if char.isdigit():
            ranks += char
        else:
            tiles += [rank + char for rank in ranks]
            ranks = ""
    return tiles


def choose(view: RoomView) -> HandAction | None:
    """The answer of this seat to its open decision; None without a decision."""
    decision, hand = view["decision"], view["hand"]
    if decision is None or hand is None:
        return None
    if decision.get("win"):
        return WinAction(type="win")
    if decision.get("exchange"):
        return ExchangeAction(type="exchange", tiles=tiles_in(decision["suggested"]))
    if decision.get("void"):
        return VoidAction(type="void", suit=_SUITS[decision["suggested"]])
    me = hand["players"][view["seat"]]
    own = tiles_in(hand["hand"]) + ([hand["drawn"]] if hand["drawn"] else [])
    unwanted = _unwanted_suit(own, me)
    for tile in decision.get("kong", []):
        if tile[1] != unwanted:
            return KongAction(type="kong", tile=tile)
    if decision.get("discard"):
        return DiscardAction(type="discard", tile=_discard(decision, own, unwanted))
    pung = decision.get("pung")
    if pung is not None and pung[1] != unwanted and not view["waits"]:
        return PungAction(type="pung", tile=pung)
    return PassAction(type="pass")


def _unwanted_suit(own: list[str], me: PlayerView) -> str | None:
    """The suit to discard first (缺一门): the void suit, else the suit without melds with fewest tiles."""
    if me["void"]:
        return me["void"]
    melded = {meld["tile"][1] for meld in me["melds"]}
    free = [suit for suit in "mps" if suit not in melded]
    counts = {suit: sum(tile[1] == suit for tile in own) for suit in free}
    if len(free) < 2 and melded >= {"m", "p", "s"}:
        return None
    return min(free, key=lambda suit: counts[suit]) if free else None


def _discard(decision: Decision, own: list[str], unwanted: str | None) -> str:
    """The discard that leaves the ready hand with most 颗, else the least useful tile."""
    ready = decision.get("ready", {})
    if ready:
        return max(sorted(ready), key=lambda tile: sum(ready[tile].values()))
    allowed = sorted(set(tiles_in(decision["discard"])))
    return min(allowed, key=lambda tile: _worth(tile, own, unwanted))


def _worth(tile: str, own: list[str], unwanted: str | None) -> int:
    rank, suit = int(tile[0]), tile[1]
    worth = 4 * (own.count(tile) - 1)
    if suit == unwanted:
        worth += WRONG_SUIT
    if suit != "z":
        near = [abs(int(other[0]) - rank) for other in own if other[1] == suit and other != tile]
        worth += 2 * near.count(1) + near.count(2) + (1 if 3 <= rank <= 7 else 0)
    return worth
