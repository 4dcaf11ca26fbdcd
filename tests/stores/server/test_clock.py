"""Server time as an offset to a clock that never jumps."""

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest

from app.play.loops.clock import ClockLoop
from app.stores import CommitResult, RoomStore, StoreClock, Stores
from app.stores.rooms.room_store import EARLY_MS, LATE_MS
from app.stores.server import keys
from app.stores.server.clock import RESYNC_AFTER_S
from app.stores.server.link import as_int, as_list
from tests.support.stores.helpers import ROOM, new_room, step
from tests.support.stores.jumping import let_clocks_jump, set_clock_off


class Hands:
    """A monotonic clock that the test moves by ``seconds``."""

    def __init__(self) -> None:
        self.seconds = 50.0

    def __call__(self) -> float:
        return time.monotonic() + self.seconds


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
    await clock.fresh_ms()
    synced = clock._synced_at
    hands.seconds += RESYNC_AFTER_S - 5
    await clock.fresh_ms()
    assert clock._synced_at == synced, "no question asked"
    hands.seconds += 6
    await clock.fresh_ms()
    assert clock._synced_at > synced


async def _clock(stores: Stores) -> tuple[StoreClock, Hands]:
    """The clock of one process, in step with the server."""
    hands = Hands()
    clock = StoreClock(stores.link, hands)
    await clock.sync()
    await clock.sync()
    return clock, hands


@pytest.mark.parametrize("jump_s", [-86_400, -300, -1, 1, 4, 300, 3_600, 86_400])
async def test_a_jump_of_the_server_is_none_of_the_tables(
    stores: Stores, jump_s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_clocks_jump(monkeypatch)
    clock, hands = await _clock(stores)
    for _ in range(2):
        hands.seconds += 0.01
        await clock.sync()
    await set_clock_off(stores, jump_s)
    before = clock.now_ms()
    await clock.sync()
    assert abs(clock.now_ms() - before) < 500
    assert abs(clock.ahead_ms + jump_s * 1000) < 500
    assert clock.jumps == 1
    assert abs(await clock.date_ms() - await _server_ms(stores) - jump_s * 1000) < 1_000
    later = StoreClock(stores.link, Hands())
    await later.sync()
    assert abs(later.now_ms() - clock.now_ms()) < 500
    assert (later.jumps, later.ahead_ms) == (0, clock.ahead_ms), "one process takes it out, for all"


async def test_two_processes_take_one_jump_out_once(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    let_clocks_jump(monkeypatch)
    pair = [await _clock(stores), await _clock(stores)]
    await set_clock_off(stores, -300)
    before = [clock.now_ms() for clock, _ in pair]
    await asyncio.gather(*(clock.sync() for clock, _ in pair))
    assert [abs(clock.now_ms() - then) < 500 for (clock, _), then in zip(pair, before, strict=True)] == [
        True
    ] * 2
    assert sum(clock.jumps for clock, _ in pair) == 1
    assert pair[0][0].ahead_ms == pair[1][0].ahead_ms


async def test_who_stood_still_goes_on_with_the_others(stores: Stores) -> None:
    sleeper, hands = await _clock(stores)
    other, _ = await _clock(stores)
    for _ in range(2):
        await asyncio.sleep(0.02)
        await other.sync()
    hands.seconds -= 3_600
    assert await _server_ms(stores) - sleeper.now_ms() > 3_000_000
    await sleeper.sync()
    assert abs(sleeper.now_ms() - await _server_ms(stores)) < 1_000
    assert (sleeper.jumps, sleeper.ahead_ms) == (0, 0)


async def test_a_new_process_goes_on_where_the_last_one_was(stores: Stores) -> None:
    """The server's clock goes back while no process runs."""
    clock, _ = await _clock(stores)
    clock._followed_ms = clock.now_ms() + 300_000  # as it was before the server's clock went back
    await clock._read()
    later = StoreClock(stores.link, Hands())
    await later.sync()
    assert abs(later.now_ms() - await _server_ms(stores) - 300_000) < 1_000
    assert later.jumps == 1


async def test_time_without_any_process_has_passed(stores: Stores) -> None:
    clock, _ = await _clock(stores)
    await stores.link.call("HSET", keys.clock(), "followed", clock.now_ms() - 7_200_000)
    later = StoreClock(stores.link, Hands())
    await later.sync()
    assert abs(later.now_ms() - await _server_ms(stores)) < 1_000
    assert later.jumps == 0


async def test_a_lost_store_does_not_turn_the_tables_back(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_clocks_jump(monkeypatch)
    clock, _ = await _clock(stores)
    await set_clock_off(stores, -300)
    await clock.sync()
    before = clock.now_ms()
    await stores.link.call("FLUSHDB")
    await set_clock_off(stores, -300)
    await clock.sync()
    assert abs(clock.now_ms() - before) < 500
    assert clock.ahead_ms > 290_000


async def test_without_rooms_the_correction_is_dropped_for_all(
    stores: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_clocks_jump(monkeypatch)
    clock, _ = await _clock(stores)
    await set_clock_off(stores, -300)
    await clock.sync()
    loop = ClockLoop(clock, stores.timers)
    await new_room(stores)
    await loop.settle()
    assert clock.ahead_ms > 290_000, "a room still counts by this clock"
    other, _ = await _clock(stores)
    await stores.rooms.delete(ROOM)
    await loop.settle()
    assert clock.ahead_ms == 0
    assert abs(clock.now_ms() + 300_000 - await _server_ms(stores)) < 1_000
    await other.sync()
    assert (other.ahead_ms, other.jumps) == (0, 0)
    await loop.settle()
    assert clock.ahead_ms == 0


async def test_a_slow_answer_is_no_jump(stores: Stores, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server takes the question after 1 s, and the answer takes 2 s more."""
    clock, hands = await _clock(stores)
    real, questions = stores.link.run, 0

    async def slow(*args: Any) -> Any:
        nonlocal questions
        seconds, micros, *rest = as_list(await real(*args))
        hands.seconds += 3
        questions += 1
        return [as_int(seconds) + 3 * questions - 2, micros, *rest]

    monkeypatch.setattr(stores.link, "run", slow)
    await clock.sync()
    assert (clock.jumps, clock.ahead_ms) == (0, 0)


@pytest.mark.parametrize("ahead_s", [-20, 20])
async def test_a_refused_commit_makes_the_store_ask_again(stores: Stores, ahead_s: int) -> None:
    hands = Hands()
    rooms = RoomStore(stores.link, StoreClock(stores.link, hands))
    await rooms.clock.sync()
    await new_room(stores)
    good = await step(stores, 1)
    hands.seconds += ahead_s
    assert await rooms.commit(replace(good, now_ms=await rooms.now_ms())) is CommitResult.CLOCK
    assert await rooms.commit(replace(good, now_ms=await rooms.now_ms())) is CommitResult.OK


@pytest.mark.parametrize(
    ("off_ms", "verdict"),
    [
        (EARLY_MS - 300, CommitResult.OK),
        (EARLY_MS + 300, CommitResult.CLOCK),
        (-LATE_MS + 1_000, CommitResult.OK),
        (-LATE_MS - 300, CommitResult.CLOCK),
    ],
)
async def test_a_step_may_be_late_but_not_early(stores: Stores, off_ms: int, verdict: CommitResult) -> None:
    """A store that answers slowly still takes steps."""
    await new_room(stores)
    good = await step(stores, 1)
    now = await stores.rooms.now_ms()
    assert await stores.rooms.commit(replace(good, now_ms=now + off_ms)) is verdict
