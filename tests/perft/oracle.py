"""Counts decisions with ``apply`` alone: it tries every action in every state."""

from app.rules.hand.actions import Action, Proceed
from app.rules.hand.state import HandState, Over
from app.rules.hand.transition import apply
from app.rules.tiles.tiles import Seat
from tests.perft.count import asking_order
from tests.support.rules.walks import accepts, alphabet


def accepted_perft(state: HandState, depth: int) -> int:
    """As ``count.perft``, but without ``legal_actions`` and ``pending_seats``."""
    if depth == 0:
        return 1
    while not isinstance(state.phase, Over):
        choices = _first_choices(state)
        if len(choices) > 1:
            return sum(accepted_perft(apply(state, action).state, depth - 1) for action in choices)
        state = apply(state, choices[0]).state
    return 0


def _first_choices(state: HandState) -> list[Action]:
    """The actions that ``apply`` accepts from the first seat that may act, else from the table."""
    by_seat: dict[Seat | None, list[Action]] = {}
    for action in alphabet(state):
        if accepts(state, action):
            by_seat.setdefault(None if isinstance(action, Proceed) else action.seat, []).append(action)
    return next(by_seat[seat] for seat in (*asking_order(state), None) if seat in by_seat)
