"""All hands of a hand in play, for the operator who has told the table that he looks at them."""

from dataclasses import dataclass

from app.rooms.state.room import Play, Room
from app.rules.tiles.tiles import Seat
from app.wire.messages.views import MeldView
from app.wire.render.hand import render_hand


@dataclass(frozen=True, slots=True, repr=False)
class OpenSeat:
    """One seat: ``hand`` are its concealed tiles without ``drawn``, as text (R1)."""

    seat: Seat
    name: str
    hand: str
    drawn: str | None
    melds: list[MeldView]
    river: list[str]
    claimed: list[int]
    void: str | None
    won: bool


@dataclass(frozen=True, slots=True, repr=False)
class OpenHand:
    """The hand as its players could lay it open. ``wall``: how many tiles are left, and nothing else of it.

    ``at``: when the table was told (server ms).
    """

    match: int
    hand: int
    at: int
    phase: str
    turn: Seat | None
    wall: int
    seats: tuple[OpenSeat, ...]


def open_hand(room: Room, play: Play, at: int) -> OpenHand:
    """What the seats know together. It is put together from their views, so it holds no more than those."""
    seats = tuple(_open_seat(room, play, seat) for seat in range(len(room.members)))
    shared = render_hand(play, room.hand_number, 0)
    return OpenHand(room.match, room.hand_number, at, shared.phase, shared.turn, shared.wall, seats)


def _open_seat(room: Room, play: Play, seat: Seat) -> OpenSeat:
    seen = render_hand(play, room.hand_number, seat)
    own, member = seen.players[seat], room.by_seat(seat)
    return OpenSeat(
        seat=seat,
        name="" if member is None else member.name,
        hand=seen.hand if own.won is None else own.won.concealed,
        drawn=seen.drawn,
        melds=own.melds,
        river=own.river,
        claimed=own.claimed,
        void=own.void,
        won=own.won is not None,
    )
