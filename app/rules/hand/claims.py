"""The answers in a claim window. They have no effect until the table closes the window (R9, R10)."""

from dataclasses import replace
from typing import assert_never

from app.rules.hand.actions import (
    Action,
    Discard,
    Exchange,
    IllegalAction,
    Kong,
    Pass,
    Proceed,
    Pung,
    Void,
    Win,
)
from app.rules.hand.offers import allowed_answers, claim_score, entitled, open_offers
from app.rules.hand.outcomes import resolve
from app.rules.hand.state import Answer, Claiming, HandState, Step, in_play, put_at
from app.rules.tiles.tiles import Seat, Tile


def claim_actions(state: HandState, claim: Claiming, seat: Seat) -> tuple[Action, ...]:
    """The answers that an entitled seat may give, in the order win, kong, pung, pass (R9, R14)."""
    allowed = allowed_answers(state, open_offers(claim)[seat])
    return tuple(_action(seat, claim.tile, chosen) for chosen in allowed)


def answer(state: HandState, claim: Claiming, action: Action) -> Step:
    """Record the answer of a seat, or close the window with Proceed. Raises IllegalAction."""
    match action:
        case Proceed():
            if entitled(claim):
                raise IllegalAction("window_open")
            return resolve(state, claim)
        case Win(seat=seat):
            return _record(state, claim, seat, "win")
        case Pass(seat=seat):
            return _record(state, claim, seat, "pass")
        case Pung(seat=seat, tile=tile):
            _check_tile(claim, tile, "cannot_pung")
            return _record(state, claim, seat, "pung")
        case Kong(seat=seat, tile=tile):
            _check_tile(claim, tile, "cannot_kong")
            return _record(state, claim, seat, "kong")
        case Exchange() | Void() | Discard():
            raise IllegalAction("wrong_phase")
        case _:
            assert_never(action)


def _action(seat: Seat, tile: Tile, chosen: Answer) -> Action:
    match chosen:
        case "win":
            return Win(seat)
        case "kong":
            return Kong(seat, tile)
        case "pung":
            return Pung(seat, tile)
        case "pass":
            return Pass(seat)
        case _:
            assert_never(chosen)


def _check_tile(claim: Claiming, tile: Tile, code: str) -> None:
    if tile != claim.tile:
        raise IllegalAction(code)


def _record(state: HandState, claim: Claiming, seat: Seat, chosen: Answer) -> Step:
    if not 0 <= seat < len(state.seats):
        raise IllegalAction("not_your_turn")
    if claim.answers[seat] is not None:
        raise IllegalAction("already_answered")
    offer = claim.offers[seat]
    if offer is None:
        raise IllegalAction(_why_no_offer(state, claim, seat, chosen))
    allowed = allowed_answers(state, offer)
    if chosen not in allowed:
        raise IllegalAction("must_win" if allowed == ("win",) else _why_not(state, claim, seat, chosen))
    answered = replace(claim, answers=put_at(claim.answers, seat, chosen))
    return Step(replace(state, phase=answered), ())


def _why_no_offer(state: HandState, claim: Claiming, seat: Seat, chosen: Answer) -> str:
    if seat == claim.seat or not in_play(state, seat):
        return "not_your_turn"
    return _why_not(state, claim, seat, chosen)


def _why_not(state: HandState, claim: Claiming, seat: Seat, chosen: Answer) -> str:
    match chosen:
        case "win":
            return "cannot_win" if claim_score(state, claim, seat) is None else "win_blocked"
        case "pung":
            return "cannot_pung"
        case "kong":
            return "cannot_kong"
        case "pass":
            return "not_your_turn"
        case _:
            assert_never(chosen)
