"""The three engines. Each does the same work by its own rules, on hands already in its own format."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from mahjong.agari import Agari
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from MahjongGB import MahjongFanCalculator, RegularShanten

from app.rules.options.options import PRESETS
from app.rules.scoring.scoring import Circumstances, WinBy, score
from app.rules.scoring.waits import ready_discards, wait_values, waits
from app.rules.tiles.tiles import FIRST_DRAGON, KINDS, Counts, Tile, changed
from bench.hands import Won

Task: TypeAlias = Callable[[], object]
"""One pass over all hands of a task."""

CLASSIC = PRESETS["classic"]
PLAIN = Circumstances(WinBy.DISCARD)


class Ours:
    """This project."""

    name = "app.rules"

    def score(self, hands: Sequence[Won]) -> Task:
        def run() -> None:
            for won in asked:
                score(CLASSIC, (), *won, PLAIN)

        asked = [(won.concealed, won.tile) for won in hands]
        return run

    def waits(self, hands: Sequence[Counts]) -> Task:
        def run() -> None:
            for hand in hands:
                waits((), hand)

        return run

    def wait_values(self, hands: Sequence[Counts]) -> Task:
        def run() -> None:
            for hand in hands:
                wait_values(CLASSIC, (), hand)

        return run

    def discards(self, hands: Sequence[Counts]) -> Task:
        def run() -> None:
            for hand in hands:
                ready_discards(CLASSIC, (), hand)

        return run


class Riichi:
    """The package ``mahjong``: riichi, closed hands, won on a discard."""

    name = "mahjong"
    config = HandConfig(is_riichi=True)

    def score(self, hands: Sequence[Won]) -> Task:
        def run() -> None:
            for tiles, tile in asked:
                HandCalculator.estimate_hand_value(tiles, tile, config=self.config)

        asked = [(_physical(_34(won.concealed)), 4 * _34_tile(won.tile)) for won in hands]
        return run

    def waits(self, hands: Sequence[Counts]) -> Task:
        def run() -> None:
            for hand in asked:
                self._waits(hand)

        asked = [_34(hand) for hand in hands]
        return run

    def wait_values(self, hands: Sequence[Counts]) -> Task:
        def run() -> None:
            for hand in asked:
                self._values(hand)

        asked = [_34(hand) for hand in hands]
        return run

    def discards(self, hands: Sequence[Counts]) -> Task:
        def run() -> None:
            for hand in asked:
                for tile in range(34):
                    if hand[tile]:
                        hand[tile] -= 1
                        self._values(hand)
                        hand[tile] += 1

        asked = [_34(hand) for hand in hands]
        return run

    def _waits(self, hand: list[int]) -> list[int]:
        """The waits. The package does not list them, so this tries all 34 kinds."""
        found = []
        for tile in range(34):
            if hand[tile] < 4:
                hand[tile] += 1
                if Agari.is_agari(hand):
                    found.append(tile)
                hand[tile] -= 1
        return found

    def _values(self, hand: list[int]) -> None:
        for tile in self._waits(hand):
            hand[tile] += 1
            HandCalculator.estimate_hand_value(_physical(hand), 4 * tile, config=self.config)
            hand[tile] -= 1


class Official:
    """The package ``pymahjonggb``: Chinese official rules in C++, closed hands, won on a discard."""

    name = "pymahjonggb"

    def score(self, hands: Sequence[Won]) -> Task:
        def run() -> None:
            for hand, tile in asked:
                self._fans(hand, tile)

        asked = [(_names(won.before), _NAMES[won.tile]) for won in hands]
        return run

    def waits(self, hands: Sequence[Counts]) -> Task:
        def run() -> None:
            for hand in asked:
                RegularShanten(hand=hand)

        asked = [_names(hand) for hand in hands]
        return run

    def wait_values(self, hands: Sequence[Counts]) -> Task:
        def run() -> None:
            for hand in asked:
                self._values(hand)

        asked = [_names(hand) for hand in hands]
        return run

    def discards(self, hands: Sequence[Counts]) -> Task:
        def run() -> None:
            for rests in asked:
                for rest in rests:
                    self._values(rest)

        asked = [[_names(changed(hand, t, -1)) for t in range(KINDS) if hand[t]] for hand in hands]
        return run

    def _values(self, hand: tuple[str, ...]) -> None:
        shanten, useful = RegularShanten(hand=hand)
        if shanten == 0:
            for tile in useful:
                if hand.count(tile) < 4:
                    self._fans(hand, tile)

    def _fans(self, hand: tuple[str, ...], tile: str) -> object:
        return MahjongFanCalculator(
            pack=(),
            hand=hand,
            winTile=tile,
            flowerCount=0,
            isSelfDrawn=False,
            is4thTile=False,
            isAboutKong=False,
            isWallLast=False,
            seatWind=0,
            prevalentWind=0,
        )


_NAMES = [*(f"{suit}{rank}" for suit in "WTB" for rank in range(1, 10)), "J3", "J2", "J1"]


def _names(hand: Counts) -> tuple[str, ...]:
    return tuple(_NAMES[tile] for tile in range(KINDS) for _ in range(hand[tile]))


def _34_tile(tile: Tile) -> int:
    """The number of a tile in the package ``mahjong``, where four winds come before the dragons."""
    return tile + 4 if tile >= FIRST_DRAGON else tile


def _34(hand: Counts) -> list[int]:
    return [*hand[:FIRST_DRAGON], 0, 0, 0, 0, *hand[FIRST_DRAGON:]]


def _physical(hand: Sequence[int]) -> list[int]:
    return [4 * tile + copy for tile in range(34) for copy in range(hand[tile])]
