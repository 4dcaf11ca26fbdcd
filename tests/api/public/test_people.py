"""Guests and their accounts: recovered, merged, copied, deleted."""

import asyncio

import httpx
import pytest

from app.api.public.people import CODES_TRIED
from app.db import Database
from app.db.audit import audit
from app.db.cards import cards
from app.db.hands import rooms
from app.db.people.people import GONE
from app.gateway.closing import CloseCode
from tests.support.live import Live, Player, all_until, play_hand, seat_four, start
from tests.support.raw import raw

pytestmark = [pytest.mark.store, pytest.mark.database]


async def _code(player: Player) -> str:
    code: str = (await player.call("POST", "/api/me/recovery-code", {})).json()["code"]
    return code


async def _recover(server: Live, code: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
        return await client.post("/api/recover", json={"code": code, "bearer": True})


async def _sound(server: Live) -> bool:
    db = Database(server.settings.database)
    try:
        return (await audit(db, deep=True)).findings == ()
    finally:
        await db.close()


async def _grant(server: Live, player: Player, amount: int) -> None:
    db = Database(server.settings.database)
    async with db.write() as tx:
        await cards.grant(tx, f"test:{player.account.id}", player.account.id, amount, 1)
    await db.close()


async def _cards(player: Player) -> int:
    available: int = (await player.call("GET", "/api/cards")).json()["available"]
    return available


async def _played(four: list[Player]) -> str:
    """The id of a room whose match is over and that all four have left."""
    await seat_four(four)
    await start(four)
    await play_hand(four)
    await all_until(four, "ended")
    for player in four:
        await player.table.act({"type": "leave"})
    room_id: str = four[0].room["id"]
    return room_id


async def test_a_code_opens_the_account_elsewhere(server: Live, four: list[Player]) -> None:
    code = await _code(four[0])
    opened = await _recover(server, f" {code.lower().replace('-', ' ')} ")
    assert opened.json()["player"] == {"id": four[0].account.id, "name": "阿勇"}
    assert opened.json()["token"] != four[0].account.token
    newer = await _code(four[0])
    old = await _recover(server, code)
    assert (old.status_code, old.json()["error"]["code"]) == (404, "wrong_recovery_code")
    assert (await _recover(server, newer)).status_code == 200


async def test_a_recovered_browser_gets_the_cookie(server: Live, four: list[Player]) -> None:
    headers = {"Origin": server.url}
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=headers) as browser:
        answer = await browser.post("/api/recover", json={"code": await _code(four[0])})
        assert "token" not in answer.json()
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert (await browser.get("/api/me")).json()["player"]["id"] == four[0].account.id
        evil = await browser.post(
            "/api/recover", json={"code": "x"}, headers={"Origin": "http://evil.example"}
        )
        assert evil.status_code == 403


async def test_codes_cannot_be_tried_for_long(server: Live, four: list[Player]) -> None:
    statuses = [(await _recover(server, f"AAAA-{number}")).status_code for number in range(CODES_TRIED + 1)]
    assert statuses == [404] * CODES_TRIED + [429]
    merged = await four[0].call("POST", "/api/me/merge", {"code": "AAAA"})
    assert merged.status_code == 429, "merging tries codes too"


async def test_only_the_digest_of_a_code_is_kept(server: Live, four: list[Player]) -> None:
    code = await _code(four[0])
    for file in server.settings.data_dir.glob("*.db*"):
        kept = await asyncio.to_thread(file.read_bytes)
        assert code.encode() not in kept
        assert code.replace("-", "").encode() not in kept


async def test_sessions_are_seen_named_and_ended(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    second = (await _recover(server, await _code(four[0]))).json()["token"]
    listed = (await four[0].call("GET", "/api/me/sessions")).json()["sessions"]
    assert len(listed) == 2
    mine = next(each for each in listed if each["current"])
    path = f"/api/me/sessions/{mine['id']}"
    named = await four[0].call("PATCH", path, {"name": "手机"})
    assert named.json()["name"] == "手机"
    for method, body in (("PATCH", {"name": "x"}), ("DELETE", None)):
        assert (await four[1].call(method, path, body)).status_code == 404, "another player's session"
    bearer = {"Authorization": f"Bearer {second}"}
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=bearer) as other:
        seen = (await other.get("/api/me/sessions")).json()["sessions"]
        assert {each["name"] for each in seen} == {"手机", None}
        assert (await other.delete(path)).status_code == 204
        assert (await other.delete(path)).status_code == 404
    assert await four[0].until_closed() == CloseCode.SESSION, "the socket closes at once"
    assert (await four[0].call("GET", "/api/me")).status_code == 401


async def test_export_tells_what_is_kept(server: Live, four: list[Player]) -> None:
    room_id = await _played(four)
    await _grant(server, four[0], 7)
    told = (await four[0].call("GET", "/api/me/export")).json()
    assert told["player"]["name"] == "阿勇"
    assert [(hand["room_id"], hand["kept"]) for hand in told["hands"]] == [(room_id, "whole")]
    kept_for = {"logs_days": 90, "rooms_days": 365, "guests_days": 30, "sessions_days": 7}
    assert told["kept_for"] == kept_for
    assert told["cards"]["available"] == 7
    assert len(told["sessions"]) == 1
    assert four[0].account.token not in str(told)
    assert four[1].account.id not in str(told)


async def test_deleted_players_leave_sound_books(server: Live, four: list[Player]) -> None:
    room_id = await _played(four)
    await _grant(server, four[0], 7)
    code = await _code(four[0])
    assert (await four[0].call("POST", "/api/me/delete", {"forever": False})).status_code == 422
    assert (await four[0].call("POST", "/api/me/delete", {"forever": True})).status_code == 204
    assert (await four[0].call("GET", "/api/me")).status_code == 401
    assert (await _recover(server, code)).status_code == 404
    hand = (await four[1].api.hands(room_id))[0]
    names = {player["name"] for player in hand["players"]}
    assert GONE in names
    assert "阿勇" not in names
    assert await _sound(server)


async def test_nobody_goes_from_a_table(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    code = await _code(four[0])
    async with Player(server.url, "路人") as stranger:
        theirs = await _code(stranger)
        refused = [
            await four[0].call("POST", "/api/me/delete", {"forever": True}),
            await four[0].call("POST", "/api/me/merge", {"code": theirs}),
            await stranger.call("POST", "/api/me/merge", {"code": code}),
        ]
    assert {(each.status_code, each.json()["error"]["code"]) for each in refused} == {(409, "seated")}


async def test_two_guests_become_one(server: Live, four: list[Player]) -> None:
    room_id = await _played(four)
    await _grant(server, four[0], 7)
    code = await _code(four[0])
    async with Player(server.url, "新手机") as phone:
        await _grant(server, phone, 2)
        merged = await phone.call("POST", "/api/me/merge", {"code": code})
        assert merged.json()["merged"] == {"id": four[0].account.id, "name": "阿勇"}
        assert [hand["id"] for hand in await phone.api.hands(room_id)] == [f"{room_id}.1.1"]
        assert await _cards(phone) == 9
        told = (await phone.call("GET", "/api/me/export")).json()
        assert [room["id"] for room in told["rooms"]] == [room_id]
        assert (await _recover(server, code)).status_code == 404
    assert (await four[0].call("GET", "/api/me")).status_code == 401
    assert await _sound(server)


async def test_a_merged_guest_is_out_at_once(server: Live, four: list[Player]) -> None:
    """The guest's socket closes and a ticket that the guest holds is worth nothing.

    The books have closed the room and the store has not: only the end of the session closes the socket.
    """
    guest = four[1]
    await guest.create()
    code, room_id = await _code(guest), guest.room["id"]
    async with raw(server.url) as socket, raw(server.url) as late:
        assert (await socket.hello(guest.api, room_id))["type"] == "welcome"
        ticket = await guest.api.ticket()
        db = Database(server.settings.database)
        async with db.write() as tx:
            await rooms.close(tx, room_id, "ended", 1)
        await db.close()
        merged = await four[0].call("POST", "/api/me/merge", {"code": code})
        assert merged.status_code == 200, merged.text
        assert await socket.closed() == CloseCode.SESSION
        await late.say({"type": "hello", "version": 1, "ticket": ticket, "room": room_id})
        assert (await late.hear())["code"] == "bad_ticket"
        assert await late.closed() == CloseCode.SESSION
    assert (await guest.call("GET", "/api/me")).status_code == 401


async def test_who_cannot_be_one(server: Live, four: list[Player]) -> None:
    await _played(four)
    codes = [await _code(player) for player in four[:2]]
    same = await four[0].call("POST", "/api/me/merge", {"code": codes[0]})
    assert (same.status_code, same.json()["error"]["code"]) == (409, "same_player")
    facing = await four[0].call("POST", "/api/me/merge", {"code": codes[1]})
    assert (facing.status_code, facing.json()["error"]["code"]) == (409, "played_together")
    nobody = await four[0].call("POST", "/api/me/merge", {"code": "AAAA"})
    assert nobody.status_code == 404


async def test_nobody_has_two_seats(server: Live, four: list[Player]) -> None:
    """A second device of a player uses the same seat. The player gets no second seat anywhere."""
    code = await four[0].create()
    second = (await _recover(server, await _code(four[0]))).json()["token"]
    bearer = {"Authorization": f"Bearer {second}"}
    async with httpx.AsyncClient(base_url=server.url, trust_env=False, headers=bearer) as device:
        again = await device.post(f"/api/rooms/{code}/join", json={})
        assert again.status_code == 200
        assert [seat for seat in again.json()["room"]["seats"] if seat] == [{"name": "阿勇", "bot": False}]
        other = await four[1].create()
        refused = await device.post(f"/api/rooms/{other}/join", json={})
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "already_elsewhere")
