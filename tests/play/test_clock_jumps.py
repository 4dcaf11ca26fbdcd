"""A clock of the store that jumps, and a store or a database that answers late: nobody loses time."""

import asyncio
import secrets
from typing import Any

import pytest

from app.db.hands import history
from app.play.loops.timers import TimerLoop
from app.rooms.state.room import Room
from app.rooms.steps.commands import AddBot, Connected, Ready, Start, TakeAction, Tick
from app.rules.hand.actions import Proceed
from app.rules.hand.legal import default_action
from tests.support.play.bench import OWNER, Bench
from tests.support.play.card_tables import COST, SECOND, arrive, priced
from tests.support.play.card_tables import OWNER as PAYER
from tests.support.stores.jumping import let_clocks_jump, set_clock_off

pytestmark = [pytest.mark.store, pytest.mark.database]
GRACE_MS = 5_000
JUMPS = [-86_400, -300, 300, 86_400]


async def waiting_table(bench: Bench) -> str:
    """A hand that waits for a decision of its owner, with three bots. Returns the room id."""
    room_id = await bench.lobby_of_one()
    for command in (
        Connected(OWNER.player_id, "1"),
        AddBot(OWNER.player_id, all=True),
        Ready(OWNER.player_id, client_seed=b"\1" * 16),
        Start(OWNER.player_id),
    ):
        await bench.service.execute(room_id, command)
    while next((await bench.room(room_id)).humans).asked is None:
        await bench.service.execute(room_id, Tick())
    return room_id


def left_ms(room: Room, now: int) -> int:
    """How long the owner may still think."""
    (owner,) = room.humans
    assert owner.asked is not None
    assert owner.asked.until is not None
    return owner.asked.until - now


@pytest.mark.parametrize("jump_s", JUMPS)
async def test_who_thinks_keeps_their_time(
    bench: Bench, jump_s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_clocks_jump(monkeypatch)
    await bench.stores.clock.sync()
    room_id = await waiting_table(bench)
    timers = TimerLoop(bench.service, bench.stores.timers, GRACE_MS)
    await timers.poll()
    before = left_ms(await bench.room(room_id), await bench.stores.rooms.now_ms())
    assert 50_000 < before <= 60_000
    await set_clock_off(bench.stores, jump_s)
    await bench.stores.clock.sync()
    while await timers.poll():
        continue
    after = left_ms(await bench.room(room_id), await bench.stores.rooms.now_ms())
    assert before - 5_000 < after <= before


@pytest.mark.parametrize("jump_s", JUMPS)
async def test_a_jump_that_nobody_has_noticed_refuses_no_action(
    bench: Bench, jump_s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The step itself finds the jump: it is refused once, then done."""
    let_clocks_jump(monkeypatch)
    await bench.stores.clock.sync()
    room_id = await waiting_table(bench)
    await set_clock_off(bench.stores, jump_s)
    room = await bench.room(room_id)
    (owner,) = room.humans
    assert owner.asked is not None
    assert room.play is not None
    action = default_action(room.play.state, owner.seat)
    assert not isinstance(action, Proceed)
    done = await bench.service.execute(room_id, TakeAction(OWNER.player_id, owner.asked.id, action))
    assert done.changed
    assert bench.stores.clock.jumps == 1


@pytest.mark.parametrize("jump_s", JUMPS)
async def test_bots_play_on_and_the_newest_connection_wins(
    bench: Bench, jump_s: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    let_clocks_jump(monkeypatch)
    await bench.stores.clock.sync()
    room_id = await bench.started()
    presence = bench.stores.presence
    first = await bench.stores.rooms.now_ms()
    assert await presence.renew(room_id, 0, first, 30_000)
    await set_clock_off(bench.stores, jump_s)
    await bench.stores.clock.sync()
    second = await bench.stores.rooms.now_ms()
    assert second >= first
    assert await presence.renew(room_id, 0, second + 1, 30_000)
    assert await presence.expired(await bench.stores.rooms.now_ms()) == []
    async with asyncio.timeout(60):
        while (await bench.room(room_id)).phase == "playing":
            await bench.timers.poll()
            await asyncio.sleep(0.001)


async def test_after_a_jump_who_has_little_time_gets_some(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host slept, so the connections of all players are broken."""
    let_clocks_jump(monkeypatch)
    await bench.stores.clock.sync()
    room_id = await waiting_table(bench)
    timers = TimerLoop(bench.service, bench.stores.timers, 600_000)
    await timers.poll()
    await set_clock_off(bench.stores, 3_600)
    await bench.stores.clock.sync()
    await timers.poll()
    after = left_ms(await bench.room(room_id), await bench.stores.rooms.now_ms())
    assert after > 590_000
    await timers.poll()
    assert left_ms(await bench.room(room_id), await bench.stores.rooms.now_ms()) <= after, "once"


async def test_a_booked_hand_has_the_time_of_day(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    let_clocks_jump(monkeypatch)
    await bench.stores.clock.sync()
    room_id = await bench.started(hands=1)
    await set_clock_off(bench.stores, 86_400)
    await bench.stores.clock.sync()
    await bench.play_out(room_id)
    while await bench.relay.drain():
        continue
    async with bench.db.read() as tx:
        ended = await ended_at(tx, room_id)
    assert abs(ended - await bench.stores.rooms.date_ms()) < 60_000
    assert ended - await bench.stores.rooms.now_ms() > 80_000_000


async def ended_at(tx: Any, room_id: str) -> int:
    """When the only hand of the room ended, by the books."""
    (hand,) = await history.hands_of_room(tx, room_id)
    ended: int = hand.ended_at
    return ended


async def test_a_slow_database_holds_a_step_up_but_does_not_date_it_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hold of the cards takes 0.8 s. The step counts from then on, and is not tried again."""
    await arrive(bench.db, a=COST, b=COST)
    held, _ = await bench.lobby.create(PAYER, secrets.token_hex(8), priced("winner"))
    commits: list[int] = []
    reserved: list[int] = []
    rooms = bench.stores.rooms
    real_commit, real_reserve = rooms.commit, bench.service._reservations.begin

    def begin(player_id: str | None) -> Any:
        reservations = real_reserve(player_id)
        real_make = reservations.make

        async def make(*args: Any) -> bool:
            done = await real_make(*args)
            await asyncio.sleep(0.8)
            reserved.append(await rooms.now_ms())
            return done

        monkeypatch.setattr(reservations, "make", make)
        return reservations

    async def commit(step: Any) -> Any:
        commits.append(step.now_ms)
        return await real_commit(step)

    monkeypatch.setattr(bench.service._reservations, "begin", begin)
    monkeypatch.setattr(rooms, "commit", commit)
    await bench.lobby.join(held.room.code, SECOND)
    assert len(commits) == 1
    assert commits[0] >= reserved[0]


async def test_a_slow_store_takes_every_step(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each call takes 0.6 s on its way there and 0.4 s on its way back. Nothing is refused."""
    room_id = await waiting_table(bench)
    link = bench.stores.link
    refused: list[Any] = []
    real_send, real_commit = link._send, bench.stores.rooms.commit

    async def slow(command: Any) -> Any:
        await asyncio.sleep(0.6)
        reply = await real_send(command)
        await asyncio.sleep(0.4)
        return reply

    async def commit(step: Any) -> Any:
        verdict = await real_commit(step)
        refused.append(verdict.name)
        return verdict

    monkeypatch.setattr(link, "_send", slow)
    monkeypatch.setattr(bench.stores.rooms, "commit", commit)
    bench.stores.clock.distrust()
    done = await bench.service.execute(room_id, Connected(OWNER.player_id, "2"))
    assert done.changed
    assert refused == ["OK"]
    assert bench.stores.clock.jumps == 0
