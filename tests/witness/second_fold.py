"""A second fold of a hand, written only from the table "Events" of docs/protocol.md.

Unlike ``app.client.fold``, it keeps the tiles in a list and changes them in place.
"""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final

_ORDER: Final = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + ["5z", "6z", "7z"]
_LEAVE: Final = {"exposed": 3, "concealed": 4, "added": 1}


def second(view: Mapping[str, Any], frame: Mapping[str, Any]) -> dict[str, Any]:
    """The view after a frame, according to the document."""
    hand = view["hand"]
    if frame.get("events"):
        folded = SecondFold(hand, view["seat"])
        for event in frame["events"]:
            folded.apply(event)
        hand = folded.result()
    return {**view, "hand": hand, **frame.get("room", {})}


class SecondFold:
    """Applies the events of one frame to a hand."""

    def __init__(self, hand: dict[str, Any], me: int) -> None:
        self.hand = deepcopy(hand)
        self.me = me
        self.tiles = _split(hand["hand"])

    def result(self) -> dict[str, Any]:
        """The hand after the events so far."""
        return {**self.hand, "hand": _join(self.tiles)}

    def apply(self, event: dict[str, Any]) -> None:
        """Apply one event, by its row in the table."""
        change = getattr(self, f"_{event['type']}", None)
        assert change is not None, event
        change(event)

    def _own(self, event: dict[str, Any]) -> bool:
        return bool(event["seat"] == self.me)

    def _player(self, seat: int) -> dict[str, Any]:
        player: dict[str, Any] = self.hand["players"][seat]
        return player

    def _drawn_joins(self) -> None:
        if self.hand["drawn"] is not None:
            self.tiles.append(self.hand["drawn"])
            self.hand["drawn"] = None

    def _leave(self, event: dict[str, Any], count: int) -> None:
        self._player(event["seat"])["tiles"] -= count
        if self._own(event):
            self._drawn_joins()
            for _ in range(count):
                self.tiles.remove(event["tile"])

    def _turn(self, seat: int) -> None:
        self.hand.update(phase="turn", turn=seat, offer=None)

    def _offer(self, event: dict[str, Any], kind: str) -> None:
        offer = {"tile": event["tile"], "seat": event["seat"], "kind": kind}
        self.hand.update(phase="claiming", offer=offer)

    def _claimed(self, source: int) -> None:
        player = self._player(source)
        last = len(player["river"]) - 1
        if last not in player["claimed"]:
            player["claimed"].append(last)

    def _recast(self, event: dict[str, Any], old: str, new: str) -> None:
        for meld in self._player(event["seat"])["melds"]:
            if meld["tile"] == event["tile"] and meld["kind"] == old:
                meld["kind"] = new

    def _chosen(self, event: dict[str, Any]) -> None:
        seat = event["seat"]
        if event["what"] == "void":
            self.hand["void_chosen"][seat] = True
            if self._own(event):
                self._player(seat)["void"] = event["suit"]
            return
        self.hand["exchange"]["chosen"][seat] = True
        if self._own(event):
            for tile in _split(event["tiles"]):
                if tile in self.tiles:
                    self.tiles.remove(tile)
                else:
                    assert tile == self.hand["drawn"]
                    self.hand["drawn"] = None
            self.hand["exchange"]["gave"] = event["tiles"]

    def _exchanged(self, event: dict[str, Any]) -> None:
        self.hand["exchange"].update({name: event[name] for name in ("die", "direction", "received")})
        self._drawn_joins()
        self.tiles += _split(event["received"])
        self.hand["phase"] = event["phase"]
        if "drawn" in event:
            self.tiles.remove(event["drawn"])
            self.hand["drawn"] = event["drawn"]
        if event["phase"] == "turn":
            self.hand["turn"] = self.hand["dealer"]

    def _voided(self, event: dict[str, Any]) -> None:
        for player, suit in zip(self.hand["players"], event["suits"], strict=True):
            player["void"] = suit
        self.hand.update(phase="turn", turn=self.hand["dealer"])

    def _drew(self, event: dict[str, Any]) -> None:
        self.hand["wall"] -= 1
        self._turn(event["seat"])
        self._player(event["seat"])["tiles"] += 1
        if self._own(event):
            self.hand["drawn"] = event["tile"]

    def _discarded(self, event: dict[str, Any]) -> None:
        self._leave(event, 1)
        self._player(event["seat"])["river"].append(event["tile"])
        self._offer(event, "discard")

    def _punged(self, event: dict[str, Any]) -> None:
        self._leave(event, 2)
        meld = {"kind": "pung", "tile": event["tile"], "source": event["source"]}
        self._player(event["seat"])["melds"].append(meld)
        self._claimed(event["source"])
        self._turn(event["seat"])

    def _konged(self, event: dict[str, Any]) -> None:
        kind = event["kind"]
        self._leave(event, _LEAVE[kind])
        if kind == "added":
            self._recast(event, "pung", "added")
            self._offer(event, "added_kong")
            return
        meld = {"kind": kind, "tile": event["tile"]}
        if kind == "exposed":
            meld["source"] = event["source"]
            self._claimed(event["source"])
        self._player(event["seat"])["melds"].append(meld)
        self._turn(event["seat"])

    def _passed(self, _event: dict[str, Any]) -> None:
        pass

    def _overruled(self, _event: dict[str, Any]) -> None:
        pass

    def _won(self, event: dict[str, Any]) -> None:
        win = event["win"]
        self._player(win["seat"]).update(won=win, tiles=0)
        if win["by"] == "discard":
            self._claimed(win["source"])
        if win["seat"] == self.me:
            self.tiles.clear()
            self.hand["drawn"] = None

    def _kong_robbed(self, event: dict[str, Any]) -> None:
        if not event["stands"]:
            self._recast(event, "added", "pung")

    def _exhausted(self, _event: dict[str, Any]) -> None:
        self.hand["exhausted"] = True

    def _settled(self, event: dict[str, Any]) -> None:
        self.hand.update(result=event["result"], phase="over", turn=None, offer=None)


def _split(text: str) -> list[str]:
    tiles: list[str] = []
    ranks = ""
    for char in text:
        if char.isdigit():
            ranks += char
        else:
            tiles += [rank + char for rank in ranks]
            ranks = ""
    return tiles


def _join(tiles: list[str]) -> str:
    text = ""
    for tile in sorted(tiles, key=_ORDER.index):
        text = text[:-1] + tile if text.endswith(tile[1]) else text + tile
    return text
