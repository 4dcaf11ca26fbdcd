"""The seats that must decide now, their legal actions, and their default actions (R6-R9, R14)."""

from typing import assert_never

from app.rules.hand.actions import Action, Discard, Exchange, IllegalAction, Pass, Proceed, Void, Win
from app.rules.hand.claims import claim_actions
from app.rules.hand.offers import entitled
from app.rules.hand.opening import SUITS, default_exchange, default_void, exchange_choices
from app.rules.hand.state import Claiming, Exchanging, HandState, Over, Turn, Voiding
from app.rules.hand.turn import discardable, turn_actions
from app.rules.tiles.tiles import Seat, Tile


def legal_actions(state: HandState, seat: Seat | None) -> tuple[Action, ...]:
    """Exactly the actions of a seat that ``apply`` accepts now, in a fixed order.

    Seat None is the table: ``Proceed`` if a claim window has all its answers, else nothing.
    """
    phase = state.phase
    if seat is None:
        return (Proceed(),) if isinstance(phase, Claiming) and not entitled(phase) else ()
    match phase:
        case Over():
            return ()
        case _ if seat not in pending_seats(state):
            return ()
        case Exchanging():
            triples = exchange_choices(state.options, state.seats[seat].hand)
            return tuple(Exchange(seat, tiles) for tiles in triples)
        case Voiding():
            return tuple(Void(seat, suit) for suit in SUITS)
        case Turn():
            return turn_actions(state, phase)
        case Claiming():
            return claim_actions(state, phase, seat)
        case _:
            assert_never(phase)


def pending_seats(state: HandState) -> tuple[Seat, ...]:
    """The seats that must decide now, ascending; empty if only the table can act or the hand is over."""
    match state.phase:
        case Exchanging(chosen=exchanges):
            return tuple(seat for seat, chosen in enumerate(exchanges) if chosen is None)
        case Voiding(chosen=voids):
            return tuple(seat for seat, chosen in enumerate(voids) if chosen is None)
        case Turn(seat=seat):
            return (seat,)
        case Claiming() as claim:
            return entitled(claim)
        case Over():
            return ()
        case _:
            assert_never(state.phase)


def default_action(state: HandState, seat: Seat) -> Action:
    """The action of a seat whose time runs out (R6, R7, R9, R14).

    It takes a forced win. Else it passes on a claim, and on its turn it discards the drawn tile if it may,
    else the highest tile that it may discard (house). Raises IllegalAction if the seat has nothing to decide.
    """
    match state.phase:
        case Over():
            raise IllegalAction("hand_over")
        case _ if seat not in pending_seats(state):
            raise IllegalAction("not_your_turn")
        case Exchanging():
            return Exchange(seat, default_exchange(state.seats[seat].hand))
        case Voiding():
            return Void(seat, default_void(state.seats[seat].hand))
        case Turn(drawn=drawn) as turn:
            forced = turn_actions(state, turn) == (Win(seat),)
            return Win(seat) if forced else Discard(seat, _silent_discard(state, seat, drawn))
        case Claiming() as claim:
            return Win(seat) if claim_actions(state, claim, seat) == (Win(seat),) else Pass(seat)
        case _:
            assert_never(state.phase)


def _silent_discard(state: HandState, seat: Seat, drawn: Tile | None) -> Tile:
    owner = state.seats[seat]
    allowed = discardable(owner.hand, owner.void)
    return drawn if drawn is not None and drawn in allowed else allowed[-1]
