"""Random play under options that cover every value with every preset, and the alphabet of actions."""

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement

from hypothesis import settings
from hypothesis import strategies as st

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
from app.rules.hand.legal import legal_actions
from app.rules.hand.state import Exchanging, HandState
from app.rules.hand.transition import apply, start
from app.rules.options.option_specs import OptionSpec
from app.rules.options.options import OPTION_SPECS, PRESETS, Options, make_options
from app.rules.simulate.random_player import Chance
from app.rules.tiles.tiles import KINDS
from tests.perft.positions import read_folder
from tests.support.rules.tables import Played, random_deal, walk_on

SEEDS = st.integers(0, 2**32)
hands = settings(max_examples=40)
ROUNDS = 3
"""Least number of times that each value of each option occurs with each preset."""


def option_values(spec: OptionSpec) -> list[object]:
    """All values of a small option; the ends and some values between for a large one."""
    match spec.kind:
        case "bool":
            return [False, True]
        case "choice":
            return list(spec.choices)
        case "set":
            return [[], *([choice] for choice in spec.choices), list(spec.choices)]
        case "map":
            return [{}, *({key: ke} for key in spec.keys[:2] for ke in (0, 3, spec.maximum))]
        case "int":
            some = [spec.minimum, spec.minimum + 1, spec.minimum + 4, min(spec.maximum, 16)]
            return [*some, *([None] if spec.nullable else [])]


VALUES: Mapping[str, list[object]] = {spec.name: option_values(spec) for spec in OPTION_SPECS}


def _grid() -> Iterator[tuple[str, Options]]:
    """Deals the values of each option like cards, so that all occur equally often.

    Each option has a chance of its own: a new option does not change the values of the others.
    """
    for preset in PRESETS:
        chances = {name: Chance(f"grid {preset} {name}") for name in VALUES}
        decks: dict[str, list[object]] = {name: [] for name in VALUES}
        for row in range(ROUNDS * max(map(len, VALUES.values()))):
            for name, deck in decks.items():
                deck[:] = deck or VALUES[name]
            overrides = {name: deck.pop(chances[name].below(len(deck))) for name, deck in decks.items()}
            yield f"{preset}-{row}", make_options(preset, overrides)


OPTION_GRID: Mapping[str, Options] = dict(_grid())


POSITIONS = read_folder()
WALKS = (*OPTION_GRID, *POSITIONS)
"""Names of the options and positions that random play starts from."""


def play(name: str, label: str) -> Iterator[Played]:
    """Random play of a hand under options of the grid, or several times from a perft position.

    The positions lead to rare events: robbed kongs, several winners, passed and forced wins.
    """
    chance = Chance(f"{label} {name}")
    if name in POSITIONS:
        for _ in range(ROUNDS):
            yield from walk_on(POSITIONS[name].state, chance)
        return
    options = OPTION_GRID[name]
    deal = random_deal(chance.below(10**6), options.players)
    yield from walk_on(start(options, deal, chance.below(options.players)).state, chance)


@st.composite
def some_options(draw: st.DrawFn) -> Options:
    """Any preset with any value of each option."""
    overrides = {name: draw(st.sampled_from(values)) for name, values in VALUES.items()}
    return make_options(draw(st.sampled_from(tuple(PRESETS))), overrides)


def alphabet(state: HandState) -> Iterator[Action]:
    """All actions, legal or not, also of seats that do not exist. Each occurs once.

    While players choose their exchange, it has every triple of their tiles, sorted and reversed.
    """
    yield Proceed()
    for seat in range(-1, len(state.seats) + 1):
        yield Win(seat)
        yield Pass(seat)
        yield from (Void(seat, suit) for suit in range(-1, 4))
        for tile in range(-1, KINDS + 1):
            yield from (Discard(seat, tile), Pung(seat, tile), Kong(seat, tile))
        if not isinstance(state.phase, Exchanging):
            yield Exchange(seat, (0, 1, 2))
        else:
            kinds = sorted({*state.seats[seat % len(state.seats)].hand, 0, KINDS - 1})
            for first, second, third in combinations_with_replacement(kinds, 3):
                yield Exchange(seat, (first, second, third))
                if first < third:
                    yield Exchange(seat, (third, second, first))


def accepts(state: HandState, action: Action) -> bool:
    """True if the engine accepts the action."""
    try:
        apply(state, action)
    except IllegalAction:
        return False
    return True


def all_legal(state: HandState) -> list[Action]:
    """The legal actions of all seats and the table."""
    return [action for seat in (None, *range(len(state.seats))) for action in legal_actions(state, seat)]
