"""The log of the hand on the table, grown event by event, and its record for the books."""

from collections.abc import Iterable

from app.rooms.state.room import Play, Room, hand_id_of
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
from app.rules.tiles.tiles import format_tile, format_tiles
from app.rules.tiles.wall import Deal


def begin_log(room: Room, number: int, client_seeds: tuple[bytes, ...], deal: Deal) -> bytes:
    """The first line of a hand's log. The room knows its dealer and has a sealed seed."""
    if room.sealed is None or room.dealer is None:
        raise ValueError("a hand needs a seed and a dealer")
    header = LogHeader(
        preset=room.settings.preset,
        options=room.settings.options,
        hand=number,
        dealer=room.dealer,
        deal=deal,
        seed=room.sealed.seed.hex(),
        client_seeds=tuple(seed.hex() for seed in client_seeds),
        context=hand_id_of(room.id, room.match, number),
        commitment=room.sealed.commitment,
    )
    return log_bytes([header_line(header)])


def more_log(events: Iterable[Event]) -> bytes:
    """The lines of some events."""
    return log_bytes([line for event in events if (line := event_line(event)) is not None])


def result_of(state: HandState) -> Settled:
    """The settlement of a hand that is over. Raises ValueError for another one."""
    if not isinstance(state.phase, Over):
        raise ValueError("the hand is not over")
    return state.phase.result


def is_exhausted(state: HandState) -> bool:
    """Whether a hand that is over ended with the wall and not with a win (R12)."""
    if not state.options.blood_battle:
        return not state.wins
    return len(seats_in_play(state)) > 1


def hand_ended(room: Room, play: Play, now: int) -> HandEnded:
    """The entry for the books of a hand that is over."""
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
    member = room.by_seat(seat)
    if member is None:
        raise ValueError(f"nobody sits at seat {seat}")
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
