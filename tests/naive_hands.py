"""Hands, whole and waiting, by trying everything; shares no code with the program (for naive_scorer)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Kind: TypeAlias = tuple[str, int]
Element: TypeAlias = tuple[Kind, ...]

KINDS: list[Kind] = [(suit, rank) for suit in "mps" for rank in range(1, 10)] + [("z", 5), ("z", 6), ("z", 7)]


@dataclass(frozen=True)
class Win:
    """A hand as the scorer wants it: kongs and pungs apart, and how it was won."""

    pungs: tuple[Kind, ...]
    open_kongs: tuple[Kind, ...]
    closed_kongs: tuple[Kind, ...]
    hand: tuple[Kind, ...]
    tile: Kind
    by: str
    after_kong: bool
    last_tile: bool

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


def readings(hand: Counter[Kind], groups: int, pair: bool = True) -> Iterator[tuple[Element, ...]]:
    """Every way to take ``groups`` groups and a pair out of the hand, leaving nothing."""
    if not +hand:
        if groups == 0 and not pair:
            yield ()
        return
    first = min(kind for kind in hand if hand[kind])
    suit, rank = first
    shapes: list[Element] = [(first,) * 2] if pair else []
    if groups:
        shapes.append((first,) * 3)
        if suit != "z":
            shapes.append((first, (suit, rank + 1), (suit, rank + 2)))
    for shape in shapes:
        if all(hand[kind] >= count for kind, count in Counter(shape).items()):
            is_pair = len(shape) == 2
            rest = Counter(hand)
            rest.subtract(shape)
            for others in readings(rest, groups - (not is_pair), pair and not is_pair):
                yield (shape, *others)


def seven_pairs(hand: Counter[Kind]) -> bool:
    return sum(hand.values()) == 14 and all(count in (0, 2, 4) for count in hand.values())


def wins(held: Counter[Kind], hand: Counter[Kind], melds: int) -> bool:
    if len({suit for suit, _ in +held} - {"z"}) > 2:
        return False
    return any(readings(hand, 4 - melds)) or (melds == 0 and seven_pairs(hand))


def count_waits(win: Win) -> int:
    hand = Counter(win.hand)
    hand[win.tile] -= 1
    held = win.held
    held[win.tile] -= 1
    return sum(
        held[kind] < 4 and wins(held + Counter([kind]), hand + Counter([kind]), len(win.melds))
        for kind in KINDS
    )
