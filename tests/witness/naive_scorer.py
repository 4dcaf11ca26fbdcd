"""A second scorer, written from the rules, by brute force. It shares no code with the program.

Options are the full JSON form. It is slow, and only for comparison.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from tests.witness.naive_hands import Element, Kind, Win, count_waits, readings, seven_pairs, wins, without

Options: TypeAlias = dict[str, object]
Items: TypeAlias = Counter[str]


def _consecutive(kinds: set[Kind]) -> bool:
    ranks = sorted(rank for _, rank in kinds)
    suits = {suit for suit, _ in kinds}
    return len(suits) == 1 and "z" not in suits and ranks == list(range(ranks[0], ranks[0] + len(ranks)))


def _number(options: Options, name: str, key: object = None) -> int:
    value = options[name]
    if isinstance(value, dict):
        return int(value.get(str(key), 0))
    assert isinstance(value, int)
    return value


Family: TypeAlias = str
Block: TypeAlias = tuple[frozenset[int], Family, Items]


class Scorer:
    """All items of one winning hand under one set of options."""

    def __init__(self, options: Options, win: Win) -> None:
        self.options = options
        self.win = win
        before = without(win.hand, (win.tile,))
        assert before is not None
        self.one_wait = count_waits(win.melds, before, win.void_suit) == 1

    def value(self, item: str) -> int:
        return _number(self.options, "values", item)

    def items(self, *names: str) -> Items:
        return Counter({name: self.value(name) for name in names})

    def bonus(self, what: str, times: bool = True) -> Items:
        named = self.options["concealed_bonus"]
        assert isinstance(named, list)
        return self.items("concealed_bonus") if times and what in named and self.win.concealed else Counter()

    def common(self) -> Items:
        win, held = self.win, self.win.held
        suits = {suit for suit, _ in held} - {"z"}
        found = self.items("base")
        found["voided_suit"] = (3 - len(suits)) * self.value("voided_suit")
        if win.concealed:
            found += self.items("concealed_hand")
        if self.one_wait:
            found += self.items("one_wait")
        hogs = sum(held[kind] == 4 and ((kind,) * 4) not in win.melds for kind in held)
        found["tile_hog"] = hogs * self.value("tile_hog")
        if len(suits) == 1:
            found += self.items("half_flush" if any(suit == "z" for suit, _ in held) else "full_flush")
            found += self.bonus("suit")
        if len(win.open_kongs + win.closed_kongs) == 4:
            found["luohan"] = {"none": 0, "x2": 0, "+18": 18, "+5x2": 5}[str(self.options["luohan"])]
        return found + self.circumstances() + self.dragons()

    def circumstances(self) -> Items:
        win = self.win
        if win.by == "rob_kong":
            return self.items("robbed_kong")
        draw = win.by == "draw"
        found = self.items("self_drawn") if draw else Counter()
        if win.after_kong:
            found += self.items("kong_bloom" if draw else "kong_shot")
        if win.last_tile:
            found += self.items("last_tile_draw" if draw else "last_tile_shot")
        return found

    def dragons(self) -> Items:
        counts = sorted(self.win.held["z", rank] for rank in (5, 6, 7))
        found: Items = Counter()
        if counts[0] >= 3:
            found += self.items("big_sanyuan")
        elif counts[0] == 2 and counts[1] >= 3:
            found += self.items("little_sanyuan")
        if counts[0] >= 3 or counts[1] == 4:
            found["dragon_feiji"] = _number(self.options, "dragon_feiji")
        return found

    def doubling(self) -> int:
        big = all(self.win.held["z", rank] >= 3 for rank in (5, 6, 7))
        four = len(self.win.open_kongs + self.win.closed_kongs) == 4
        return (2 if big else 1) * (2 if four and self.options["luohan"] in ("x2", "+5x2") else 1)

    def pairs(self) -> Iterator[Items]:
        """The items of every choice of blocks, with the hand read as seven pairs."""
        hand = Counter(self.win.hand)
        if self.win.melds or not seven_pairs(self.win.hand):
            return
        fixed = self.items("loong_seven_pairs" if hand[self.win.tile] == 4 else "seven_pairs")
        fixed += self.bonus("pairs")
        dragons = sorted(hand["z", rank] for rank in (5, 6, 7))
        if self.options["little_sanyuan_in_seven_pairs"] and dragons in ([2, 2, 2], [2, 2, 4]):
            fixed += self.items("little_sanyuan")
        elements: list[Element] = [(kind,) * 2 for kind in sorted(hand) for _ in range(hand[kind] // 2)]
        blocks = [*self.banzi(elements)]
        if self.options["feiji_in_seven_pairs"]:
            blocks += self.quads_in_pairs(elements)
        for choice in choices(blocks):
            yield fixed + total(choice)

    def quads_in_pairs(self, elements: list[Element]) -> Iterator[Block]:
        for size in (4, 6):
            for chosen in combinations(range(len(elements)), size):
                kinds = Counter(elements[index][0] for index in chosen)
                if set(kinds.values()) == {2} and _consecutive(set(kinds)):
                    name = {2: "big_feiji", 3: "huge_feiji"}[size // 2]
                    ke = _number(self.options, "kong_feiji", size // 2)
                    yield frozenset(chosen), "banzi", Counter({name: ke})

    def banzi(self, elements: list[Element]) -> Iterator[Block]:
        """Sets of runs and pairs that are two tiles each of three or more consecutive kinds."""
        for size in range(1, len(elements) + 1):
            for chosen in combinations(range(len(elements)), size):
                kinds = Counter(kind for index in chosen for kind in elements[index])
                triplets = any(
                    len(elements[index]) != 2 and len(set(elements[index])) == 1 for index in chosen
                )
                if (
                    len(kinds) >= 3
                    and set(kinds.values()) == {2}
                    and not triplets
                    and _consecutive(set(kinds))
                ):
                    name = {3: "banzi", 4: "big_banzi"}.get(len(kinds), "long_banzi")
                    ke = _number(self.options, "banzi", len(kinds))
                    yield frozenset(chosen), "banzi", Counter({name: ke})

    def standard(self, reading: tuple[Element, ...]) -> Iterator[Items]:
        """The items of every choice of patterns in one division into groups and a pair."""
        elements = [*self.win.melds, *reading]
        fixed = self.kongs()
        melded_only = self.options["dragon_pung"] == "melded"
        dragons = [
            e[0] for e in (self.win.melds if melded_only else elements) if e[0][0] == "z" and len(e) == 3
        ]
        fixed["dragon_pung"] = len(dragons) * self.value("dragon_pung")
        if all(len(set(element)) == 1 for element in elements):
            fixed += self.items("all_pungs") + self.bonus("pungs")
            if len(self.win.melds) == 4:
                fixed += self.items("golden_hook")
        families = [[*self.straights(elements)], [*self.banzi(elements)], [*self.feiji(elements)]]
        if self.options["pattern_overlap"] == "exclusive":
            for choice in choices([block for family in families for block in family]):
                yield _add(fixed, total(choice))
            return
        for straight in choices(families[0]):
            for banzi in choices(families[1]):
                for feiji in choices(families[2]):
                    yield _add(fixed, total([*straight, *banzi, *feiji]))

    def kongs(self) -> Items:
        found: Items = Counter()
        for name, kinds in (("melded_kong", self.win.open_kongs), ("concealed_kong", self.win.closed_kongs)):
            for suit, _ in kinds:
                found[name] += self.value(name) + (suit == "z") * self.value("dragon_kong_extra")
        return found

    def straights(self, elements: list[Element]) -> Iterator[Block]:
        for chosen in combinations(range(len(elements)), 3):
            runs = [elements[index] for index in chosen]
            kinds = {kind for run in runs for kind in run}
            if (
                all(len(set(run)) == 3 for run in runs)
                and len(kinds) == 9
                and len({s for s, _ in kinds}) == 1
            ):
                yield frozenset(chosen), "straight", self.items("pure_straight") + self.bonus("straight")

    def feiji(self, elements: list[Element]) -> Iterator[Block]:
        sets = [index for index, e in enumerate(elements) if len(e) > 2 and len(set(e)) == 1]
        for size in (2, 3, 4):
            for chosen in combinations(sets, size):
                if not _consecutive({elements[index][0] for index in chosen}):
                    continue
                name = {2: "feiji", 3: "big_feiji", 4: "huge_feiji"}[size]
                yield frozenset(chosen), "feiji", Counter({name: _number(self.options, "feiji", size)})
                if all(len(elements[index]) == 4 for index in chosen):
                    yield (
                        frozenset(chosen),
                        "feiji",
                        self.kong_feiji([elements[index][0] for index in chosen]),
                    )

    def kong_feiji(self, kinds: list[Kind]) -> Items:
        name = {2: "big_feiji", 3: "huge_feiji", 4: "super_feiji"}[len(kinds)]
        found: Items = Counter({name: _number(self.options, "kong_feiji", len(kinds))})
        discount = self.options["kong_feiji_discount"]
        if found[name] and (discount == "all" or (discount == "four" and len(kinds) == 4)):
            for kind in kinds:
                kong = "concealed_kong" if kind in self.win.closed_kongs else "melded_kong"
                found[kong] -= min(1, self.value(kong))
        return found

    def middle_five(self, reading: tuple[Element, ...]) -> Items:
        suit, rank = self.win.tile
        if not self.one_wait or rank != 5 or suit == "z":
            return Counter()
        around = ((suit, 4), (suit, 5), (suit, 6))
        fits = self.options["middle_five"] == "any" or around in reading
        return self.items("middle_five") if fits else Counter()

    def best(self) -> tuple[int, list[Items]]:
        """The highest sum, and all sets of items that reach it, without items of 0 颗."""
        common = self.common()
        found = [_add(common, _add(items, self.middle_five(()))) for items in self.pairs()]
        for reading in readings(self.win.hand, 4 - len(self.win.melds)):
            more = _add(common, self.middle_five(reading))
            found += [_add(more, items) for items in self.standard(reading)]
        top = max(sum(items.values()) for items in found)
        return top, [+items for items in found if sum(items.values()) == top]


def _add(first: Items, second: Items) -> Items:
    """The sum of two counters. It keeps negative values, which ``+`` drops."""
    result: Items = Counter(first)
    result.update(second)
    return result


def total(blocks: list[Block]) -> Items:
    """The items of some blocks."""
    result: Items = Counter()
    for _, _, items in blocks:
        result.update(items)
    return result


def choices(blocks: list[Block]) -> Iterator[list[Block]]:
    """All sets of blocks that share no element."""
    if not blocks:
        yield []
        return
    head, rest = blocks[0], blocks[1:]
    yield from choices(rest)
    for others in choices([block for block in rest if not block[0] & head[0]]):
        yield [head, *others]


def naive_score(options: Options, win: Win) -> tuple[int, int, list[Items]] | None:
    """The 颗 paid, the multiplier, and the possible sets of items; None if the hand does not win."""
    if not wins(win.melds, win.hand, win.void_suit):
        return None
    scorer = Scorer(options, win)
    top, items = scorer.best()
    ke = top * scorer.doubling()
    if options["cap"] is not None:
        ke = min(ke, _number(options, "cap"))
    return ke * _number(options, "base_points"), scorer.doubling(), items
