"""The engine: start a hand, and apply an action to it (R5-R17)."""

from typing import assert_never

from app.rules.hand.actions import Action, IllegalAction
from app.rules.hand.claims import answer
from app.rules.hand.opening import choose, start
from app.rules.hand.state import Claiming, Exchanging, HandState, Over, Step, Turn, Voiding
from app.rules.hand.turn import play

__all__ = ["Step", "apply", "start"]


def apply(state: HandState, action: Action) -> Step:
    """The state after an action, and the events that the action caused.

    Only ``Proceed`` ends a claim window. The last event of a hand is ``Settled``, its last phase ``Over``.
    The given state never changes. Raises IllegalAction.
    """
    match state.phase:
        case Exchanging() | Voiding():
            return choose(state, state.phase, action)
        case Turn():
            return play(state, state.phase, action)
        case Claiming():
            return answer(state, state.phase, action)
        case Over():
            raise IllegalAction("hand_over")
        case _:
            assert_never(state.phase)
