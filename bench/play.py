"""The state machine: one action, and complete random hands."""

import hashlib
from collections.abc import Callable
from itertools import islice

from app.rules import Action, HandState, apply, derive_deal, pending_seats, start
from app.rules.hand.actions import Proceed
from app.rules.hand.state import Over
from app.rules.options.options import PRESETS
from app.rules.simulate.random_player import Chance, choose_action
from app.rules.simulate.simulate import simulate

CLASSIC = PRESETS["classic"]
HANDS = 20


def recorded(hands: int) -> list[tuple[HandState, Action]]:
    """All actions of some random hands, each with the state before it."""
    found: list[tuple[HandState, Action]] = []
    for index in range(hands):
        chance = Chance(f"bench/{index}")
        seed = hashlib.sha256(f"bench/{index}".encode()).digest()
        state = start(CLASSIC, derive_deal(seed, (bytes(16),) * 4, f"bench:{index}", 4), 0).state
        while not isinstance(state.phase, Over):
            pending = pending_seats(state)
            action = choose_action(state, chance.pick(pending), chance) if pending else Proceed()
            found.append((state, action))
            state = apply(state, action).state
    return found


def applying(recording: list[tuple[HandState, Action]]) -> Callable[[], None]:
    """A task that applies every recorded action to its state."""

    def run() -> None:
        for state, action in recording:
            apply(state, action)

    return run


def playing() -> None:
    """Play random hands from the deal to the settlement. The time includes the choices of the players."""
    for _ in islice(simulate(HANDS, 1, "classic", CLASSIC), HANDS):
        pass
