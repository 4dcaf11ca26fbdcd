"""Near misses: items that a player may expect from a winning hand, and why the hand does not earn them."""

from collections.abc import Iterator

from app.rules.options.options import Options
from app.rules.scoring.near_patterns import NearMiss, NearMissReason, WinContext, pattern_misses
from app.rules.scoring.pricing.hand_items import is_suit_five
from app.rules.scoring.pricing.pricing import pricing_of
from app.rules.scoring.pricing.worth import PLACES
from app.rules.scoring.reading.laid import laid_down
from app.rules.scoring.reading.readings import Reading, part_groups, part_pair, standard_readings
from app.rules.scoring.reading.ready import is_seven_pairs, mask_tiles, wait_mask
from app.rules.scoring.reading.receipts import Circumstances, Group, GroupKind, Score
from app.rules.scoring.reading.shapes import split
from app.rules.scoring.scoring import score
from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import COPIES, DRAGONS, Counts, Suit, Tile, changed

__all__ = ["NearMiss", "NearMissReason", "misses_beside", "near_misses"]


def near_misses(
    options: Options,
    melds: tuple[Meld, ...],
    concealed: Counts,
    tile: Tile,
    circumstances: Circumstances,
    void_suit: Suit | None = None,
) -> tuple[NearMiss, ...]:
    """The near misses of a hand, in table order; empty if the hand does not win. Arguments as ``score``."""
    scored = score(options, melds, concealed, tile, circumstances, void_suit)
    return () if scored is None else misses_beside(scored, options, melds, concealed, tile)


def misses_beside(
    scored: Score,
    options: Options,
    melds: tuple[Meld, ...],
    concealed: Counts,
    tile: Tile,
) -> tuple[NearMiss, ...]:
    """The near misses of a winning hand with the score ``scored``, in table order.

    The void suit is not needed: a winning hand holds no tile of it and did not wait on one. The result omits
    items whose price in the options is 0 颗.
    """
    readings = standard_readings(split(concealed))
    in_hand = tuple(group for group in scored.groups if not group.melded)
    seen = WinContext(
        pricing=pricing_of(options),
        hand=concealed,
        codes=laid_down(melds).codes,
        tile=tile,
        score=scored,
        readings=readings,
        chosen=next((reading for reading in readings if _groups(reading) == in_hand), None),
        may_be_pairs=is_seven_pairs(concealed),
        waits=mask_tiles(wait_mask(melds, changed(concealed, tile, -1))),
    )
    found = [
        *_of_melds(seen, melds),
        *_of_kongs(seen, melds),
        *_of_waits(seen),
        *_of_shape(seen),
        *_of_dragons(seen, melds),
    ]
    found += pattern_misses(seen)
    found = [miss for miss in found if seen.pricing.value.get(miss.item, 1)]
    return tuple(sorted(found, key=lambda miss: PLACES[miss.item]))


def _groups(reading: Reading) -> tuple[Group, ...]:
    """The groups of a reading, in the order of ``Score.groups``."""
    parts = list(enumerate(reading))
    groups = [group for suit, part in parts for group in part_groups(part, 9 * suit)]
    return (*groups, *(pair for suit, part in parts for pair in part_pair(part, 9 * suit)))


def _has(seen: WinContext, item: str) -> bool:
    return any(line.id == item for line in seen.score.items)


def _tiles(melds: tuple[Meld, ...]) -> tuple[Tile, ...]:
    return tuple(meld.tile for meld in melds for _ in range(meld.size))


def _of_melds(seen: WinContext, melds: tuple[Meld, ...]) -> Iterator[NearMiss]:
    """R34, R43 and R48: items that one meld more or less would earn."""
    pricing = seen.pricing
    opened = tuple(meld for meld in melds if not meld.is_concealed)
    nearly = bool(opened) and (len(opened) == 1 or all(meld.is_kong for meld in opened))
    if nearly:
        yield NearMiss("concealed_hand", "open_meld", _tiles(opened))
    bonuses = (
        ("pure_straight", pricing.bonus_straight),
        ("all_pungs", pricing.bonus_pungs),
        ("half_flush", pricing.bonus_suit),
        ("full_flush", pricing.bonus_suit),
    )
    if nearly and any(bonus and _has(seen, item) for item, bonus in bonuses):
        yield NearMiss("concealed_bonus", "open_meld", _tiles(opened))
    if len(melds) == 3 and _has(seen, "all_pungs"):
        yield NearMiss("golden_hook", "group_in_hand", _triplet_in_hand(seen))


def _of_kongs(seen: WinContext, melds: tuple[Meld, ...]) -> Iterator[NearMiss]:
    """R58: one kong is missing. R38 and R39: a kongs-only block takes a discount off a kong."""
    pricing = seen.pricing
    kongs = [meld for meld in melds if meld.is_kong]
    if len(kongs) == 3 and (pricing.luohan_doubles or pricing.luohan_ke):
        (other,) = (group for group in seen.score.groups if group.kind in {GroupKind.RUN, GroupKind.TRIPLET})
        yield NearMiss("luohan", "one_kong_short", other.tiles)
    for meld in kongs:
        item = "concealed_kong" if meld.is_concealed else "melded_kong"
        full = pricing.kong(meld.tile, meld.is_concealed)
        paid = sum(line.ke for line in seen.score.items if line.id == item and meld.tile in line.tiles)
        if paid < full:
            yield NearMiss(item, "discounted", (meld.tile,) * COPIES)


def _triplet_in_hand(seen: WinContext) -> tuple[Tile, ...]:
    groups = (group for group in seen.score.groups if not group.melded and group.kind is GroupKind.TRIPLET)
    return next(groups).tiles


def _of_waits(seen: WinContext) -> Iterator[NearMiss]:
    """R35 and R36."""
    tile = seen.tile
    around = (tile - 1, tile, tile + 1)
    several = len(seen.waits) > 1
    if several and _looks_like_one_wait(seen):
        yield NearMiss("one_wait", "several_waits", seen.waits)
    if not is_suit_five(tile) or _has(seen, "middle_five"):
        return
    between = [tile % 9 - 1 in reading[tile // 9].runs for reading in seen.readings]
    if several and (seen.pricing.five_any or any(between)):
        yield NearMiss("middle_five", "several_waits", seen.waits)
    elif not several:
        reason: NearMissReason = "other_reading" if any(between) else "not_in_the_middle"
        yield NearMiss("middle_five", reason, around if any(between) else (tile,))


def _looks_like_one_wait(seen: WinContext) -> bool:
    """True if the scored reading uses the winning tile as 卡张 (middle), 边张 (edge) or 单钓 (pair)."""
    tile = seen.tile
    for group in seen.score.groups:
        if group.melded or tile not in group.tiles:
            continue
        if group.kind is GroupKind.PAIR:
            return True
        if group.kind is GroupKind.RUN:
            edge = (group.tile % 9, tile - group.tile) in ((0, 2), (6, 0))
            if edge or tile == group.tile + 1:
                return True
    return False


def _of_shape(seen: WinContext) -> Iterator[NearMiss]:
    """R42 and R46: another reading pays less. R47: the winning tile does not make the four."""
    whole = tuple(tile for tile, count in enumerate(seen.hand) for _ in range(count))
    without_runs = [not any(part.runs for part in reading) for reading in seen.readings]
    if any(without_runs) and not _has(seen, "all_pungs"):
        yield NearMiss("all_pungs", "other_reading", whole)
    if seen.chosen is not None:
        if seen.may_be_pairs:
            yield NearMiss("seven_pairs", "other_reading", whole)
    elif seen.hand[seen.tile] != COPIES and COPIES in seen.hand:
        four = seen.hand.index(COPIES)
        yield NearMiss("loong_seven_pairs", "not_the_winning_tile", (four,) * COPIES)


def _of_dragons(seen: WinContext, melds: tuple[Meld, ...]) -> Iterator[NearMiss]:
    """R37, R51, R52, and the 飞机 of dragons (R54)."""
    held = {tile: seen.hand[tile] + sum(meld.size for meld in melds if meld.tile == tile) for tile in DRAGONS}
    if seen.pricing.melded_dragons_only and seen.chosen is not None:
        for tile in DRAGONS:
            if seen.hand[tile] == 3:
                yield NearMiss("dragon_pung", "not_melded", (tile,) * 3)
    tiles = tuple(tile for tile in DRAGONS for _ in range(held[tile]))
    threes = [tile for tile in DRAGONS if held[tile] >= 3]
    if _has(seen, "little_sanyuan"):
        if len(threes) == 2:
            pair = tuple(tile for tile in tiles if held[tile] == 2)
            yield NearMiss("big_sanyuan", "only_a_pair", pair)
    elif len(threes) == 2:
        yield NearMiss("little_sanyuan", "third_dragon_missing", tiles)
    elif seen.chosen is None and all(held.values()) and len(threes) < 3:
        yield NearMiss("little_sanyuan", "not_in_seven_pairs", tiles)
    if seen.pricing.dragon_feiji and len(threes) == 2 and not _has(seen, "dragon_feiji"):
        yield NearMiss("dragon_feiji", "third_dragon_missing", tiles)
