"""Forbidden messages of a socket, which change nothing."""

import asyncio
import json
from typing import Any

import pytest

from app.stores import Stores
from tests.support.live import Live, Player, seat_four, start
from tests.support.raw import raw

pytestmark = [pytest.mark.store, pytest.mark.database]
HELLO = {"type": "hello", "version": 1, "ticket": "x" * 43, "room": "r"}
DEEP = "[" * 1500 + "]" * 1500
MALFORMED = [
    "",
    "{",
    "null",
    "[]",
    '"act"',
    "{}",
    '{"type":"act"}',
    '{"type":"nonsense"}',
    '{"type":"heartbeat","seq":-1}',
    '{"type":"heartbeat","seq":1.5}',
    '{"type":"heartbeat","seq":true}',
    '{"type":"heartbeat","seq":NaN}',
    '{"type":"heartbeat","seq":1e400}',
    '{"type":"heartbeat","seq":123456789012345678901234567890}',
    '{"type":"heartbeat","seq":1,"extra":1}',
    '{"type":"heartbeat","seq":1}trailing',
    '{"type":"act","action_id":"short","action":{"type":"start"}}',
    '{"type":"act","action_id":"action-0001","action":{"type":"start","seat":2}}',
    '{"type":"act","action_id":"action-0001","action":{"type":"discard","tile":"5m"}}',
    '{"type":"act","action_id":"action-0001","action":{"type":"discard","tile":"8z"},"decision":1}',
    '{"type":"act","action_id":"action-0001","action":{"type":"void","suit":"z"},"decision":1}',
    '{"type":"act","action_id":"action-0001","action":{"type":"exchange","tiles":["1m"]},"decision":1}',
    '{"type":"act","action_id":"a\\u0000ction-0001","action":{"type":"start"}}',
    '{"type":"act","action_id":"action-0001","action":{"type":"ready","client_seed":"zz"}}',
    '{"type":"\\ud800"}',
    json.dumps(HELLO),
    DEEP,
]


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
async def test_a_malformed_message_is_answered_and_changes_nothing(
    server: Live, four: list[Player], stores: Stores, text: str
) -> None:
    await four[0].create()
    room_id = four[0].room["id"]
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, room_id)
        before = await stores.rooms.load(room_id)
        await socket.say(text)
        error = await socket.until("error")
        assert error["code"] in {"bad_json", "bad_message"}
        assert await stores.rooms.load(room_id) == before
        assert (await socket.act("action-9999", {"type": "add_bot"}))["result"] == "ok", (
            "the connection still works"
        )


async def test_the_third_mistake_is_the_last(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        for _ in range(3):
            await socket.say("{")
        assert await socket.closed() == 4500


async def test_a_flood_is_slowed_and_then_ended(server: Live, four: list[Player], stores: Stores) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        for seq in range(40):
            await socket.say({"type": "heartbeat", "seq": seq})
        assert await socket.closed() == 4429
        errors = [message for message in socket.heard if message.get("type") == "error"]
    assert {(error["code"], error.get("after_ms")) for error in errors[:2]} == {("rate_limited", 1000)}


async def test_binary_and_huge_messages_end_the_connection(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        await socket.say(b"\x00")
        assert await socket.closed() == 1003
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        await socket.say("x" * 5000)
        assert await socket.closed() == 1009


@pytest.mark.parametrize(
    ("hello", "error", "code"),
    [
        ({"ticket": "x" * 43}, "bad_ticket", 4501),
        ({"version": 2}, "outdated", 4526),
        ({"room": "0" * 32}, "room_unavailable", 4503),
        ({"type": "heartbeat"}, "bad_message", 4500),
    ],
    ids=["ticket", "version", "room", "type"],
)
async def test_a_wrong_hello(
    server: Live, four: list[Player], hello: dict[str, Any], error: str, code: int
) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        said = {
            "type": "hello",
            "version": 1,
            "ticket": await four[0].api.ticket(),
            "room": four[0].room["id"],
        }
        await socket.say({**said, **hello})
        assert (await socket.hear())["code"] == error
        assert await socket.closed() == code


async def test_a_ticket_serves_once(server: Live, four: list[Player]) -> None:
    await four[0].create()
    said = {"type": "hello", "version": 1, "ticket": await four[0].api.ticket(), "room": four[0].room["id"]}
    async with raw(server.url) as first, raw(server.url) as second:
        await first.say(said)
        assert (await first.hear())["type"] == "welcome"
        await second.say(said)
        assert (await second.hear())["code"] == "bad_ticket"
        assert await second.closed() == 4501


async def test_a_stranger_gets_the_error_of_a_missing_room(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        answer = await socket.hello(four[1].api, four[0].room["id"])
        assert answer["code"] == "room_unavailable"
        assert await socket.closed() == 4503


async def test_a_page_of_another_site_is_refused(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url, origin="http://evil.example") as socket:
        assert (await socket.hear())["code"] == "bad_origin"
        assert await socket.closed() == 4500
    async with raw(server.url, origin=server.url) as socket:
        assert (await socket.hello(four[0].api, four[0].room["id"]))["type"] == "welcome"


async def test_the_subprotocol_is_asked_for(server: Live) -> None:
    async with raw(server.url, subprotocol=None) as socket:
        assert (await socket.hear())["code"] == "bad_subprotocol"
        assert await socket.closed() == 4500


async def test_silence_instead_of_a_hello_ends_in_five_seconds(server: Live) -> None:
    async with raw(server.url) as socket, asyncio.timeout(8):
        assert await socket.closed() == 4408


async def test_no_player_acts_for_another_seat(server: Live, four: list[Player], stores: Stores) -> None:
    await seat_four(four)
    await start(four)
    dealer = next(player for player in four if player.view["decision"] is not None)
    other = next(player for player in four if player is not dealer)
    decision = dealer.view["decision"]
    tile = f"{decision['discard'][0]}{next(c for c in decision['discard'] if c.isalpha())}"
    room_id = other.room["id"]
    await other.leave_line()
    await dealer.until(lambda view: not all(seat.get("online", True) for seat in view["seats"]))
    async with raw(server.url) as socket:
        await socket.hello(other.api, room_id)
        before = await stores.rooms.load(room_id)
        answer = await socket.act("action-0001", {"type": "discard", "tile": tile}, decision["id"])
        assert answer["result"] == "rejected"
        assert await stores.rooms.load(room_id) == before
