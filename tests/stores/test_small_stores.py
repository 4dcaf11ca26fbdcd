"""Room codes, tickets and rate limits."""

import asyncio

import pytest

from app.stores import Stores
from app.stores.server import keys
from app.stores.server.link import as_bytes, as_int, as_list


async def test_a_code_belongs_to_one_room(stores: Stores) -> None:
    assert await stores.codes.reserve("123456", "a")
    assert not await stores.codes.reserve("123456", "b")
    assert 47 * 3600 < as_int(await stores.link.call("TTL", keys.code("123456"))) <= 48 * 3600
    assert await stores.codes.lookup("123456") == "a"
    assert await stores.codes.lookup("654321") is None


async def test_its_room_prolongs_a_code(stores: Stores) -> None:
    await stores.codes.reserve("123456", "a", 1000)
    assert await stores.codes.reserve("123456", "a", 90_000)
    assert as_int(await stores.link.call("PTTL", keys.code("123456"))) > 60_000


async def test_a_released_code_rests_for_a_day(stores: Stores) -> None:
    await stores.codes.reserve("123456", "a")
    assert not await stores.codes.release("123456", "b")
    assert await stores.codes.release("123456", "a")
    assert not await stores.codes.release("123456", "a")
    assert await stores.codes.lookup("123456") is None
    assert not await stores.codes.reserve("123456", "a")
    left = as_int(await stores.link.call("TTL", keys.code("123456")))
    assert 23 * 3600 < left <= 24 * 3600


async def test_a_ticket_is_good_once(stores: Stores) -> None:
    ticket = await stores.tickets.issue(b"session 7")
    found = await asyncio.gather(*(stores.tickets.redeem(ticket) for _ in range(10)))
    assert sorted(found, key=str) == sorted([b"session 7"] + [None] * 9, key=str)


async def test_a_ticket_is_not_stored_and_does_not_stay(stores: Stores) -> None:
    ticket = await stores.tickets.issue(b"session 7")
    (name,) = as_list(await stores.link.call("KEYS", "*"))
    assert ticket not in as_bytes(name).decode()
    assert 50 < as_int(await stores.link.call("TTL", as_bytes(name))) <= 60


@pytest.mark.parametrize("odd", ["", "x", "x" * 5000, "\ud800", "*"])
async def test_odd_tickets_open_nothing(stores: Stores, odd: str) -> None:
    await stores.tickets.issue(b"session 7")
    assert await stores.tickets.redeem(odd) is None


async def test_a_window_allows_its_limit(stores: Stores) -> None:
    hits = [await stores.limits.hit("code", "1.2.3.4", 3, 600) for _ in range(5)]
    assert hits == [True, True, True, False, False]
    assert await stores.limits.hit("code", "5.6.7.8", 3, 600)
    assert await stores.limits.hit("guest", "1.2.3.4", 3, 600)
    assert await stores.limits.spent("code", "1.2.3.4") == 5
    assert await stores.limits.spent("code", "nobody") == 0
    await stores.limits.forget("code", "1.2.3.4")
    assert await stores.limits.hit("code", "1.2.3.4", 1, 600)
    assert await stores.limits.spent("code", "5.6.7.8") == 1


async def test_a_window_ends_though_hits_go_on(stores: Stores) -> None:
    assert await stores.limits.left_s("code", "who") == 1, "there is no window yet"
    await stores.limits.hit("code", "who", 3, 600)
    assert 590 < await stores.limits.left_s("code", "who") <= 600
    (name,) = as_list(await stores.link.call("KEYS", "gm:rl:*"))
    await stores.link.call("EXPIRE", as_bytes(name), 100)
    await stores.limits.hit("code", "who", 3, 600)
    assert as_int(await stores.link.call("TTL", as_bytes(name))) <= 100
    assert 90 < await stores.limits.left_s("code", "who") <= 100
