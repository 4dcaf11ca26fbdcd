"""算颗器 over HTTP: receipts, waits, and what is wrong with a hand."""

from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from typing import Any, get_args

import httpx
import pytest

from app.config.settings import Settings
from app.rules.scoring.near_misses import NearMissReason
from app.rules.scoring.reading.winning import FaultCode
from app.rules.tiles.hand_text import HandCode, parse_hand
from app.rules.tiles.tiles import parse_tile
from tests.support.live import Live, live

pytestmark = [pytest.mark.store, pytest.mark.database]

SEVEN_PAIRS = "11223344556677m"
HANDS = {
    "plain": ("123456m345789p55z", "9p", False),
    "seven pairs": (SEVEN_PAIRS, "7m", False),
    "four of seven pairs": ("11112222333344m", "4m", False),
    "pung": ("[111p]234567m789p44m", "9p", False),
    "exposed kong": ("[1111p]234567m789p44m", "9p", True),
    "concealed kong": ("(1111p)234567m789p44m", "9p", True),
    "four kongs": ("(5555z)(6666z)[7777z](2222m)55m", "5m", True),
}
"""Hands with their winning tile, and whether they have a kong."""
WON: dict[str, object] = {"hand": "[111p](2222m)567m789p44m", "tile": "9p"}
READY: dict[str, object] = {"hand": "[777z]1112345678p"}


@pytest.fixture
async def visitor(server: Live) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody without a session."""
    async with httpx.AsyncClient(base_url=server.url, trust_env=False) as client:
        yield client


async def _scored(visitor: httpx.AsyncClient, asked: dict[str, object]) -> dict[str, Any]:
    answer = await visitor.post("/api/score", json=asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def _error(visitor: httpx.AsyncClient, asked: dict[str, object]) -> dict[str, Any]:
    answer = await visitor.post("/api/score", json=asked)
    assert answer.status_code == 422, answer.text
    error: dict[str, Any] = answer.json()["error"]
    assert len(error["message"]) > len(error["code"])
    return error


async def test_a_receipt_names_rules_and_tiles(visitor: httpx.AsyncClient) -> None:
    found = await _scored(visitor, WON)
    assert found["items"] == [
        {"id": "base", "rule": "R31", "ke": 1, "tiles": ""},
        {"id": "voided_suit", "rule": "R32", "ke": 1, "tiles": ""},
        {"id": "concealed_kong", "rule": "R39", "ke": 2, "tiles": "2222m"},
    ]
    assert (found["ke"], found["multiplier"]) == (4, 1)
    assert found["waits"] == [{"tile": "6p", "ke": 4}, {"tile": "9p", "ke": 4}]


async def test_what_just_does_not_count_is_told_with_its_reason(visitor: httpx.AsyncClient) -> None:
    found = await _scored(visitor, {"hand": "11122334567789m", "tile": "9m"})
    banzi = {"id": "banzi", "rule": "R53", "reason": "rest_does_not_stand", "tiles": "112233m"}
    assert banzi in found["near_misses"]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_reason_and_fault_has_words(language: str) -> None:
    texts = Path(__file__).parents[3] / "web" / "src" / "i18n" / language
    items = (texts / "play" / "items.ts").read_text("utf-8")
    assert [reason for reason in get_args(NearMissReason) if f"  miss_{reason}: " not in items] == []
    errors = (texts / "core" / "errors.ts").read_text("utf-8")
    codes = (*get_args(FaultCode), *get_args(HandCode))
    assert [code for code in codes if f"  {code}: " not in errors] == []


async def test_circumstances_and_options_are_counted(visitor: httpx.AsyncClient) -> None:
    drawn = await _scored(
        visitor,
        WON | {"by": "draw", "after_kong": True, "last_tile": True, "options": {"base_points": 2, "cap": 14}},
    )
    items = {item["id"]: item["ke"] for item in drawn["items"]}
    assert items["self_drawn"] == 1
    assert items["kong_bloom"] == items["last_tile_draw"] == 5
    assert sum(items.values()) == 15
    assert drawn["ke"] == 28
    robbed = await _scored(visitor, WON | {"by": "rob_kong"})
    assert [item["rule"] for item in robbed["items"]] == ["R31", "R32", "R39", "R56"]


async def test_doubled_hands_say_by_what(visitor: httpx.AsyncClient) -> None:
    found = await _scored(visitor, {"hand": "[555z][666z][777z]123m11p", "tile": "3m"})
    assert found["multiplier"] == 2
    assert found["ke"] == 2 * sum(item["ke"] for item in found["items"])


async def test_thirteen_tiles_give_every_wait_with_its_ke(visitor: httpx.AsyncClient) -> None:
    plain = await _scored(visitor, READY)
    assert [wait["tile"] for wait in plain["waits"]] == ["2p", "3p", "5p", "6p", "8p", "9p"]
    assert "why" not in plain
    drawn = await _scored(visitor, READY | {"by": "draw"})
    assert [wait["ke"] for wait in drawn["waits"]] == [wait["ke"] + 1 for wait in plain["waits"]]
    for wait in plain["waits"]:
        won = await _scored(visitor, {"hand": f"{READY['hand']}{wait['tile']}", "tile": wait["tile"]})
        assert won["ke"] == wait["ke"]
        assert won["waits"] == plain["waits"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"hand": "1379m1379p555z67z"}, "not_ready"),
        ({"hand": "123m456p789s5566z"}, "three_suits"),
        (READY | {"void_suit": "p"}, "void_suit"),
    ],
)
async def test_thirteen_tiles_without_a_wait_say_why(
    visitor: httpx.AsyncClient, change: dict[str, object], why: str
) -> None:
    assert await _scored(visitor, change) == {"waits": [], "why": why}


def _excluded(by: str, after_kong: bool, last_tile: bool, kong: bool, single: bool) -> str | None:
    """The code for facts that cannot all be true, in the words of R10, R11 and R55."""
    if by == "rob_kong" and (after_kong or last_tile):
        return "only_robbed"
    if by == "draw" and after_kong and not kong:
        return "no_kong"
    return "not_robbed" if by == "rob_kong" and not single else None


@pytest.mark.parametrize("name", HANDS)
async def test_facts_that_exclude_each_other_are_refused_by_name(
    visitor: httpx.AsyncClient, name: str
) -> None:
    hand, tile, kong = HANDS[name]
    single = parse_hand(hand, 14)[1][parse_tile(tile)] == 1
    for by, after_kong, last_tile in product(("draw", "discard", "rob_kong"), (False, True), (False, True)):
        asked = {"hand": hand, "tile": tile, "by": by, "after_kong": after_kong, "last_tile": last_tile}
        answer = await visitor.post("/api/score", json=asked)
        told = answer.json().get("error", {}).get("code")
        assert told == _excluded(by, after_kong, last_tile, kong, single), asked
        if told is None:
            items = {item["id"] for item in answer.json()["items"]}
            assert ({"kong_bloom", "kong_shot"} & items != set()) is after_kong
            assert ({"last_tile_draw", "last_tile_shot"} & items != set()) is last_tile
            assert ("robbed_kong" in items) is (by == "rob_kong")


async def test_waits_are_those_on_which_a_win_can_come_so(visitor: httpx.AsyncClient) -> None:
    hand = "[777z]1112345678p"
    every = await _scored(visitor, {"hand": hand})
    robbed = await _scored(visitor, {"hand": hand, "by": "rob_kong"})
    assert [wait["tile"] for wait in every["waits"]] == ["2p", "3p", "5p", "6p", "8p", "9p"]
    assert [wait["tile"] for wait in robbed["waits"]] == ["9p"], "of the others the hand holds one"


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"hand": "1133m5577p99m22p8m", "tile": None, "by": "rob_kong"}, "not_robbed", "by"),
        ({"hand": "1122334455667m", "tile": None, "by": "draw", "after_kong": True}, "no_kong", "after_kong"),
        (READY | {"tile": None, "by": "rob_kong", "last_tile": True}, "only_robbed", "by"),
        (WON | {"by": "rob_kong", "after_kong": True}, "only_robbed", "by"),
        ({"hand": "[111p](2222m)567m789p45m"}, "not_complete", "hand"),
        ({"hand": "[111p](2222m)567m789p44s"}, "three_suits", "hand"),
        ({"void_suit": "m"}, "void_suit", "void_suit"),
        ({"hand": "[1111p]1p567m789p444m"}, "too_many_tiles", "hand"),
        ({"hand": "[111p]567m789p44m"}, "wrong_count", "hand"),
        ({"tile": None}, "wrong_count", "hand"),
        ({"hand": "[111p](2222m)567m789p4m"}, "wrong_count", "hand"),
        ({"hand": "[112p](2222m)567m789p44m"}, "bad_notation", "hand"),
        ({"hand": "一二三万"}, "bad_notation", "hand"),
        ({"tile": "0z"}, "bad_notation", "tile"),
        ({"tile": "1s"}, "tile_not_in_hand", "tile"),
        ({"tile": "2m"}, "tile_not_in_hand", "tile"),
        ({"tile": "4m", "by": "rob_kong"}, "not_robbed", "by"),
        ({"preset": "sichuan"}, "unknown_preset", "preset"),
        ({"options": {"flowers": True}}, "unknown_option", "flowers"),
        ({"options": {"cap": "high"}}, "wrong_type", "cap"),
        ({"options": {"base_points": 0}}, "out_of_range", "base_points"),
        ({"hand": "1m" * 61}, "bad_request", "hand"),
        ({"hand": 14}, "bad_request", "hand"),
        ({"by": "chow"}, "bad_request", "by"),
        ({"after_kong": "yes"}, "bad_request", "after_kong"),
        ({"void_suit": "z"}, "bad_request", "void_suit"),
        ({"winner": 1}, "bad_request", "winner"),
    ],
)
async def test_what_is_wrong_is_said(
    visitor: httpx.AsyncClient, change: dict[str, object], code: str, field: str
) -> None:
    error = await _error(visitor, WON | change)
    assert (error["code"], error["field"]) == (code, field)


async def test_a_hand_is_needed(visitor: httpx.AsyncClient) -> None:
    assert (await _error(visitor, {"tile": "1m"}))["field"] == "hand"


async def test_a_hint_tells_how_to_ask_for_a_win(visitor: httpx.AsyncClient) -> None:
    error = await _error(visitor, {"hand": WON["hand"]})
    assert error["message"] == (
        "14 tiles instead of 13 (a kong counts as three), or 14 and the one that won as tile"
    )


async def test_one_address_asks_so_often_and_no_more(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.api.http.guard.is_this_machine", lambda _: False)
    limits = settings.limits.model_copy(update={"requests_per_min": 2})
    async with (
        live(settings.changed(limits=limits)) as running,
        httpx.AsyncClient(base_url=running.url, trust_env=False) as client,
    ):
        answers = [await client.post("/api/score", json=WON) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["error"]["code"] == "rate_limited"
