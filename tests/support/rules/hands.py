"""Complete hands for property tests, rich in neighbours, kongs, dragons and seven pairs."""

from dataclasses import dataclass

from hypothesis import strategies as st

from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import Counts


@dataclass(frozen=True)
class WonCase:
    """A complete hand with its winning tile. It may have three suits."""

    melds: tuple[Meld, ...]
    concealed: Counts
    tile: int

    @property
    def keeps_suits(self) -> bool:
        """R21, computed without the function of the program."""
        tiles = [tile for tile, count in enumerate(self.concealed) if count]
        tiles += [meld.tile for meld in self.melds]
        return len({tile // 9 for tile in tiles if tile < 27}) <= 2


_RUNS = [first + low for first in (0, 9, 18) for low in range(7)]


class _Maker:
    """Draws a hand group by group, with at most four tiles of a kind."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.held = [0] * 30
        self.concealed = [0] * 30
        self.melds: list[Meld] = []
        # Few kinds make neighbours and repetition likely.
        self.runs = draw(st.sampled_from([_RUNS[:7], _RUNS[:3], _RUNS[:14], _RUNS]))
        self.kinds = draw(st.sampled_from([range(9), range(4), range(18), [0, 1, 2, 27, 28, 29], range(30)]))

    def take(self, tiles: tuple[int, ...], concealed: bool) -> bool:
        if any(self.held[tile] + tiles.count(tile) > 4 for tile in tiles):
            return False
        for tile in tiles:
            self.held[tile] += 1
            self.concealed[tile] += concealed
        return True

    def group(self) -> None:
        for _ in range(40):
            shape = self.draw(st.sampled_from(["run", "run", "triplet", "meld"]))
            if shape == "run":
                low = self.draw(st.sampled_from(self.runs))
                done = self.take((low, low + 1, low + 2), True)
            elif shape == "triplet":
                done = self.take((self.draw(st.sampled_from(list(self.kinds))),) * 3, True)
            else:
                kind = self.draw(st.sampled_from(list(MeldKind)))
                meld = Meld(kind, self.draw(st.sampled_from(list(self.kinds))))
                done = self.take((meld.tile,) * meld.size, False)
                self.melds += [meld] * done
            if done:
                return
        self.first_fit(3)

    def straight(self) -> None:
        """123, 456 and 789 of one suit."""
        first = self.draw(st.sampled_from([0, 9, 18]))
        for low in (first, first + 3, first + 6):
            self.take((low, low + 1, low + 2), True)

    def row_of_melds(self) -> None:
        """Four melds, mostly kongs: consecutive, nearly consecutive, or dragons."""
        tiles = self.draw(st.sampled_from([(0, 1, 2, 3), (9, 10, 11, 13), (0, 1, 3, 4), (27, 28, 29, 4)]))
        kongs = [kind for kind in MeldKind if kind is not MeldKind.PUNG]
        for tile in tiles:
            kind = self.draw(st.sampled_from([*kongs, *kongs, MeldKind.PUNG]))
            meld = Meld(kind, tile)
            self.take((tile,) * meld.size, False)
            self.melds.append(meld)

    def pair(self) -> None:
        if not self.take((self.draw(st.sampled_from(list(self.kinds))),) * 2, True):
            self.first_fit(2)

    def first_fit(self, size: int) -> None:
        next(tile for tile in range(30) if self.take((tile,) * size, True))


@st.composite
def _won_hands(draw: st.DrawFn) -> WonCase:
    maker = _Maker(draw)
    match draw(st.sampled_from(["groups"] * 5 + ["pairs"] * 2 + ["straight", "row"])):
        case "pairs":
            for _ in range(6):
                maker.pair()
        case "straight":
            maker.straight()
            maker.group()
        case "row":
            maker.row_of_melds()
        case _:
            for _ in range(4):
                maker.group()
    maker.pair()
    concealed = bytes(maker.concealed)
    tile = draw(st.sampled_from([tile for tile in range(30) if concealed[tile]]))
    return WonCase(tuple(maker.melds), concealed, tile)


WON_HANDS: st.SearchStrategy[WonCase] = _won_hands()
