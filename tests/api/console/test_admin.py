"""The console at work: players, cards, rooms, words to everybody; each act leaves a line."""

import json

import pytest

from app.play.operator.bundle import BadBundle, replayed
from app.stores import Stores
from tests.support.api.console import console
from tests.support.exact import exactly
from tests.support.live import Live, Player, all_until, eventually, live, play_hand, seat_four, start

pytestmark = [pytest.mark.store, pytest.mark.database]


async def test_players_are_found(server: Live, four: list[Player]) -> None:
    code = await four[0].create()
    async with console(server) as boss:
        for word in (four[0].account.id, "勇", code):
            found = (await boss.get(f"/players?q={word}"))["players"]
            assert [each["name"] for each in found] == ["阿勇"], word
            assert found[0]["room"] == code
        assert len((await boss.get("/players"))["players"]) == 4
        assert (await boss.get("/players?q=%25"))["players"] == []


async def test_cards_are_given_once_and_taken_back(server: Live, four: list[Player]) -> None:
    async with console(server) as boss:
        path = f"/players/{four[0].account.id}/cards"
        gift = {"cards": 10, "key": "gift-0001", "reason": "节日"}
        for _ in range(2):
            assert (await boss.call("POST", path, gift)).json() == {"available": 10, "held": 0}
        other = await boss.call("POST", path, {**gift, "cards": 11})
        assert (other.status_code, other.json()["error"]["code"]) == (409, "key_reused")
        back = {"take_back": True, "cards": 11, "key": "back-0001"}
        short = await boss.call("POST", path, back)
        assert short.json()["error"] | {"message": ""} == {
            "code": "no_cards",
            "message": "",
            "cost": 11,
            "available": 10,
        }
        assert (await boss.call("POST", path, {**back, "cards": 4})).json()["available"] == 6
        nobody = await boss.call("POST", f"/players/{'0' * 32}/cards", gift)
        assert nobody.status_code == 404
        assert await boss.acts() == ["take_back", "grant", "login", "create"], "refusals leave none"


async def test_a_banned_player_is_out(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    code = (await four[0].call("POST", "/api/me/recovery-code", {})).json()["code"]
    async with console(server) as boss:
        path = f"/players/{four[0].account.id}/rights"
        await boss.call("PUT", path, {"banned": True, "muted": False, "reason": "捣乱"})
        await four[0].until_closed()
        for shut in (
            await four[0].call("GET", "/api/me"),
            await four[0].call("GET", f"/api/rooms/{four[0].room['code']}"),
            await four[1].call("POST", "/api/recover", {"code": code}),
            await four[1].call("POST", "/api/me/merge", {"code": code}),
        ):
            assert (shut.status_code, shut.json()["error"]["code"]) == (403, "banned")
        found = (await boss.get(f"/players?q={four[0].account.id}"))["players"][0]
        assert (found["banned"], found["reason"]) == (True, "捣乱")
        await boss.call("PUT", path, {"banned": True, "muted": True})
        found = (await boss.get(f"/players?q={four[0].account.id}"))["players"][0]
        assert (found["muted"], found["reason"]) == (True, "捣乱")
        line = (await boss.get("/audit"))["acts"][0]
        assert line["detail"] == {"banned": True, "muted": True, "reason": "捣乱"}
        await boss.call("PUT", path, {"banned": False, "muted": False})
        again = await four[1].call("POST", "/api/recover", {"code": code, "bearer": True})
        assert again.status_code == 200


async def test_a_muted_player_keeps_the_name_he_is_given(server: Live, four: list[Player]) -> None:
    async with console(server) as boss:
        path = f"/players/{four[0].account.id}/rights"
        await boss.call("PUT", path, {"banned": False, "muted": True})
        assert (await four[0].api.me())["player"]["name"] == f"玩家{four[0].account.id[:4]}"
        refused = await four[0].call("PATCH", "/api/me", {"name": "脏话"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "muted")
        await boss.call("PUT", path, {"banned": False, "muted": False})
        assert (await four[0].call("PATCH", "/api/me", {"name": "阿勇"})).status_code == 200


async def test_rooms_show_what_they_wait_for_and_no_tile(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    await start(four)
    async with console(server) as boss:
        assert (await boss.get("/rooms?phase=lobby"))["rooms"] == []
        (room,) = (await boss.get("/rooms?phase=playing"))["rooms"]
        assert {seat["name"] for seat in room["seats"]} == {"阿勇", "二娃", "三妹", "老四"}
        assert room["pending"]
        assert set(room["pending"][0]) == {"seat", "name", "since", "until", "online", "auto"}
        assert room["stuck"] == []
        assert (await boss.get("/rooms?stuck=true"))["rooms"] == []
        for player in four:
            await player.leave_line()
        operator = server.app.state.deps.operator

        async def all_gone() -> bool:
            return not any(seat.online for seat in (await operator.look(room["id"])).seats)

        await eventually(all_gone)
        (stuck,) = (await boss.get("/rooms?stuck=true"))["rooms"]
        assert stuck["stuck"] == ["nobody_online"]


async def test_a_room_is_dissolved_and_paid_back(server: Live) -> None:
    paying = server.settings.changed(free_rooms=False)
    async with live(paying) as running, console(running) as boss:
        players = [await Player(running.url, name).__aenter__() for name in "甲乙丙丁"]
        for number, player in enumerate(players):
            path = f"/players/{player.account.id}/cards"
            await boss.call("POST", path, {"cards": 4, "key": f"gift-000{number}"})
        await seat_four(players, payer="split", options={"hands": 8, "seating": "keep"})
        await start(players)
        await play_hand(players)
        await all_until(players, "between")
        assert [await _available(player) for player in players] == [3] * 4, "the match is paid for"
        room_id = players[0].room["id"]
        for expected in (4, 4):
            answer = await boss.call("POST", f"/rooms/{room_id}/dissolve", {})
            assert answer.json() == {"released": 0, "refunded": expected}
        for player in players:
            await player.until(lambda view: view["phase"] == "dissolved")
            assert await _available(player) == 4, "paid back, and once"
        ledger = (await boss.call("POST", "/verify-ledger", {})).json()
        assert (ledger["wrong"], ledger["replayed"]) == (0, 1)
        assert (await boss.acts())[:5] == ["verify_ledger", "refund", "dissolve", "grant", "grant"]
        for player in players:
            await player.__aexit__(None, None, None)


async def test_a_lobby_is_dissolved_and_its_cards_are_free(server: Live, four: list[Player]) -> None:
    await four[0].create()
    async with console(server) as boss:
        room_id = four[0].room["id"]
        assert (await boss.call("POST", f"/rooms/{room_id}/dissolve", {})).json() == {
            "released": 0,
            "refunded": 0,
        }
        assert (await boss.acts())[0] == "dissolve", "nothing was paid back"
        assert (await boss.get("/rooms"))["rooms"] == []
        assert (await boss.call("POST", f"/rooms/{'0' * 32}/dissolve", {})).status_code == 404
    assert (await four[0].api.me())["room"] is None


async def test_held_cards_are_told_when_a_room_is_dissolved(server: Live) -> None:
    paying = server.settings.changed(free_rooms=False)
    async with live(paying) as running, console(running) as boss, Player(running.url, "甲") as player:
        gift = {"cards": 4, "key": "gift-0001"}
        await boss.call("POST", f"/players/{player.account.id}/cards", gift)
        code = await player.create(options={"hands": 4})
        assert await _available(player) == 2
        for _ in range(2):
            answer = await boss.call("POST", f"/rooms/{player.room['id']}/dissolve", {})
            assert answer.json() == {"released": 2, "refunded": 0}
        assert await _available(player) == 4
        done = (await boss.get("/audit"))["acts"][:3]
        assert [line["act"] for line in done] == ["refund", "dissolve", "grant"]
        assert done[0]["detail"] == {"code": code, "released": 2, "cards": 0}
        assert done[1]["detail"] == {"code": code, "phase": "lobby"}
        assert done[1]["target"] == player.room["id"]


async def test_a_bundle_is_played_again(server: Live, four: list[Player]) -> None:
    await seat_four(four, options={"hands": 4, "seating": "keep"})
    await start(four)
    await play_hand(four)
    await all_until(four, "between")
    async with console(server) as boss:
        answer = await boss.call("GET", f"/rooms/{four[0].room['id']}/bundle")
        line = (await boss.get("/audit"))["acts"][0]
        assert (line["act"], line["detail"]) == ("bundle", {"code": four[0].room["code"]})
        assert (await boss.call("GET", f"/rooms/{'0' * 32}/bundle")).status_code == 404
    bundle = answer.json()
    assert [wrong for _, wrong in replayed(answer.content)] == [None]
    for secret in ("阿勇", four[0].account.id):
        assert secret not in answer.text
    hand = bundle["hands"][0]
    hand["log"] = hand["log"].replace('"type":"settle"', '"type":"settled"')
    (wrong,) = [wrong for _, wrong in replayed(json.dumps(bundle).encode())]
    assert wrong == "the replay has another log"
    with pytest.raises(BadBundle):
        list(replayed(b"[]"))
    with pytest.raises(BadBundle, match=exactly("format 2, expected 1")):
        list(replayed(json.dumps({**bundle, "format": 2}).encode()))


async def test_words_to_everybody_and_no_new_rooms(server: Live, four: list[Player]) -> None:
    async with console(server) as boss:
        told = await boss.call("PUT", "/notices/announcement", {"text": " 今晚  维护 "})
        assert told.json() == {"announcement": "今晚 维护"}
        await boss.call("PUT", "/notices/drain", {"on": True})
        config = (await four[0].call("GET", "/api/config")).json()
        assert (config["announcement"], config["draining"]) == ("今晚 维护", True)
        refused = await four[0].call("POST", "/api/rooms", {"key": "12345678"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (503, "draining")
        await boss.call("PUT", "/notices/announcement", {"text": ""})
        await boss.call("PUT", "/notices/drain", {"on": False})
        assert (await four[0].call("GET", "/api/config")).json()["announcement"] == ""
        assert (await four[0].call("POST", "/api/rooms", {"key": "12345678"})).status_code == 201
        assert (await boss.acts())[:4] == ["drain", "announce", "drain", "announce"]


async def _available(player: Player) -> int:
    available: int = (await player.call("GET", "/api/cards")).json()["available"]
    return available


async def test_a_room_that_the_store_lost_is_told_and_not_brought_back(
    server: Live, four: list[Player], stores: Stores
) -> None:
    await four[0].create()
    await stores.link.call("FLUSHDB")
    async with console(server) as boss:
        for _ in range(2):
            (room,) = (await boss.get("/rooms?stuck=true"))["rooms"]
            assert (room["phase"], room["stuck"]) == (None, ["not_in_store"])
        await four[0].api.me()
        (room,) = (await boss.get("/rooms"))["rooms"]
        assert (room["phase"], room["stuck"]) == ("lobby", [])


async def test_a_room_out_of_the_store_shows_its_booked_hands(
    server: Live, four: list[Player], stores: Stores
) -> None:
    await seat_four(four, options={"hands": 4, "seating": "keep"})
    await start(four)
    await play_hand(four)
    await all_until(four, "between")
    await eventually(lambda: _all_booked(stores))
    async with console(server) as boss:
        for player in four:
            await player.leave_line()
        await _all_gone(server)
        await stores.link.call("FLUSHDB")
        (room,) = (await boss.get("/rooms"))["rooms"]
        assert (room["phase"], room["match"], room["hand"]) == (None, 1, 1)


async def _all_booked(stores: Stores) -> bool:
    return (await stores.outbox.backlog()).waiting == 0


async def _all_gone(server: Live) -> None:
    """Wait until every connection has ended and the table shows it: nothing changes the room after that."""
    hub = server.app.state.gateway.hub

    async def empty() -> bool:
        return len(hub) == 0

    await eventually(empty)
    await hub.settle()


async def test_lists_say_when_they_end_too_early(server: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.api.console.admin._PEOPLE", 2)
    monkeypatch.setattr("app.api.console.admin._LINES", 3)
    async with console(server) as boss:
        for name, more in (("甲", False), ("乙", False), ("丙", True)):
            made = await boss.client.post("/api/guests", json={"name": name, "bearer": True})
            assert made.status_code == 201
            found = await boss.get("/players")
            assert found["more"] is more
        assert [each["name"] for each in found["players"]] == ["丙", "乙"]
        for text in "12345":
            await boss.call("PUT", "/notices/announcement", {"text": text})
        told, before = [], ""
        while True:
            page = await boss.get(f"/audit{before}")
            told += [line["detail"].get("text", line["act"]) for line in page["acts"]]
            if not page["more"]:
                break
            before = f"?before={page['acts'][-1]['id']}"
        assert told == ["5", "4", "3", "2", "1", "login", "create"]
