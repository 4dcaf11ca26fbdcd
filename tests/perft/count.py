"""Counts decisions: the engine's count, its parts by first action, and the count of the naive table."""

from typing import assert_never

from app.rules.hand.actions import Action, Discard, Exchange, Kong, Pass, Proceed, Pung, Void, Win
from app.rules.hand.legal import legal_actions, pending_seats
from app.rules.hand.state import Claiming, Exchanging, HandState, Over, SeatState, Turn, Voiding, turn_order
from app.rules.hand.transition import apply
from app.rules.options.options import options_to_json
from app.rules.tiles.melds import MeldKind
from app.rules.tiles.tiles import SUIT_LETTERS, Seat, format_tile, format_tiles
from tests.witness.naive_hands import KINDS
from tests.witness.naive_place import Place
from tests.witness.naive_table import Choice, NaiveTable


def perft(state: HandState, depth: int) -> int:
    """Number of lines of ``depth`` decisions from a state. Lines that end earlier do not count."""
    if depth == 0:
        return 1
    state, seat = next_choice(state)
    if seat is None:
        return 0
    legal = legal_actions(state, seat)
    if depth == 1:
        return len(legal)
    return sum(perft(apply(state, action).state, depth - 1) for action in legal)


def divide(state: HandState, depth: int) -> list[tuple[str, int]]:
    """The first actions of a state, each with its part of ``perft(state, depth)``."""
    state, seat = next_choice(state)
    return [
        (describe(action), perft(apply(state, action).state, depth - 1))
        for action in legal_actions(state, seat)
        if seat is not None
    ]


def next_choice(state: HandState) -> tuple[HandState, Seat | None]:
    """The state at the next decision with more than one legal action, and its seat; None at the end."""
    while True:
        state, seat = next_decision(state)
        if seat is None:
            return state, None
        legal = legal_actions(state, seat)
        if len(legal) > 1:
            return state, seat
        state = apply(state, legal[0]).state


def next_decision(state: HandState) -> tuple[HandState, Seat | None]:
    """As ``next_choice``, but with forced decisions. Closes a window that has all its answers."""
    while not isinstance(state.phase, Over):
        pending = pending_seats(state)
        if pending:
            return state, min(pending, key=asking_order(state).index)
        state = apply(state, Proceed()).state
    return state, None


def asking_order(state: HandState) -> tuple[Seat, ...]:
    """The order of the questions: turn order from the discarder for claims, else seat order."""
    players = len(state.seats)
    if isinstance(state.phase, Claiming):
        return tuple(turn_order(players, state.phase.seat))
    return tuple(range(players))


def describe(action: Action) -> str:
    """The text of an action in the parts of a count."""
    match action:
        case Exchange(seat=seat, tiles=tiles):
            return f"{seat} exchange {format_tiles(tiles)}"
        case Void(seat=seat, suit=suit):
            return f"{seat} void {SUIT_LETTERS[suit]}"
        case Discard(seat=seat, tile=tile) | Pung(seat=seat, tile=tile) | Kong(seat=seat, tile=tile):
            return f"{seat} {type(action).__name__.lower()} {format_tile(tile)}"
        case Win(seat=seat) | Pass(seat=seat):
            return f"{seat} {type(action).__name__.lower()}"
        case Proceed():
            return "proceed"
        case _:
            assert_never(action)


def count_naively(state: HandState, depth: int) -> int:
    """The same count by the naive table."""
    return naive_perft(naive_table(state), depth)


def naive_perft(table: NaiveTable, depth: int) -> int:
    """Number of lines of ``depth`` decisions from the present state of the naive table."""
    if depth == 0:
        return 1
    while (asked := table.asked()) is not None:
        seat, choices = asked
        if len(choices) > 1:
            return len(choices) if depth == 1 else _sum_of(table, seat, choices, depth)
        table.do(seat, choices[0])
    return 0


def _sum_of(table: NaiveTable, seat: Seat, choices: list[Choice], depth: int) -> int:
    total = 0
    for choice in choices:
        after = table.copy()
        after.do(seat, choice)
        total += naive_perft(after, depth - 1)
    return total


def naive_table(state: HandState) -> NaiveTable:
    """The naive table of a state at the start of a turn, or right after the deal."""
    stage, turn = _stage(state)
    return NaiveTable(
        options=options_to_json(state.options),
        places=[_place(seat) for seat in state.seats],
        wall=[KINDS[tile] for tile in state.wall],
        dealer=state.dealer,
        die=state.exchange_die,
        last=KINDS[state.last],
        stage=stage,
        seat=turn.seat,
        drawn=None if turn.drawn is None else KINDS[turn.drawn],
        entry=turn.entry,
    )


def _stage(state: HandState) -> tuple[str, Turn]:
    dealers = Turn(state.dealer, state.last, "deal")
    match state.phase:
        case Exchanging():
            return "exchange", dealers
        case Voiding():
            return "void", dealers
        case Turn():
            return "turn", state.phase
        case Claiming() | Over():
            raise ValueError("not at the beginning of a turn")
        case _:
            assert_never(state.phase)


def _place(seat: SeatState) -> Place:
    def melded(*kinds: MeldKind) -> list[tuple[str, int]]:
        return [KINDS[meld.tile] for meld in seat.melds if meld.kind in kinds]

    return Place(
        [KINDS[tile] for tile in seat.hand],
        melded(MeldKind.PUNG),
        melded(MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG),
        melded(MeldKind.CONCEALED_KONG),
        None if seat.void is None else SUIT_LETTERS[seat.void],
        seat.block,
    )


def choice_of(action: Action) -> Choice:
    """The action in the form of the naive table."""
    match action:
        case Exchange(tiles=tiles):
            return "give", tuple(KINDS[tile] for tile in tiles)
        case Void(suit=suit):
            return "void", ((SUIT_LETTERS[suit], 0),)
        case Discard(tile=tile) | Pung(tile=tile) | Kong(tile=tile):
            return type(action).__name__.lower(), (KINDS[tile],)
        case Win() | Pass() | Proceed():
            return type(action).__name__.lower(), ()
        case _:
            assert_never(action)
