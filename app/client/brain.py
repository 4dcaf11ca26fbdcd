"""A modest player for the bots of the reference client. It sees a view and answers with one of its offers."""

from typing import Any, TypeAlias

View: TypeAlias = dict[str, Any]
Answer: TypeAlias = dict[str, Any]

WRONG_SUIT = -20


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


def choose(view: View) -> Answer | None:
    """The action this seat answers its open decision with; None when it is not asked."""
    decision = view.get("decision")
    hand = view.get("hand")
    if decision is None or hand is None:
        return None
    if decision.get("win"):
        return {"type": "win"}
    if decision.get("exchange"):
        return {"type": "exchange", "tiles": tiles_in(decision["suggested"])}
    if decision.get("void"):
        return {"type": "void", "suit": decision["suggested"]}
    me = hand["players"][view["seat"]]
    own = tiles_in(hand["hand"]) + ([hand["drawn"]] if hand["drawn"] else [])
    unwanted = _unwanted_suit(own, me)
    for tile in decision.get("kong", []):
        if tile[1] != unwanted:
            return {"type": "kong", "tile": tile}
    if decision.get("discard"):
        return {"type": "discard", "tile": _discard(decision, own, unwanted)}
    pung = decision.get("pung")
    if pung is not None and pung[1] != unwanted and not view["waits"]:
        return {"type": "pung", "tile": pung}
    return {"type": "pass"}


def _unwanted_suit(own: list[str], me: dict[str, Any]) -> str | None:
    """The suit to be rid of (缺一门): the chosen one, else the one with the fewest tiles and no meld."""
    if me["void"]:
        suit: str = me["void"]
        return suit
    melded = {meld["tile"][1] for meld in me["melds"]}
    free = [suit for suit in "mps" if suit not in melded]
    counts = {suit: sum(tile[1] == suit for tile in own) for suit in free}
    if len(free) < 2 and melded >= {"m", "p", "s"}:
        return None
    return min(free, key=lambda suit: counts[suit]) if free else None


def _discard(decision: dict[str, Any], own: list[str], unwanted: str | None) -> str:
    """A discard that leaves the richest ready hand, else the loneliest tile."""
    ready: dict[str, dict[str, int]] = decision.get("ready", {})
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
