"""Hints from the view of a seat: its waits after each discard, and the score of a win (R15, R22)."""

from collections import Counter
from collections.abc import Iterable

from app.rules.hand.offers import is_blocked
from app.rules.hand.turn import discardable
from app.rules.options.options import Options
from app.rules.scoring.scoring import Circumstances, Score, WinBy, score
from app.rules.scoring.waits import ready_discards
from app.rules.seen.view import KnownHand, OwnView
from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import COPIES, KINDS, Ke, Seat, Tile, counts_of


def discard_hints(view: KnownHand, options: Options) -> dict[Tile, tuple[tuple[Tile, Ke], ...]]:
    """On the seat's turn: for each allowed discard that leaves the hand ready, the waits with their 颗."""
    found = _playing(view)
    if found is None:
        return {}
    seat, own = found
    if view.phase != "turn" or view.turn != seat:
        return {}
    allowed = discardable(own.hand, own.void)
    ready = ready_discards(options, view.seats[seat].melds, counts_of(own.hand), own.void)
    return {tile: values for tile, values in ready.items() if tile in allowed}


def win_score(view: KnownHand, options: Options) -> Score | None:
    """The score of the win that the seat may take now; None if there is none, or the seat has answered."""
    found = _playing(view)
    if found is None:
        return None
    seat, own = found
    melds = view.seats[seat].melds
    if view.phase == "turn":
        return _self_drawn(view, own, melds, options) if view.turn == seat else None
    if view.offered is None or view.turn == seat or own.answer is not None:
        return None
    by = WinBy.ROB_KONG if view.robbing else WinBy.DISCARD
    scored = _score(view, options, melds, (*own.hand, view.offered), view.offered, by)
    return None if scored is None or is_blocked(options, own.block, scored.ke) else scored


def unseen(view: KnownHand) -> tuple[int, ...]:
    """For each kind, the number of tiles that the seat does not see.

    The seat sees its own hand, all melds and discards, and the open hands. A winning tile that is also a
    discard or part of a kong counts once (R10).
    """
    seen = Counter(view.robbed)
    for index, seat in enumerate(view.seats):
        for meld in seat.melds:
            seen[meld.tile] += meld.size
        seen.update(entry.tile for entry in seat.river if entry.taken in (None, "win"))
        if index == view.seat and view.own is not None:
            seen.update(view.own.hand)
        elif seat.hand is not None:
            seen.update(seat.hand)
            if seat.won is not None and seat.won.source is not None:
                seen[seat.won.tile] -= 1
    return tuple(COPIES - seen[tile] for tile in range(KINDS))


def _playing(view: KnownHand) -> tuple[Seat, OwnView] | None:
    """The seat and its own part of the view; None if it is not in play."""
    if view.seat is None or view.own is None or view.phase not in {"turn", "claiming"}:
        return None
    return None if view.seats[view.seat].won is not None else (view.seat, view.own)


def _self_drawn(view: KnownHand, own: OwnView, melds: tuple[Meld, ...], options: Options) -> Score | None:
    if view.entry == "pung":
        return None
    # R16: a dealer who gave away all tiles of the 14th tile's kind wins on the tile that pays most.
    tiles = sorted(set(own.hand)) if own.drawn is None else (own.drawn,)
    found = (_score(view, options, melds, own.hand, tile, WinBy.DRAW) for tile in tiles)
    return max((scored for scored in found if scored), key=lambda scored: scored.ke, default=None)


def _score(
    view: KnownHand, options: Options, melds: tuple[Meld, ...], tiles: Iterable[Tile], tile: Tile, by: WinBy
) -> Score | None:
    void = None if view.own is None else view.own.void
    circumstances = Circumstances(by, after_kong=view.after_kong, last_tile=view.left == 0)
    return score(options, melds, counts_of(tiles), tile, circumstances, void)
