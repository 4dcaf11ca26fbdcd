"""Members by seat and by slot."""

import pytest

from app.rooms.state.room import in_slot, seated
from tests.support.exact import exactly
from tests.support.rooms.table import Table, settings


def test_a_member_is_found_by_seat_and_by_slot() -> None:
    room = Table.started(settings(), humans=4, seed=3).room
    for member in room.present:
        assert seated(room, member.seat) is member
        assert in_slot(room, member.slot) is member


def test_an_empty_place_has_no_member() -> None:
    room = Table(settings()).room
    with pytest.raises(ValueError, match=exactly("seat 2 is empty")):
        seated(room, 2)
    with pytest.raises(ValueError, match=exactly("slot 2 is empty")):
        in_slot(room, 2)
