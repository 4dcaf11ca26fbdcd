"""Offers: what other players may claim with a discard or an added kong's tile (R9-R11, R14, R15)."""

from dataclasses import replace
from functools import lru_cache

from app.rules.hand.events import Declined
from app.rules.hand.state import (
    Answer,
    Claiming,
    HandState,
    Offer,
    Step,
    in_play,
    is_forced,
    is_void,
)
from app.rules.options.option_specs import PassedWin
from app.rules.options.options import Options
from app.rules.scoring.scoring import Circumstances, Score, WinBy, score
from app.rules.scoring.waits import waits
from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import Ke, Seat, Suit, Tile, counts_of


def open_window(state: HandState, seat: Seat, tile: Tile, *, robbing: bool, after_kong: bool) -> Step:
    """Offer a discard, or the tile of an added kong, to all other players in play (R9, R10)."""
    nobody = (None,) * len(state.seats)
    closed = Claiming(seat, tile, robbing, after_kong, nobody, nobody)
    offers = tuple(_offer(state, closed, other) for other in range(len(state.seats)))
    return Step(replace(state, phase=Claiming(seat, tile, robbing, after_kong, offers, nobody)), ())


def open_offers(claim: Claiming) -> dict[Seat, Offer]:
    """The offers that have no answer yet, by seat, ascending."""
    return {
        seat: offer
        for seat, (offer, answer) in enumerate(zip(claim.offers, claim.answers, strict=True))
        if offer is not None and answer is None
    }


def entitled(claim: Claiming) -> tuple[Seat, ...]:
    """The seats with an offer that they have not answered, ascending."""
    return tuple(open_offers(claim))


def claim_score(state: HandState, claim: Claiming, seat: Seat) -> Score | None:
    """The score of the seat's hand with the offered tile; None if it does not win."""
    owner = state.seats[seat]
    circumstances = Circumstances(
        by=WinBy.ROB_KONG if claim.robbing else WinBy.DISCARD,
        after_kong=claim.after_kong,
        last_tile=not state.wall,
    )
    concealed = counts_of((*owner.hand, claim.tile))
    return score(state.options, owner.melds, concealed, claim.tile, circumstances, owner.void)


def is_blocked(options: Options, block: Ke | None, ke: Ke) -> bool:
    """True if passed wins block a win of ``ke`` 颗 on another player's tile (R15).

    ``block`` is the most 颗 that the player passed, None if they passed no win.
    """
    if block is None:
        return False
    return options.passed_win is PassedWin.UNTIL_DRAW or ke <= block


def allowed_answers(state: HandState, offer: Offer) -> tuple[Answer, ...]:
    """The answers that an offer allows. A forced win allows no other answer (R14)."""
    if offer.win is not None and is_forced(state):
        return ("win",)
    return (*declined(offer), "pass")


def declined(offer: Offer) -> tuple[Declined, ...]:
    """The claims that a pass on the offer gives up."""
    can: tuple[tuple[Declined, bool], ...] = (
        ("win", offer.win is not None),
        ("kong", offer.kong),
        ("pung", offer.pung),
    )
    return tuple(name for name, possible in can if possible)


@lru_cache(maxsize=4096)
def waits_of(hand: tuple[Tile, ...], melds: tuple[Meld, ...], void: Suit | None) -> tuple[Tile, ...]:
    """The waits of a sorted hand (R22). Cached, because a hand stays the same during other turns."""
    return waits(melds, counts_of(hand), void)


def _offer(state: HandState, claim: Claiming, seat: Seat) -> Offer | None:
    if seat == claim.seat or not in_play(state, seat):
        return None
    owner = state.seats[seat]
    if is_void(owner.void, claim.tile):
        return None
    waits_on_it = claim.tile in waits_of(owner.hand, owner.melds, owner.void)
    scored = claim_score(state, claim, seat) if waits_on_it else None
    win = None if scored is None or is_blocked(state.options, owner.block, scored.ke) else scored.ke
    # R11: on the discard that follows the last tile only a win is possible.
    held = 0 if claim.robbing or not state.wall else owner.hand.count(claim.tile)
    if win is None and held < 2:
        return None
    return Offer(win=win, pung=held >= 2, kong=held == 3)
