"""Each error says whether to retry. Where it does, the same bytes sent again do the act exactly once."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from app.gateway.closing import CloseCode
from app.rooms.state.codec import decode_room
from app.stores import Stores, StoreUnavailable
from app.stores.rooms.room_store import RoomStore
from app.stores.rooms.values import Commit, CommitResult
from tests.support.live import Live, Player
from tests.support.play.faults import Trouble, database_locked, full, others_faster, read_only
from tests.support.raw import Raw, raw

pytestmark = [pytest.mark.store, pytest.mark.database]
ADD_BOT = {"type": "act", "action_id": "action-0001", "action": {"type": "add_bot"}}


@asynccontextmanager
async def lost_answer(_: Stores) -> AsyncIterator[None]:
    """The store commits, but its answer is lost."""
    commit = RoomStore.commit

    async def lost(self: RoomStore, step: Commit) -> CommitResult:
        await commit(self, step)
        raise StoreUnavailable("the answer is lost")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RoomStore, "commit", lost)
        yield


TROUBLES: dict[str, tuple[Trouble, str]] = {
    "busy": (others_faster, "busy"),
    "full": (full, "overloaded"),
    "read only": (read_only, "store_unavailable"),
    "lost answer": (lost_answer, "store_unavailable"),
}


async def error(socket: Raw, code: str) -> dict[str, Any]:
    """The next error with this code."""
    while True:
        message = await socket.until("error")
        if message["code"] == code:
            return message


async def bots(stores: Stores, room_id: str) -> int:
    """How many bots sit in the room."""
    loaded = await stores.rooms.load(room_id)
    assert loaded is not None
    return sum(member.bot for member in decode_room(loaded.blob).present)


@pytest.mark.parametrize(("trouble", "code"), TROUBLES.values(), ids=TROUBLES)
async def test_an_act_in_a_bad_moment_is_sent_again_and_done_once(
    server: Live, four: list[Player], stores: Stores, trouble: Trouble, code: str
) -> None:
    await four[0].create()
    room_id = four[0].room["id"]
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, room_id)
        async with trouble(stores):
            await socket.say(ADD_BOT)
            refusal = await error(socket, code)
        assert refusal["retry"] is True
        assert refusal["after_ms"] > 0
        answers = []
        for _ in range(2):
            await socket.say(ADD_BOT)
            answers.append(await socket.until("ack"))
        assert await bots(stores, room_id) == 1
        assert answers[0] == answers[1]
        assert answers[0]["result"] == "ok"
        errors = [message for message in socket.heard if message.get("type") == "error"]
        assert all(message["retry"] for message in errors)


async def test_who_leaves_hears_so_by_the_close_code_if_the_store_s_answer_is_lost(
    server: Live, four: list[Player], stores: Stores
) -> None:
    code = await four[0].create()
    await four[1].join(code)
    async with raw(server.url) as socket:
        await socket.hello(four[1].api, four[1].room["id"])
        await socket.until("snapshot")
        async with lost_answer(stores):
            await socket.say({"type": "act", "action_id": "action-0001", "action": {"type": "leave"}})
            await error(socket, "store_unavailable")
            assert await socket.closed() == CloseCode.LEFT


async def test_an_act_while_the_database_is_locked_is_done_after_it(
    server: Live, four: list[Player], stores: Stores
) -> None:
    """The store has lost the room, and the database cannot write the epoch of the rebuilt one."""
    await four[0].create()
    room_id = four[0].room["id"]
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, room_id)
        await socket.until("snapshot")
        async with database_locked(server.settings.database):
            await stores.link.call("FLUSHALL")
            await socket.say(ADD_BOT)
            refusal = await error(socket, "store_unavailable")
        assert (refusal["retry"], refusal["after_ms"]) == (True, 1000)
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, room_id)
        for _ in range(2):
            await socket.say(ADD_BOT)
            assert (await socket.until("ack"))["result"] == "ok"
    assert await bots(stores, room_id) == 1


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("{", "bad_json"),
        ('{"type":"nonsense"}', "bad_message"),
        ('{"type":"act","action_id":"action-0001","action":{"type":"pass"}}', "bad_message"),
    ],
)
async def test_a_wrong_message_stays_wrong(server: Live, four: list[Player], said: str, code: str) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        await socket.say(said)
        assert await error(socket, code) == {"type": "error", "code": code}


async def test_too_many_messages_are_sent_again_later(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        for seq in range(40):
            await socket.say({"type": "heartbeat", "seq": seq})
        first = await error(socket, "rate_limited")
        assert (first["retry"], first["after_ms"]) == (True, 1000)
        assert await socket.closed() == CloseCode.RATE
        assert socket.heard[-1] == {"type": "error", "code": "rate_limited", "retry": True}


@pytest.mark.parametrize(
    ("trouble", "code"),
    [(others_faster, "busy"), (full, "overloaded"), (read_only, "store_unavailable")],
)
async def test_a_hello_in_a_bad_moment_may_come_again(
    server: Live, four: list[Player], stores: Stores, trouble: Trouble, code: str
) -> None:
    await four[0].create()
    ticket = await four[0].api.ticket()
    hello = {"type": "hello", "version": 1, "ticket": ticket, "room": four[0].room["id"]}
    async with raw(server.url) as socket, trouble(stores):
        await socket.say(hello)
        assert await socket.hear() == {"type": "error", "code": code, "retry": True}
        assert await socket.closed() == CloseCode.OVERLOADED
    async with raw(server.url) as socket:
        assert (await socket.hello(four[0].api, four[0].room["id"]))["type"] == "welcome"


@pytest.mark.parametrize(
    "hello", [{"ticket": "x" * 43}, {"version": 2}, {"room": "0" * 32}, {"type": "heartbeat"}]
)
async def test_a_wrong_hello_stays_wrong(server: Live, four: list[Player], hello: dict[str, Any]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        said = {"type": "hello", "version": 1, "ticket": await four[0].api.ticket()}
        await socket.say({**said, "room": four[0].room["id"], **hello})
        assert "retry" not in await socket.hear()
        assert await socket.closed() >= 4500
