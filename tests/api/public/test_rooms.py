"""Rooms over HTTP: made once for a key, found by code, joined once, closed to strangers."""

import asyncio
from typing import Any

import httpx
import pytest

from app.play.errors import Busy
from app.play.service import RoomService
from tests.support.live import Live, Player, all_until, live, play_hand, seat_four, start

pytestmark = [pytest.mark.store, pytest.mark.database]
WISH: dict[str, Any] = {"key": "key-0001", "preset": "classic", "options": {"hands": 4}, "turn_seconds": None}


async def test_the_same_key_gives_the_same_room(server: Live, four: list[Player]) -> None:
    first = await four[0].call("POST", "/api/rooms", WISH)
    again = await asyncio.gather(*(four[0].call("POST", "/api/rooms", WISH) for _ in range(3)))
    assert first.status_code == 201
    assert {answer.status_code for answer in again} == {200}
    assert {answer.json()["room"]["id"] for answer in again} == {first.json()["room"]["id"]}


async def test_a_card_says_what_is_played(server: Live, four: list[Player]) -> None:
    card = (await four[0].call("POST", "/api/rooms", WISH)).json()["room"]
    assert len(card["code"]) == 6
    assert card["code"].isdecimal()
    expected = {
        "preset": "classic",
        "options": {"hands": 4},
        "players": 4,
        "hands": 4,
        "turn_seconds": None,
        "window": "fast",
        "phase": "lobby",
        "seats": [{"name": "阿勇", "bot": False}, None, None, None],
        "member": True,
    }
    assert {name: card[name] for name in expected} == expected
    seen = await four[1].api.room(card["code"])
    assert seen == {**card, "id": None, "member": False}, "who is no member does not learn its id"


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"preset": "nonsense"}, "unknown_preset", "preset"),
        ({"options": {"nonsense": 1}}, "unknown_option", "nonsense"),
        ({"options": {"void_suit": 1}}, "wrong_type", "void_suit"),
        ({"options": {"players": 5}}, "out_of_range", "players"),
        ({"turn_seconds": 7}, "bad_request", "turn_seconds"),
        ({"turn_seconds": "30"}, "bad_request", "turn_seconds"),
        ({"window": "slow"}, "bad_request", "window"),
        ({"key": "x"}, "bad_request", "key"),
        ({"owner": "me"}, "bad_request", "owner"),
    ],
)
async def test_wishes_that_cannot_be_had(
    server: Live, four: list[Player], change: dict[str, Any], code: str, field: str
) -> None:
    refused = await four[0].call("POST", "/api/rooms", {**WISH, **change})
    error = refused.json()["error"]
    assert refused.status_code == 422
    assert error["code"] == code
    assert error["field"] == field
    assert error["message"]


async def test_joining_twice_is_joining_once(server: Live, four: list[Player]) -> None:
    code = await four[0].create()
    first = await four[1].api.join(code)
    again = await four[1].api.join(code)
    assert first == again
    assert [seat and seat["name"] for seat in first["seats"]] == ["阿勇", "二娃", None, None]
    me = await four[1].api.me()
    assert me["room"] == {"id": first["id"], "code": code, "phase": "lobby"}


async def test_one_player_one_seat(server: Live, four: list[Player]) -> None:
    code = await four[0].create()
    other = await four[1].create()
    refused = await four[1].call("POST", f"/api/rooms/{code}/join", {})
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "already_elsewhere")
    assert refused.json()["error"]["room"] == other
    another = await four[1].call("POST", "/api/rooms", {**WISH, "key": "key-0002"})
    assert (another.status_code, another.json()["error"]["room"]) == (409, other)


async def test_who_has_left_may_go_elsewhere(server: Live, four: list[Player]) -> None:
    code = await four[0].create()
    await four[1].create()
    await four[1].connect()
    await four[1].table.act({"type": "leave"})
    assert (await four[1].api.join(code))["member"]
    assert (await four[1].call("GET", "/api/me")).json()["room"]["code"] == code


async def test_a_match_that_is_over_holds_nobody(server: Live, four: list[Player]) -> None:
    await seat_four(four)
    await start(four)
    await play_hand(four)
    await all_until(four, "ended")
    code = (await four[3].call("POST", "/api/rooms", {**WISH, "key": "key-0002"})).json()["room"]["code"]
    assert (await four[2].api.join(code))["member"]
    view = await four[0].until(lambda view: sum(seat.get("left", False) for seat in view["seats"]) == 2)
    assert view["phase"] == "ended"
    assert (await four[2].call("GET", "/api/me")).json()["room"]["code"] == code


async def test_a_full_room_and_a_running_match(server: Live, four: list[Player]) -> None:
    code = await seat_four(four)
    async with Player(server.url, "路人") as fifth:
        full = await fifth.call("POST", f"/api/rooms/{code}/join", {})
        assert (full.status_code, full.json()["error"]["code"]) == (409, "room_full")
        await start(four)
        late = await fifth.call("POST", f"/api/rooms/{code}/join", {})
        assert (late.status_code, late.json()["error"]["code"]) == (409, "match_running")


@pytest.mark.parametrize("code", ["000000", "1", "abcdef", "12345678901234567890", "%00", "１２３４５６"])
async def test_one_answer_for_rooms_that_cannot_be_had(server: Live, four: list[Player], code: str) -> None:
    answer = await four[0].call("GET", f"/api/rooms/{code}")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "room_unavailable")


async def test_a_closed_room_looks_like_no_room(server: Live, four: list[Player]) -> None:
    code = await four[0].create()
    await four[0].connect()
    await four[0].table.act({"type": "leave"})
    closed = await four[1].call("GET", f"/api/rooms/{code}")
    none = await four[1].call("GET", "/api/rooms/000000")
    assert closed.json() == none.json()
    assert (closed.status_code, none.status_code) == (404, 404)


async def test_codes_cannot_be_tried_out(server: Live, four: list[Player]) -> None:
    most = server.settings.limits.wrong_codes_per_session
    tries = [
        await four[0].call("GET", f"/api/rooms/{number}") for number in range(100_000, 100_000 + most + 1)
    ]
    assert [answer.status_code for answer in tries] == [404] * most + [429]
    assert 500 < int(tries[-1].headers["retry-after"]) <= 660, "when the first of them is forgotten"
    code = await four[1].create()
    assert (await four[0].call("GET", f"/api/rooms/{code}")).status_code == 429, "a hit would tell"


async def test_many_codes_at_once_get_no_more_answers_than_the_limit(
    server: Live, four: list[Player]
) -> None:
    """The right one is among them: a refusal tells nothing about it."""
    code = await four[1].create()
    most = server.settings.limits.wrong_codes_per_session
    numbers = [f"{number:06}" for number in range(60) if f"{number:06}" != code]
    wished = [*numbers[:49], code]
    answers = await asyncio.gather(*(four[0].call("GET", f"/api/rooms/{number}") for number in wished))
    statuses = [answer.status_code for answer in answers]
    assert statuses.count(404) + statuses.count(200) <= most + 1, "the right one gives its place back"
    assert statuses.count(404) <= most
    assert statuses.count(429) >= len(wished) - most - 1


async def test_a_right_code_costs_nothing(server: Live, four: list[Player]) -> None:
    code = await four[1].create()
    most = server.settings.limits.wrong_codes_per_session
    here = {"X-Forwarded-For": "203.0.113.77"}
    for _ in range(most * 4):
        assert (await four[0].call("GET", f"/api/rooms/{code}", **here)).status_code == 200
    wrong = [(await four[0].call("GET", f"/api/rooms/{n:06}", **here)).status_code for n in range(most + 1)]
    assert wrong == [404] * most + [429]


async def test_a_code_that_could_not_be_looked_up_costs_nothing(
    server: Live, four: list[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    code = await four[1].create()
    most = server.settings.limits.wrong_codes_per_session
    with monkeypatch.context() as patch:
        patch.setattr(RoomService, "load", _away)
        for _ in range(most + 1):
            answer = await four[0].call("GET", f"/api/rooms/{code}")
            assert (answer.status_code, answer.json()["error"]["code"]) == (503, "busy")
            assert answer.headers["retry-after"] == "1"
    assert (await four[0].call("GET", f"/api/rooms/{code}")).status_code == 200


async def _away(*_: object) -> None:
    raise Busy


@pytest.mark.parametrize(
    ("networks", "most"),
    [("2001:db8:1:{:x}::1", 4), ("2001:db8:1:{:x}00::1", 16)],
    ids=["one /56", "one /48"],
)
async def test_one_customer_has_no_thousand_addresses(
    server: Live, four: list[Player], networks: str, most: int
) -> None:
    """Each try comes from a /64 network of its own, by one of many players."""
    limits = server.settings.limits.model_copy(
        update={"wrong_codes_per_address": 1, "wrong_codes_per_session": 100}
    )
    async with live(server.settings.changed(limits=limits)) as running:
        statuses = []
        for number in range(most + 3):
            here = {"X-Forwarded-For": networks.format(number)}
            async with httpx.AsyncClient(base_url=running.url, trust_env=False, headers=here) as visitor:
                statuses.append((await visitor.get("/api/rooms/000000")).status_code)
    assert statuses == [404] * most + [429] * 3


async def test_rooms_need_a_session(server: Live, four: list[Player]) -> None:
    async with Player(server.url, "客") as guest:
        code = await four[0].create()
        await guest.call("POST", "/api/logout", {})
        for method, path, body in (
            ("POST", "/api/rooms", WISH),
            ("POST", f"/api/rooms/{code}/join", {}),
            ("GET", "/api/me", None),
            ("GET", "/api/hands?room=x", None),
            ("GET", "/api/hands/x.1.1", None),
        ):
            assert (await guest.call(method, path, body)).status_code == 401
        assert (await guest.call("GET", f"/api/rooms/{code}")).json()["room"]["id"] is None
