"""What one seat, or a spectator, may see of a hand (R6-R12, R60).

A seat's view and redacted events depend only on what that seat may see.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias, assert_never

from app.rules.hand.events import (
    Chosen,
    Dealt,
    Discarded,
    Drew,
    Event,
    Exchanged,
    Exhausted,
    Konged,
    KongRobbed,
    Overruled,
    Passed,
    Punged,
    Settled,
    Voided,
    Won,
)
from app.rules.hand.state import (
    Answer,
    Claiming,
    Entry,
    Exchanging,
    HandState,
    Over,
    Phase,
    RiverTile,
    Turn,
    Voiding,
    put_at,
)
from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import Ke, Seat, Suit, Tile

PhaseName: TypeAlias = Literal["exchanging", "voiding", "turn", "claiming", "over"]


@dataclass(frozen=True, slots=True)
class SeatView:
    """What all players see of a seat.

    ``concealed`` is the number of tiles in hand. ``hand`` has these tiles after a win (with the winning tile)
    and when the hand is over, else None. ``chosen``: the seat made its sealed choice of R6 or R7.
    """

    concealed: int
    melds: tuple[Meld, ...]
    river: tuple[RiverTile, ...]
    void: Suit | None
    chosen: bool
    won: Won | None
    hand: tuple[Tile, ...] | None


@dataclass(frozen=True, slots=True)
class OwnView:
    """What only the seat itself sees.

    ``hand`` is sorted and includes ``drawn``, the tile drawn in this turn (None outside the seat's turn).
    ``exchange``: the tiles that the seat gave or chose to give (R6). ``received``: the tiles that it got.
    ``void``: its void suit; the others see it when all have chosen (R7). ``answer``: its answer in this claim
    window. ``block``: the most 颗 of the wins that it passed since its own last draw or kong (R15).
    """

    hand: tuple[Tile, ...]
    drawn: Tile | None
    exchange: tuple[Tile, ...] | None
    received: tuple[Tile, ...] | None
    void: Suit | None
    answer: Answer | None
    block: Ke | None


@dataclass(frozen=True, slots=True)
class KnownHand:
    """A hand as ``seat`` sees it. A spectator has None for ``seat`` and ``own``.

    ``left`` is the number of tiles in the wall. ``turn`` is the seat whose turn it is. In a claim window it
    is the seat whose tile is ``offered``: a discard, or the tile of an added kong (``robbing``). ``entry``
    is how the turn began. ``after_kong``: the drawn or discarded tile counts for R55. ``robbed``: the tiles
    of robbed kongs that did not stand. ``exchange_die`` is None before the exchange.
    """

    seat: Seat | None
    phase: PhaseName
    dealer: Seat
    dice: tuple[int, int]
    exchange_die: int | None
    left: int
    turn: Seat | None
    entry: Entry | None
    offered: Tile | None
    robbing: bool
    after_kong: bool
    seats: tuple[SeatView, ...]
    own: OwnView | None
    robbed: tuple[Tile, ...]
    wins: tuple[Won, ...]
    result: Settled | None


def view(state: HandState, seat: Seat | None) -> KnownHand:
    """The hand as ``seat`` may see it; None is a spectator."""
    phase = state.phase
    turn = phase if isinstance(phase, Turn) else None
    claim = phase if isinstance(phase, Claiming) else None
    acting = turn or claim
    return KnownHand(
        seat=seat,
        phase=phase_name(phase),
        dealer=state.dealer,
        dice=state.dice,
        exchange_die=None if state.exchanged is None else state.exchange_die,
        left=len(state.wall),
        turn=None if acting is None else acting.seat,
        entry=None if turn is None else turn.entry,
        offered=None if claim is None else claim.tile,
        robbing=claim is not None and claim.robbing,
        after_kong=(turn is not None and turn.entry == "tail") or (claim is not None and claim.after_kong),
        seats=tuple(_seat_view(state, other) for other in range(len(state.seats))),
        own=None if seat is None else _own_view(state, seat),
        robbed=state.robbed,
        wins=state.wins,
        result=phase.result if isinstance(phase, Over) else None,
    )


def phase_name(phase: Phase) -> PhaseName:
    """The name of a phase."""
    match phase:
        case Exchanging():
            return "exchanging"
        case Voiding():
            return "voiding"
        case Turn():
            return "turn"
        case Claiming():
            return "claiming"
        case Over():
            return "over"
        case _:
            assert_never(phase)


def redact(event: Event, seat: Seat | None) -> Event | None:
    """The event as ``seat`` may see it; None is a spectator. Returns None if the seat may not see it."""
    match event:
        case Dealt():
            last = event.last if seat == event.dealer else None
            return replace(event, hands=_only(event.hands, seat), last=last)
        case Chosen():
            return event if event.seat == seat else Chosen(event.seat, event.what)
        case Exchanged():
            return replace(event, gave=_only(event.gave, seat), received=_only(event.received, seat))
        case Drew():
            return event if event.seat == seat else replace(event, tile=None)
        case Passed() | Overruled():
            return event if event.seat == seat else None
        case Voided() | Discarded() | Punged() | Konged() | Won() | KongRobbed() | Exhausted() | Settled():
            return event
        case _:
            assert_never(event)


def _only(
    rows: tuple[tuple[Tile, ...] | None, ...], seat: Seat | None
) -> tuple[tuple[Tile, ...] | None, ...]:
    hidden: tuple[tuple[Tile, ...] | None, ...] = (None,) * len(rows)
    return hidden if seat is None else put_at(hidden, seat, rows[seat])


def _seat_view(state: HandState, seat: Seat) -> SeatView:
    owner = state.seats[seat]
    won = next((won for won in state.wins if won.seat == seat), None)
    return SeatView(
        concealed=len(owner.hand),
        melds=owner.melds,
        river=owner.river,
        void=owner.void,
        chosen=_has_chosen(state.phase, seat),
        won=won,
        hand=_open_hand(state.phase, won, seat),
    )


def _open_hand(phase: Phase, won: Won | None, seat: Seat) -> tuple[Tile, ...] | None:
    if isinstance(phase, Over):
        return phase.result.hands[seat]
    return None if won is None else won.concealed


def _has_chosen(phase: Phase, seat: Seat) -> bool:
    match phase:
        case Exchanging() | Voiding():
            return phase.chosen[seat] is not None
        case Turn() | Claiming() | Over():
            return False
        case _:
            assert_never(phase)


def _own_view(state: HandState, seat: Seat) -> OwnView:
    owner = state.seats[seat]
    phase = state.phase
    done = state.exchanged
    exchange = phase.chosen[seat] if isinstance(phase, Exchanging) else None
    return OwnView(
        hand=owner.hand,
        drawn=_drawn(state, seat),
        exchange=exchange if done is None else done.gave[seat],
        received=None if done is None else done.received[seat],
        void=phase.chosen[seat] if isinstance(phase, Voiding) else owner.void,
        answer=phase.answers[seat] if isinstance(phase, Claiming) else None,
        block=owner.block,
    )


def _drawn(state: HandState, seat: Seat) -> Tile | None:
    """The tile drawn in the seat's turn; before the first turn the dealer's 14th tile, if still held."""
    match state.phase:
        case Turn(seat=turn, drawn=drawn):
            return drawn if turn == seat else None
        case Exchanging() | Voiding():
            return state.last if seat == state.dealer and state.last in state.seats[seat].hand else None
        case Claiming() | Over():
            return None
        case _:
            assert_never(state.phase)
