"""Server time as an offset to a clock that never jumps."""

from dataclasses import replace

import pytest

from app.stores import CommitResult, RoomStore, StoreClock, Stores
from app.stores.server.clock import RESYNC_AFTER_S
from app.stores.server.link import as_int, as_list
from tests.support.stores.helpers import new_room, step


class Hands:
    """A monotonic clock that the test sets."""

    def __init__(self) -> None:
        self.seconds = 50.0

    def __call__(self) -> float:
        return self.seconds


async def _server_ms(stores: Stores) -> int:
    seconds, micros = as_list(await stores.link.call("TIME"))
    return as_int(seconds) * 1000 + as_int(micros) // 1000


async def test_tells_the_servers_time(stores: Stores) -> None:
    before = await _server_ms(stores)
    now = await stores.clock.fresh_ms()
    assert before - 500 <= now <= await _server_ms(stores) + 500


def test_knows_nothing_before_it_has_asked(stores: Stores) -> None:
    with pytest.raises(RuntimeError):
        stores.clock.now_ms()


async def test_runs_on_by_itself_and_asks_when_it_has_aged(stores: Stores) -> None:
    hands = Hands()
    clock = StoreClock(stores.link, hands)
    first = await clock.fresh_ms()
    hands.seconds += RESYNC_AFTER_S - 1
    assert await clock.fresh_ms() == first + (RESYNC_AFTER_S - 1) * 1000  # no question asked
    hands.seconds += 2
    assert abs(await clock.fresh_ms() - await _server_ms(stores)) < 5000


async def test_asks_again_when_distrusted(stores: Stores) -> None:
    hands = Hands()
    clock = StoreClock(stores.link, hands)
    await clock.sync()
    hands.seconds += 20  # the host slept, or the server's clock was set back
    assert await clock.fresh_ms() - await _server_ms(stores) > 15_000
    clock.distrust()
    assert abs(await clock.fresh_ms() - await _server_ms(stores)) < 5000


async def test_a_refused_commit_makes_the_store_ask_again(stores: Stores) -> None:
    hands = Hands()
    rooms = RoomStore(stores.link, StoreClock(stores.link, hands))
    await new_room(stores)
    good = await step(stores, 1)
    await rooms.now_ms()
    hands.seconds += 20
    assert await rooms.commit(replace(good, now_ms=await rooms.now_ms())) is CommitResult.CLOCK
    assert await rooms.commit(replace(good, now_ms=await rooms.now_ms())) is CommitResult.OK
