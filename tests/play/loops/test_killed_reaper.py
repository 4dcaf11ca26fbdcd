"""If a reaper dies, the room stays in the store until the database has closed it and its code rests."""

from collections.abc import Callable

import pytest

from app.db.cards import charges
from app.play.loops.reaper import Patience, Reaper
from app.rooms.steps.commands import CloseRoom
from app.stores.server import keys
from tests.support.play.bench import Bench
from tests.support.play.card_tables import COST, arrive, balances, make, sound
from tests.support.play.faults import Gate, entries_of, kill, launch, stop_after, stop_before

pytestmark = [pytest.mark.store, pytest.mark.database]
NOBODY_WAITS = Patience(lobby_minutes=0, game_minutes=0, ended_minutes=0)


def reaper(bench: Bench) -> Reaper:
    """A reaper without any patience."""
    stores = bench.stores
    return Reaper(bench.service, stores.timers, stores.codes, bench.db, NOBODY_WAITS)


PLACES: dict[str, Callable[[Bench, pytest.MonkeyPatch], Gate]] = {
    "in the transaction": lambda _, patch: stop_after(patch, charges, "close_room"),
    "before the code rests": lambda bench, patch: stop_before(patch, bench.stores.codes, "release"),
    "before the room goes": lambda bench, patch: stop_before(patch, bench.stores.rooms, "delete"),
}


@pytest.mark.parametrize("place", PLACES.values(), ids=PLACES)
async def test_a_closed_room_whose_end_was_never_booked(
    either: Bench, place: Callable[[Bench, pytest.MonkeyPatch], Gate]
) -> None:
    """The outbox of the room is lost, so only the reaper can close the room in the database."""
    await arrive(either.db, a=COST)
    room_id, code = await make(either, "owner")
    await either.service.execute(room_id, CloseRoom("operator"))
    await either.stores.link.call("DEL", keys.outbox(keys.shard_of(room_id)))
    assert await entries_of(either.stores, room_id) == []
    with pytest.MonkeyPatch.context() as patch:
        gate = place(either, patch)
        dying = launch(reaper(either).sweep)
        await gate.reached()
        await kill(dying)
    assert await either.stores.rooms.load(room_id) is not None
    await reaper(either).sweep()
    assert await either.stores.rooms.load(room_id) is None
    assert await balances(either.db) == {"a": (COST, 0)}
    assert await either.stores.codes.lookup(code) is None
    assert not await either.stores.codes.reserve(code, "another room"), "the code rests"
    await sound(either.db)
