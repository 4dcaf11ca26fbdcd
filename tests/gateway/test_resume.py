"""Reconnecting: by cursor, by snapshot, with acts sent twice."""

import asyncio

import pytest

from app.client.table import next_hash
from tests.support.live import Live, Player, seat_four, start
from tests.support.raw import raw

pytestmark = [pytest.mark.store, pytest.mark.database]
READY = {"type": "ready", "ready": True, "client_seed": "00" * 16}
NOT_READY = {"type": "ready", "ready": False, "client_seed": "00" * 16}


async def test_a_fresh_client_gets_a_snapshot(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        welcome = await socket.hello(four[0].api, four[0].room["id"])
        snapshot = await socket.hear()
    assert (welcome["type"], welcome["resume"], welcome["version"]) == ("welcome", "snapshot", 1)
    assert welcome["limits"] == {"message_bytes": 4096, "messages_per_second": 10}
    assert snapshot["type"] == "snapshot"
    assert snapshot["view"]["room"]["id"] == four[0].room["id"]


async def test_a_cursor_brings_exactly_what_was_missed(server: Live, four: list[Player]) -> None:
    code = await four[0].create()
    room_id = four[0].room["id"]
    async with raw(server.url) as socket:
        welcome = await socket.hello(four[0].api, room_id)
        snapshot = await socket.hear()
    cursor = {"epoch": welcome["epoch"], "seq": snapshot["seq"], "hash": snapshot["hash"]}
    await four[1].join(code)
    await four[1].connect()
    await four[1].ready()
    async with raw(server.url) as socket:
        again = await socket.hello(four[0].api, room_id, cursor=cursor)
        assert again["resume"] == "ok"
        link, seq = cursor["hash"], cursor["seq"]
        while True:
            frame = await socket.until(None)
            assert frame["seq"] == seq + 1
            seq, link = frame["seq"], next_hash(link, socket.texts[-1].encode())
            seats = frame.get("room", {}).get("seats")
            if seats and seats[0].get("online", True) and seats[1] and seats[1].get("ready"):
                break
    async with raw(server.url) as socket:
        once_more = await socket.hello(
            four[0].api, room_id, cursor={"epoch": welcome["epoch"], "seq": seq, "hash": link}
        )
    assert once_more["resume"] == "ok"


@pytest.mark.parametrize(
    ("field", "value"), [("hash", "f" * 16), ("seq", 999), ("epoch", 7)], ids=["hash", "number", "epoch"]
)
async def test_a_cursor_of_another_history_gets_a_snapshot(
    server: Live, four: list[Player], field: str, value: object
) -> None:
    code = await four[0].create()
    await four[0].connect()
    await four[1].join(code)
    await four[0].until(lambda view: view["seats"][1] is not None)
    table = four[0].table
    cursor: dict[str, object] = {"epoch": table.epoch, "seq": table.seq, "hash": table.hash, field: value}
    async with raw(server.url) as socket:
        welcome = await socket.hello(four[0].api, four[0].room["id"], cursor=cursor)
        assert welcome["resume"] == "snapshot"
        assert (await socket.hear())["type"] == "snapshot"


@pytest.mark.parametrize(("link", "resume"), [("0" * 16, "ok"), ("f" * 16, "snapshot")])
async def test_a_cursor_before_the_first_frame_has_the_first_link(
    server: Live, four: list[Player], link: str, resume: str
) -> None:
    code = await four[0].create()
    await four[0].connect()
    await four[1].join(code)
    await four[0].until(lambda view: view["seats"][1] is not None)
    cursor = {"epoch": four[0].table.epoch, "seq": 0, "hash": link}
    async with raw(server.url) as socket:
        assert (await socket.hello(four[0].api, four[0].room["id"], cursor=cursor))["resume"] == resume


async def test_the_same_action_is_answered_alike_and_done_once(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        first = await socket.act("action-0001", READY)
        undone = await socket.act("action-0002", NOT_READY)
        again = await socket.act("action-0001", READY)
        assert first["result"] == undone["result"] == "ok"
        assert again == first
        await socket.say({"type": "act", "action_id": "action-0003", "action": {"type": "add_bot"}})
        ack = await socket.until("ack")
        assert ack["result"] == "ok"
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        snapshot = await socket.until("snapshot")
        third = await socket.act("action-0001", READY)
    assert not snapshot["view"]["seats"][0].get("ready", False), "the repeated act was not done"
    assert third == first, "another connection gets the same answer"


async def test_an_action_id_stands_for_one_action(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        await socket.act("action-0001", READY)
        other = await socket.act("action-0001", NOT_READY)
    assert (other["result"], other["code"]) == ("rejected", "action_id_reused")


async def test_a_late_answer_does_not_answer_the_next_question(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    await start(four)
    dealer = next(player for player in four if player.view["decision"] is not None)
    decision = dealer.view["decision"]
    tile = f"{decision['discard'][0]}{next(c for c in decision['discard'] if c.isalpha())}"
    action = {"type": "discard", "tile": tile}
    room_id, answers = dealer.room["id"], []
    await dealer.leave_line()
    async with raw(server.url) as socket:
        await socket.hello(dealer.api, room_id)
        answers.append(await socket.act("discard-0001", action, decision["id"]))
        answers.append(await socket.act("discard-0002", action, decision["id"]))
        answers.append(await socket.act("discard-0001", action, decision["id"]))
    assert [answer["result"] for answer in answers] == ["ok", "rejected", "ok"]
    assert answers[1]["code"] == "stale_decision"
    assert answers[2] == answers[0]


async def test_a_dropped_connection_resumes_at_its_position(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    await start(four)
    await four[1].table.drop()
    await asyncio.gather(
        *(player.play_while(lambda view: view["phase"] in {"playing", "settling"}) for player in four)
    )
    assert four[1].table.connections == 2
    assert four[1].view["phase"] == "ended"


async def test_acks_name_the_frame_that_shows_the_action(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with raw(server.url) as socket:
        await socket.hello(four[0].api, four[0].room["id"])
        snapshot = await socket.until("snapshot")
        ack = await socket.act("action-0001", READY)
        frames = [message for message in socket.heard if "type" not in message]
        while not any(frame["seq"] == ack["seq"] for frame in frames):
            frames.append(await socket.until(None))
    assert ack["seq"] > snapshot["seq"]
    shown = next(frame for frame in frames if frame["seq"] == ack["seq"])
    assert shown["room"]["seats"][0]["ready"] is True
