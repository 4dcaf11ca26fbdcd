"""The outcome of a claim window: wins, a kong, a pung, or the next draw (R9, R10, R12, R13, R15)."""

from dataclasses import replace
from typing import assert_never

from app.rules.hand.actions import IllegalAction
from app.rules.hand.endings import advance, draw_replacement, finish, is_decided, take_wins, then
from app.rules.hand.events import Event, Konged, KongRobbed, Overruled, Passed, Punged, Won
from app.rules.hand.offers import claim_score, declined
from app.rules.hand.state import (
    Claiming,
    HandState,
    RiverTile,
    Step,
    Taken,
    Turn,
    add_tile,
    remove_tiles,
    turn_order,
    with_seat,
)
from app.rules.options.option_specs import PassedWin, RobbedKong
from app.rules.scoring.scoring import WinBy
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import Seat


def resolve(state: HandState, claim: Claiming) -> Step:
    """Resolve a window with all its answers (R9). The order of the answers has no effect."""
    order = tuple(turn_order(len(state.seats), claim.seat))
    state, events = _book_passes(state, claim, order)
    winners = tuple(seat for seat in order if claim.answers[seat] == "win")
    if winners:
        events += _overruled(claim, order)
        return then(events, _wins(state, claim, winners))
    for seat in order:
        answer = claim.answers[seat]
        match answer:
            case "pung":
                return then(events, _pung(state, claim, seat))
            case "kong":
                return then(events, _kong(state, claim, seat))
            case "win" | "pass" | None:
                continue
            case _:
                assert_never(answer)
    if claim.robbing:
        return then(events, draw_replacement(state, claim.seat))
    return then(events, advance(state, claim.seat))


def _book_passes(
    state: HandState, claim: Claiming, order: tuple[Seat, ...]
) -> tuple[HandState, tuple[Event, ...]]:
    events: list[Event] = []
    for seat in order:
        offer = claim.offers[seat]
        if offer is None or claim.answers[seat] != "pass":
            continue
        events.append(Passed(seat, declined(offer)))
        if offer.win is not None and state.options.passed_win is not PassedWin.FREE:
            # An offered win is above the block, or the block is empty. So it is the new maximum.
            state = with_seat(state, seat, replace(state.seats[seat], block=offer.win))
    return state, tuple(events)


def _overruled(claim: Claiming, order: tuple[Seat, ...]) -> tuple[Event, ...]:
    events: list[Event] = []
    for seat in order:
        answer = claim.answers[seat]
        match answer:
            case "pung" | "kong":
                events.append(Overruled(seat, answer))
            case "win" | "pass" | None:
                continue
            case _:
                assert_never(answer)
    return tuple(events)


def _wins(state: HandState, claim: Claiming, winners: tuple[Seat, ...]) -> Step:
    wins = tuple(
        _won(state, claim, seat, len(state.wins) + place) for place, seat in enumerate(winners, start=1)
    )
    events: tuple[Event, ...] = wins
    if claim.robbing:
        stands = state.options.robbed_kong is RobbedKong.STANDS
        events = (*wins, KongRobbed(claim.seat, claim.tile, stands))
        state = state if stands else _void_kong(state, claim)
    else:
        state = _mark_taken(state, claim, "win")
    state = take_wins(state, wins)
    if is_decided(state):
        return then(events, finish(state, exhausted=False))
    if claim.robbing and state.options.robbed_kong is RobbedKong.STANDS:
        return then(events, draw_replacement(state, claim.seat))
    return then(events, advance(state, winners[-1]))


def _won(state: HandState, claim: Claiming, seat: Seat, place: int) -> Won:
    scored = claim_score(state, claim, seat)
    if scored is None:
        raise IllegalAction("cannot_win")
    owner = state.seats[seat]
    return Won(
        seat=seat,
        tile=claim.tile,
        by=WinBy.ROB_KONG if claim.robbing else WinBy.DISCARD,
        source=claim.seat,
        score=scored,
        melds=owner.melds,
        concealed=add_tile(owner.hand, claim.tile),
        place=place,
    )


def _pung(state: HandState, claim: Claiming, seat: Seat) -> Step:
    owner = state.seats[seat]
    meld = Meld(MeldKind.PUNG, claim.tile, claim.seat)
    changed = replace(owner, hand=remove_tiles(owner.hand, claim.tile, 2), melds=(*owner.melds, meld))
    after = with_seat(_mark_taken(state, claim, "pung"), seat, changed)
    return Step(replace(after, phase=Turn(seat, None, "pung")), (Punged(seat, claim.tile, claim.seat),))


def _kong(state: HandState, claim: Claiming, seat: Seat) -> Step:
    owner = state.seats[seat]
    meld = Meld(MeldKind.EXPOSED_KONG, claim.tile, claim.seat)
    changed = replace(owner, hand=remove_tiles(owner.hand, claim.tile, 3), melds=(*owner.melds, meld))
    after = with_seat(_mark_taken(state, claim, "kong"), seat, changed)
    konged = Konged(seat, claim.tile, MeldKind.EXPOSED_KONG, claim.seat)
    return then((konged,), draw_replacement(after, seat))


def _void_kong(state: HandState, claim: Claiming) -> HandState:
    """The robbed kong becomes a pung again. Its tile belongs to the winners (R10)."""
    owner = state.seats[claim.seat]
    melds = tuple(
        replace(meld, kind=MeldKind.PUNG) if meld.tile == claim.tile else meld for meld in owner.melds
    )
    robbed = replace(state, robbed=(*state.robbed, claim.tile))
    return with_seat(robbed, claim.seat, replace(owner, melds=melds))


def _mark_taken(state: HandState, claim: Claiming, taken: Taken) -> HandState:
    owner = state.seats[claim.seat]
    river = (*owner.river[:-1], RiverTile(claim.tile, taken))
    return with_seat(state, claim.seat, replace(owner, river=river))
