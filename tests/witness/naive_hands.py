"""Complete and ready hands by brute force, for naive_scorer. It shares no code with the program."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Kind: TypeAlias = tuple[str, int]
Element: TypeAlias = tuple[Kind, ...]

KINDS: list[Kind] = [(suit, rank) for suit in "mps" for rank in range(1, 10)] + [("z", 5), ("z", 6), ("z", 7)]


@dataclass(frozen=True)
class Win:
    """A won hand: its pungs and kongs, the sorted other tiles, and how the player won."""

    pungs: tuple[Kind, ...]
    open_kongs: tuple[Kind, ...]
    closed_kongs: tuple[Kind, ...]
    hand: tuple[Kind, ...]
    tile: Kind
    by: str
    after_kong: bool
    last_tile: bool
    void_suit: str | None = None

    @property
    def melds(self) -> tuple[Element, ...]:
        kongs = tuple((kind,) * 4 for kind in self.open_kongs + self.closed_kongs)
        return tuple((kind,) * 3 for kind in self.pungs) + kongs

    @property
    def held(self) -> Counter[Kind]:
        return Counter(self.hand) + Counter(kind for meld in self.melds for kind in meld)

    @property
    def concealed(self) -> bool:
        return not self.pungs and not self.open_kongs


@lru_cache(maxsize=1 << 17)
def readings(hand: tuple[Kind, ...], groups: int, pair: bool = True) -> tuple[tuple[Element, ...], ...]:
    """All divisions of the sorted hand into ``groups`` groups and, with ``pair``, a pair."""
    if len(hand) != 3 * groups + 2 * pair:
        return ()
    if not hand:
        return ((),)
    first = hand[0]
    suit, rank = first
    shapes: list[Element] = [(first,) * 2] if pair else []
    if groups:
        shapes.append((first,) * 3)
        if suit != "z":
            shapes.append((first, (suit, rank + 1), (suit, rank + 2)))
    found: list[tuple[Element, ...]] = []
    for shape in shapes:
        rest = without(hand, shape)
        if rest is not None:
            is_pair = len(shape) == 2
            others = readings(rest, groups - (not is_pair), pair and not is_pair)
            found += [(shape, *other) for other in others]
    return tuple(found)


def without(hand: tuple[Kind, ...], tiles: Element) -> tuple[Kind, ...] | None:
    """The hand without some tiles; None if it does not hold them all."""
    rest = list(hand)
    for tile in tiles:
        if tile not in rest:
            return None
        rest.remove(tile)
    return tuple(rest)


def seven_pairs(hand: tuple[Kind, ...]) -> bool:
    return len(hand) == 14 and all(hand.count(kind) in (2, 4) for kind in hand)


def wins(melds: tuple[Element, ...], hand: tuple[Kind, ...], void_suit: str | None) -> bool:
    """True if a sorted hand with its melds is complete (R20) and its suits allow a win (R21, R7)."""
    suits = {suit for suit, _ in (*hand, *(meld[0] for meld in melds))} - {"z"}
    if len(suits) > 2 or void_suit in suits:
        return False
    return bool(readings(hand, 4 - len(melds))) or (not melds and seven_pairs(hand))


@lru_cache(maxsize=1 << 12)
def count_waits(melds: tuple[Element, ...], hand: tuple[Kind, ...], void_suit: str | None) -> int:
    """Number of waits of a sorted hand. A kind that the player holds four times is not a wait."""
    held = Counter(hand) + Counter(kind for meld in melds for kind in meld)
    return sum(held[kind] < 4 and wins(melds, tuple(sorted((*hand, kind))), void_suit) for kind in KINDS)
