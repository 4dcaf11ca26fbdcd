"""No ack is sent before the commit."""

import asyncio
from collections.abc import Callable

import pytest

from app.config.settings import Settings
from app.gateway.closing import CloseCode
from app.main import drain
from app.rooms.state.codec import decode_room
from app.stores import Stores
from app.stores.rooms.room_store import RoomStore
from tests.support.counted import counted
from tests.support.live import Live, Player, live
from tests.support.play.faults import Gate, stop_after, stop_before
from tests.support.raw import raw

pytestmark = [pytest.mark.store, pytest.mark.database]
ADD_BOT = {"type": "add_bot"}


async def bots(stores: Stores, room_id: str) -> int:
    """How many bots sit in the room."""
    loaded = await stores.rooms.load(room_id)
    assert loaded is not None
    return sum(member.bot for member in decode_room(loaded.blob).present)


async def test_the_time_of_an_act_is_measured(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        clock = asyncio.get_running_loop().time
        begun, before = clock(), counted("guangan_act_seconds_sum", answer="ok")
        assert (await socket.act("action-0001", ADD_BOT))["result"] == "ok"
        assert 0 < counted("guangan_act_seconds_sum", answer="ok") - before <= clock() - begun


@pytest.mark.parametrize(("stop", "done"), [(stop_before, 0), (stop_after, 1)])
async def test_a_worker_that_stops_at_the_commit_has_acknowledged_nothing(
    server: Live,
    settings: Settings,
    four: list[Player],
    stores: Stores,
    stop: Callable[..., Gate],
    done: int,
) -> None:
    """The player sends the act again to another worker. It is done once in both cases."""
    await four[0].create()
    room_id = four[0].room["id"]
    async with live(settings) as stopping, raw(stopping.url) as socket:
        await socket.hello(four[0].api, room_id)
        await socket.until("snapshot")
        with pytest.MonkeyPatch.context() as patch:
            gate = stop(patch, RoomStore, "commit")
            await socket.say({"type": "act", "action_id": "action-0001", "action": ADD_BOT})
            await gate.reached()
            await drain(stopping.app)
            assert await socket.closed() == CloseCode.RESTART
    assert not [message for message in socket.heard if message.get("type") == "ack"]
    assert await bots(stores, room_id) == done
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, room_id)
        answers = [await socket.act("action-0001", ADD_BOT) for _ in range(2)]
    assert [answer["result"] for answer in answers] == ["ok", "ok"]
    assert await bots(stores, room_id) == 1
