"""Renders events of the rules engine for one seat."""

from collections.abc import Iterable
from typing import Final, Literal, assert_never

from app.rooms.state.room import Play
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
from app.rules.seen.view import redact
from app.rules.tiles.melds import MeldKind
from app.rules.tiles.tiles import SUIT_LETTERS, Seat, Tile, format_tile, format_tiles
from app.wire.messages.events import (
    ChosenEvent,
    DiscardedEvent,
    DrewEvent,
    ExchangedEvent,
    ExhaustedEvent,
    KongedEvent,
    KongRobbedEvent,
    OverruledEvent,
    PassedEvent,
    PungedEvent,
    SettledEvent,
    VoidedEvent,
    WireEvent,
    WonEvent,
)
from app.wire.render.hand import render_result, render_win
from app.wire.render.text import less, suit_name, tile_name

_KONGS: Final[dict[MeldKind, Literal["exposed", "added", "concealed"]]] = {
    MeldKind.EXPOSED_KONG: "exposed",
    MeldKind.ADDED_KONG: "added",
    MeldKind.CONCEALED_KONG: "concealed",
}


def render_events(before: Play, after: Play, events: Iterable[Event], seat: Seat) -> list[WireEvent]:
    """The events between two moments of a hand, as the seat may know them. A deal is no wire event."""
    known = (redact(event, seat) for event in events)
    rendered = (_render(before, after, event, seat) for event in known if event is not None)
    return [event for event in rendered if event is not None]


def _render(before: Play, after: Play, event: Event, seat: Seat) -> WireEvent | None:
    match event:
        case Dealt():
            return None
        case Chosen() | Exchanged() | Voided():
            return _opening(before, event, seat)
        case Passed(declined=declined):
            return PassedEvent(list(declined))
        case Overruled(asked=asked):
            return OverruledEvent(asked)
        case Won() | Exhausted() | Settled():
            return _ending(after, event)
        case Drew() | Discarded() | Punged() | Konged() | KongRobbed():
            return _move(event)
        case _:
            assert_never(event)


def _opening(before: Play, event: Chosen | Exchanged | Voided, seat: Seat) -> WireEvent:
    match event:
        case Chosen():
            return ChosenEvent(event.seat, event.what, format_tiles(event.tiles or ()), suit_name(event.suit))
        case Exchanged():
            return ExchangedEvent(
                die=event.die,
                direction=event.direction,
                received=format_tiles(event.received[seat] or ()),
                phase="voiding" if before.state.options.void_suit else "turn",
                drawn=tile_name(_drawn(before, event, seat)),
            )
        case Voided():
            return VoidedEvent([SUIT_LETTERS[suit] for suit in event.suits])
        case _:
            assert_never(event)


def _move(event: Drew | Discarded | Punged | Konged | KongRobbed) -> WireEvent:
    match event:
        case Drew():
            return DrewEvent(event.seat, event.source == "tail", tile_name(event.tile))
        case Discarded():
            return DiscardedEvent(event.seat, format_tile(event.tile))
        case Punged():
            return PungedEvent(event.seat, format_tile(event.tile), event.source)
        case Konged():
            return KongedEvent(event.seat, format_tile(event.tile), _KONGS[event.kind], event.source)
        case KongRobbed():
            return KongRobbedEvent(event.seat, format_tile(event.tile), event.stands)
        case _:
            assert_never(event)


def _ending(after: Play, event: Won | Exhausted | Settled) -> WireEvent:
    match event:
        case Won():
            return WonEvent(render_win(event, after.state.options))
        case Exhausted():
            return ExhaustedEvent()
        case Settled():
            return SettledEvent(render_result(after, event))
        case _:
            assert_never(event)


def _drawn(before: Play, event: Exchanged, seat: Seat) -> Tile | None:
    """The last tile dealt, for the dealer only, if the dealer still has one of its kind (R16)."""
    state = before.state
    if seat != state.dealer:
        return None
    kept = less(state.seats[seat].hand, event.gave[seat] or ())
    return state.last if state.last in (*kept, *(event.received[seat] or ())) else None
