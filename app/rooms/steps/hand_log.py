"""The log of the hand on the table, and the record of a finished hand for the database."""

from collections.abc import Iterable
from dataclasses import dataclass

from app.rooms.state.room import Play, Room, Sealed, hand_id_of, seated
from app.rooms.steps.outbox import (
    HandEnded,
    HandToBook,
    ItemToBook,
    SeatToBook,
    TransferToBook,
    WinToBook,
)
from app.rules.hand.events import Event, Settled, Won
from app.rules.hand.state import HandState, Over, seats_in_play
from app.rules.options.options import options_diff
from app.rules.record.log import LogHeader, event_line, header_line, log_bytes
from app.rules.tiles.hand_text import format_meld
from app.rules.tiles.tiles import Seat, format_tile, format_tiles
from app.rules.tiles.wall import Deal


@dataclass(frozen=True, slots=True)
class HandStart:
    """What a hand begins with. ``client_seeds``: in the order of the deal."""

    number: int
    dealer: Seat
    sealed: Sealed
    client_seeds: tuple[bytes, ...]
    deal: Deal


def begin_log(room: Room, hand: HandStart) -> bytes:
    """The first line of the log of a hand."""
    header = LogHeader(
        preset=room.settings.preset,
        options=room.settings.options,
        hand=hand.number,
        dealer=hand.dealer,
        deal=hand.deal,
        seed=hand.sealed.seed.hex(),
        client_seeds=tuple(seed.hex() for seed in hand.client_seeds),
        context=hand_id_of(room.id, room.match, hand.number),
        commitment=hand.sealed.commitment,
    )
    return log_bytes([header_line(header)])


def more_log(events: Iterable[Event]) -> bytes:
    """The log lines of the events."""
    return log_bytes([line for event in events if (line := event_line(event)) is not None])


def result_of(state: HandState) -> Settled:
    """The settlement of a hand that is over. Raises ValueError if it is not over."""
    if not isinstance(state.phase, Over):
        raise ValueError("the hand is not over")
    return state.phase.result


def is_exhausted(state: HandState) -> bool:
    """Whether a hand that is over ended because the wall was empty and not by a win (R12)."""
    if not state.options.blood_battle:
        return not state.wins
    return len(seats_in_play(state)) > 1


def hand_ended(room: Room, play: Play, now: int) -> HandEnded:
    """The outbox entry of a hand that is over. ``now``: server ms."""
    options, state, result = room.settings.options, play.state, result_of(play.state)
    record = HandToBook(
        preset=room.settings.preset,
        options=options_diff(room.settings.preset, options),
        seats=tuple(_seat_record(room, seat) for seat in range(len(state.seats))),
        dealer=state.dealer,
        next_dealer=result.next_dealer,
        exhausted=is_exhausted(state),
        deltas=result.deltas,
        transfers=tuple(TransferToBook(t.payer, t.payee, t.ke, t.reason) for t in result.transfers),
        wins=tuple(_win_record(won) for won in state.wins),
        server_seed=play.sealed.seed.hex(),
        client_seeds=tuple(seed.hex() for seed in play.client_seeds),
        commitment=play.sealed.commitment,
        log=play.log,
        ended_at=now,
        last=room.hand_number >= options.hands,
    )
    return HandEnded(room.id, room.match, room.hand_number, record)


def _seat_record(room: Room, seat: int) -> SeatToBook:
    member = seated(room, seat)
    return SeatToBook(member.player_id, member.name, member.bot)


def _win_record(won: Won) -> WinToBook:
    items = tuple(ItemToBook(item.id, item.ke, format_tiles(item.tiles)) for item in won.score.items)
    return WinToBook(
        seat=won.seat,
        place=won.place,
        tile=format_tile(won.tile),
        by=won.by.value,
        source=won.source,
        ke=won.score.ke,
        multiplier=won.score.multiplier,
        items=items,
        melds="".join(format_meld(meld) for meld in won.melds),
        concealed=format_tiles(won.concealed),
    )
