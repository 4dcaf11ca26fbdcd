"""All concealed tiles of a hand in play, for the operator after the table was told."""

from dataclasses import dataclass

from app.rooms.state.room import Play, Room, seated
from app.rules.tiles.tiles import Seat
from app.wire.messages.views import MeldView
from app.wire.render.hand import render_hand


@dataclass(frozen=True, slots=True, repr=False)
class OpenSeat:
    """One seat. ``hand``: its concealed tiles without ``drawn``, as text (R1)."""

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
    """The tiles of all seats. ``wall``: number of tiles left in the wall; its tiles stay secret.

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
    """Combine the views of all seats. It contains nothing that no seat may see."""
    seats = tuple(_open_seat(room, play, seat) for seat in range(len(room.members)))
    shared = render_hand(play, room.hand_number, 0)
    return OpenHand(room.match, room.hand_number, at, shared.phase, shared.turn, shared.wall, seats)


def _open_seat(room: Room, play: Play, seat: Seat) -> OpenSeat:
    seen = render_hand(play, room.hand_number, seat)
    own = seen.players[seat]
    return OpenSeat(
        seat=seat,
        name=seated(room, seat).name,
        hand=seen.hand if own.won is None else own.won.concealed,
        drawn=seen.drawn,
        melds=own.melds,
        river=own.river,
        claimed=own.claimed,
        void=own.void,
        won=own.won is not None,
    )
