"""Room codes, tickets and rate limits."""

import asyncio
import contextlib

import pytest

from app.stores import Stores
from app.stores.limits import SLOTS, Limit, TooOften
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
    assert await taken(stores, Limit("code", "1.2.3.4", 3, 600), 5) == 3
    assert await taken(stores, Limit("code", "5.6.7.8", 3, 600), 2) == 2
    assert await taken(stores, Limit("guest", "1.2.3.4", 3, 600), 2) == 2
    await stores.limits.forget("code", "1.2.3.4")
    assert await taken(stores, Limit("code", "1.2.3.4", 3, 600), 5) == 3
    assert await taken(stores, Limit("code", "5.6.7.8", 3, 600), 5) == 1


async def test_a_burst_gets_its_limit_and_not_one_more(stores: Stores) -> None:
    found = await asyncio.gather(*(taken(stores, Limit("code", "who", 10, 600), 1) for _ in range(50)))
    assert sum(found) == 10


async def test_no_window_has_more_than_its_limit(stores: Stores) -> None:
    """Events come faster than the limit allows, at bad moments: at the border of every part of the window."""
    limit = Limit("code", "who", 5, 0.5)
    allowed: list[tuple[float, float]] = []
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(60):
        while len(allowed) < 4 * limit.most:
            before = loop.time()
            if await taken(stores, limit, 1):
                allowed.append((before, loop.time()))
    for (begun, _), (_, ended) in zip(allowed, allowed[limit.most :], strict=False):
        assert ended - begun > limit.window_s - 0.001, "the clock of the store has whole milliseconds"


async def test_retry_after_is_true(stores: Stores) -> None:
    limit = Limit("code", "who", 2, 1.0)
    await taken(stores, limit, 2)
    with pytest.raises(TooOften) as refused:
        await stores.limits.take(limit)
    await asyncio.sleep(refused.value.after_s)
    await stores.limits.take(limit)


async def test_a_clock_that_is_set_back_refuses_nobody_for_ever(stores: Stores) -> None:
    """Events of a time that has not come count no more."""
    limit = Limit("code", "who", 1, 600)
    await stores.limits.take(limit)
    (name,) = as_list(await stores.link.call("KEYS", "gm:*"))
    (slot, _) = as_list(await stores.link.call("HGETALL", as_bytes(name)))
    await stores.link.call("DEL", as_bytes(name))
    await stores.link.call("HSET", as_bytes(name), as_int(slot) + 1_440, 1)
    await stores.limits.take(limit)


async def test_retry_after_is_that_of_the_fullest_window(stores: Stores) -> None:
    short, long = Limit("code", "a", 1, 10), Limit("code", "b", 1, 600)
    await stores.limits.take(long)
    await stores.limits.take(short)
    for limits in ((short, long), (long, short)):
        with pytest.raises(TooOften) as refused:
            await stores.limits.take(*limits)
        assert 600 <= refused.value.after_s <= 660


async def test_all_windows_count_or_none(stores: Stores) -> None:
    one, other = Limit("code", "one", 1, 600), Limit("code", "other", 5, 600)
    await stores.limits.take(one, other)
    for _ in range(9):
        with pytest.raises(TooOften):
            await stores.limits.take(other, one)
    assert await taken(stores, other, 9) == 4


async def test_what_is_given_back_is_free_again(stores: Stores) -> None:
    one, other = Limit("code", "one", 3, 600), Limit("code", "other", 2, 60)
    for _ in range(20):
        await stores.limits.give_back(await stores.limits.take(one, other))
    assert as_list(await stores.link.call("KEYS", "*")) == [], "nothing is left of it"
    kept = await stores.limits.take(one, other)
    given = await stores.limits.take(one, other)
    await stores.limits.give_back(given)
    assert await taken(stores, other, 5) == 1
    assert await taken(stores, one, 5) == 2
    await stores.limits.forget("code", "other")
    await stores.limits.give_back(kept)
    assert await taken(stores, other, 5) == 2, "what is forgotten is not given back"


async def test_no_limit_is_no_limit(stores: Stores) -> None:
    nothing = await stores.limits.take()
    await stores.limits.give_back(nothing)
    assert as_list(await stores.link.call("KEYS", "*")) == []


async def test_a_window_is_small_and_does_not_stay(stores: Stores) -> None:
    limit = Limit("request", "who", 1_000, 0.5)
    until = asyncio.get_running_loop().time() + 1.2
    while asyncio.get_running_loop().time() < until:
        await taken(stores, limit, 1)
    (name,) = as_list(await stores.link.call("KEYS", "*"))
    assert as_int(await stores.link.call("HLEN", as_bytes(name))) <= SLOTS + 1
    assert 0 < as_int(await stores.link.call("PTTL", as_bytes(name))) <= 550


async def test_a_mark_stands_from_its_first_time_on(stores: Stores) -> None:
    assert await stores.limits.spent("tidy", "all") == 0
    assert await stores.limits.hit("tidy", "all", 1, 600)
    (name,) = as_list(await stores.link.call("KEYS", "*"))
    await stores.link.call("EXPIRE", as_bytes(name), 100)
    assert not await stores.limits.hit("tidy", "all", 1, 600)
    assert as_int(await stores.link.call("TTL", as_bytes(name))) <= 100
    assert await stores.limits.spent("tidy", "all") == 2


async def taken(stores: Stores, limit: Limit, times: int) -> int:
    """How many of so many events the limit lets through."""
    through = 0
    for _ in range(times):
        with contextlib.suppress(TooOften):
            await stores.limits.take(limit)
            through += 1
    return through
