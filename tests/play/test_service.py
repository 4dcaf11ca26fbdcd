"""Commands under contention, and commands that change nothing."""

import asyncio

import pytest

from app.play.errors import Busy
from app.rooms.steps.commands import AddBot, Connected, Disconnected, Envelope, Join, Leave, Ready
from app.rooms.steps.outcome import Reject
from app.stores import CommitResult
from app.stores.rooms.values import Commit
from tests.support.exact import exactly
from tests.support.play.bench import OWNER, Bench

pytestmark = [pytest.mark.store, pytest.mark.database]


async def test_concurrent_joins_all_take_effect(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    before = (await bench.service.load(room_id)).version
    commands = [Join(f"{number}" * 32, f"客{number}") for number in range(1, 4)]
    await bench.guests(*(command.player_id for command in commands))
    done = await asyncio.gather(*(bench.service.execute(room_id, command) for command in commands))
    assert all(one.changed for one in done)
    room = (await bench.service.load(room_id)).room
    assert {member.player_id for member in room.present} == {
        OWNER.player_id,
        *(f"{n}" * 32 for n in (1, 2, 3)),
    }
    assert (await bench.service.load(room_id)).version == before + 3


async def test_a_repeated_envelope_is_carried_out_once(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    envelope = Envelope("action-0001", "digest", AddBot(OWNER.player_id))
    first = await bench.service.execute(room_id, envelope)
    again = await asyncio.gather(*(bench.service.execute(room_id, envelope) for _ in range(4)))
    assert first.changed
    assert not any(one.changed for one in again)
    assert {one.reply for one in again} == {first.reply}
    assert sum(member.bot for member in (await bench.room(room_id)).present) == 1


async def test_a_refused_command_writes_nothing(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    before = await bench.stores.rooms.load(room_id)
    with pytest.raises(Reject, match=exactly("not_member")):
        await bench.service.execute(room_id, Ready("f" * 32))
    await bench.service.execute(room_id, Disconnected(0, "an old connection"))
    assert await bench.stores.rooms.load(room_id) == before


async def test_a_command_that_always_conflicts_is_busy(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    room_id = await bench.lobby_of_one()

    async def conflict(_: Commit) -> CommitResult:
        return CommitResult.CONFLICT

    monkeypatch.setattr(bench.stores.rooms, "commit", conflict)
    with pytest.raises(Busy):
        await bench.service.execute(room_id, Connected(OWNER.player_id, "1"))


async def test_a_commit_at_a_wrong_time_is_repeated_at_the_right_one(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    room_id = await bench.lobby_of_one()
    clock = bench.stores.clock
    await clock.sync()
    assert clock._offset_ms is not None
    monkeypatch.setattr(clock, "_offset_ms", clock._offset_ms - 60_000)
    done = await bench.service.execute(room_id, Connected(OWNER.player_id, "1"))
    assert done.changed


async def test_the_next_member_of_a_slot_gets_no_earlier_frames(bench: Bench) -> None:
    room_id = await bench.lobby_of_one()
    await bench.guests("1" * 32, "2" * 32)
    await bench.service.execute(room_id, Join("1" * 32, "甲"))
    await bench.service.execute(room_id, Connected(OWNER.player_id, "1"))
    await bench.service.execute(room_id, AddBot(OWNER.player_id))
    told = await bench.stores.rooms.read_frames(room_id, 1, 0, "", 100)
    assert told.frames
    await bench.service.execute(room_id, Leave("1" * 32))
    await bench.service.execute(room_id, Join("2" * 32, "乙"))
    left = await bench.stores.rooms.read_frames(room_id, 1, 0, "", 100)
    assert not left.frames
