"""板子 and 飞机: the best choice of blocks. Blocks of the same kind share no element (R53, R54)."""

from functools import lru_cache
from typing import NamedTuple, TypeAlias

from app.rules.scoring.pricing.pricing import Pricing
from app.rules.scoring.reading.shapes import Packing, Part
from app.rules.tiles.tiles import Ke, Tile


class Block(NamedTuple):
    """One block: its item id, its 颗, its tiles, and the kongs that earn less because of it."""

    id: str
    ke: Ke
    tiles: tuple[Tile, ...]
    discounted: tuple[Tile, ...] = ()


class Choice(NamedTuple):
    """Blocks, and their gain: their 颗 minus the discounts."""

    gain: Ke
    blocks: tuple[Block, ...]


NOTHING = Choice(0, ())


class Set(NamedTuple):
    """A triplet, pung or kong of a suit. ``discount`` is the 颗 that a kongs-only block takes off it."""

    tile: Tile
    copies: int
    discount: Ke


Sets: TypeAlias = tuple[Set, ...]


def best_banzi(pricing: Pricing, part: Part, first: Tile) -> Choice:
    """The best 板子 of one suit in a standard reading. ``first`` is the lowest tile of the suit."""
    best = NOTHING
    for packing in part.packings:
        choice = _priced(pricing, packing, first)
        if choice.gain > best.gain:
            best = choice
    return best


def _priced(pricing: Pricing, packing: Packing, first: Tile) -> Choice:
    blocks = tuple(_banzi(pricing, first + low, length) for low, length in packing if length in pricing.banzi)
    return Choice(sum(block.ke for block in blocks), blocks)


def _banzi(pricing: Pricing, low: Tile, length: int) -> Block:
    item, ke = pricing.banzi[length]
    return Block(item, ke, tuple(tile for tile in range(low, low + length) for _ in range(2)))


def best_feiji(pricing: Pricing, sets: Sets) -> Choice:
    """The best 飞机 of one suit in a standard reading. ``sets`` are sorted by tile."""
    if len(sets) < 2:
        return NOTHING
    best = best_feiji(pricing, sets[1:])
    for length in range(2, len(sets) + 1):
        block_sets = sets[:length]
        if block_sets[-1].tile - sets[0].tile != length - 1:
            break
        rest = best_feiji(pricing, sets[length:])
        for block in _feiji(pricing, block_sets):
            lost = sum(one.discount for one in block_sets) if block.discounted else 0
            gain = block.ke - lost + rest.gain
            if gain > best.gain:
                best = Choice(gain, (block, *rest.blocks))
    return best


def _feiji(pricing: Pricing, sets: Sets) -> list[Block]:
    """The blocks that consecutive sets can be: 飞机 and, if all are kongs, 连杠."""
    length = len(sets)
    tiles = tuple(one.tile for one in sets for _ in range(one.copies))
    found: list[Block] = []
    if length in pricing.kong_feiji and all(one.copies == 4 for one in sets):
        discounted = tuple(one.tile for one in sets) if length >= pricing.discount_from else ()
        found.append(Block(*pricing.kong_feiji[length], tiles, discounted))
    if length in pricing.feiji:
        found.append(Block(*pricing.feiji[length], tiles))
    return found


@lru_cache(maxsize=4096)
def best_in_pairs(pricing: Pricing, counts: tuple[int, ...], first: Tile) -> Choice:
    """The best blocks of one suit in seven pairs: 板子 and, by option, 飞机 of kinds held four times.

    ``counts`` are the nine counts of the suit, all even. Recursion on the lowest kind with a pair left:
    either this pair is in no block, or it begins one.
    """
    low = next((rank for rank, count in enumerate(counts) if count), 9)
    if low == 9:
        return NOTHING
    best = best_in_pairs(pricing, _without(counts, low, 1, 2), first)
    for length in pricing.banzi:
        if low + length <= 9 and all(counts[low : low + length]):
            block = _banzi(pricing, first + low, length)
            best = _better(best, block, best_in_pairs(pricing, _without(counts, low, length, 2), first))
    if not pricing.feiji_in_seven_pairs:
        return best
    for length, (item, ke) in pricing.kong_feiji.items():
        if low + length <= 9 and min(counts[low : low + length]) == 4:
            tiles = tuple(first + rank for rank in range(low, low + length) for _ in range(4))
            rest = best_in_pairs(pricing, _without(counts, low, length, 4), first)
            best = _better(best, Block(item, ke, tiles), rest)
    return best


def _without(counts: tuple[int, ...], low: int, length: int, copies: int) -> tuple[int, ...]:
    return tuple(count - copies if low <= rank < low + length else count for rank, count in enumerate(counts))


def _better(best: Choice, block: Block, rest: Choice) -> Choice:
    gain = block.ke + rest.gain
    return Choice(gain, (block, *rest.blocks)) if gain > best.gain else best
