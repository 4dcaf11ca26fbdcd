"""The ledger of room cards: each transfer once, no player below 0, and the sum of all accounts is 0."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from sqlalchemy import func, select

from app.db import Database, WriteTx
from app.db.cards import cards
from app.db.cards.card_records import (
    MINT,
    MOST_CARDS,
    AlreadyResolved,
    Balance,
    CardTransferRecord,
    KeyReused,
    NoSuchHold,
    NotEnough,
    Totals,
)
from app.db.tables.models import CardTransfer
from tests.support.db.samples import NOW
from tests.support.exact import exactly

pytestmark = pytest.mark.database
YONG = "p-yong"


async def grant(db: Database, count: int, key: str = "g", player: str = YONG) -> CardTransferRecord:
    async with db.write() as tx:
        return await cards.grant(tx, key, player, count, NOW, "welcome")


async def hold(db: Database, count: int, key: str = "h", player: str = YONG) -> CardTransferRecord:
    async with db.write() as tx:
        return await cards.hold(tx, key, player, count, NOW + 1, room="r-1", match=1, reason="owner")


async def post(
    db: Database, hold_id: str = "h", key: str = "h:post", count: int | None = None
) -> CardTransferRecord:
    async with db.write() as tx:
        return await cards.post(tx, key, hold_id, NOW + 2, count, "first_hand")


async def void(db: Database, hold_id: str = "h", key: str = "h:void") -> CardTransferRecord:
    async with db.write() as tx:
        return await cards.void(tx, key, hold_id, NOW + 2, "left")


async def take_back(db: Database, count: int, key: str = "t") -> CardTransferRecord:
    async with db.write() as tx:
        return await cards.take_back(tx, key, YONG, count, NOW + 3)


async def balance(db: Database, player: str = YONG) -> Balance:
    async with db.read() as tx:
        return await cards.balance(tx, player)


async def totals(db: Database) -> Totals:
    async with db.read() as tx:
        return await cards.totals(tx)


async def count_transfers(db: Database) -> int:
    async with db.read() as tx:
        return (await tx.execute(select(func.count()).select_from(CardTransfer))).scalar_one()


async def test_a_card_on_its_way_from_the_mint_to_the_match(db: Database) -> None:
    assert await balance(db) == Balance(0, 0)
    granted = await grant(db, 5)
    assert granted == CardTransferRecord(
        "g", MINT, "player:p-yong", 5, "grant", None, None, None, "welcome", NOW
    )
    assert await balance(db) == Balance(5, 0)
    await hold(db, 3)
    assert await balance(db) == Balance(2, 3)
    await post(db)
    assert await balance(db) == Balance(2, 0)
    await take_back(db, 2)
    assert await balance(db) == Balance(0, 0)
    assert await totals(db) == Totals(minted=3, burned=3, available=0, held=0)


async def test_what_is_held_comes_back(db: Database) -> None:
    await grant(db, 5)
    await hold(db, 5)
    assert (await void(db)).pending_id == "h"
    assert await balance(db) == Balance(5, 0)
    assert await totals(db) == Totals(minted=5, burned=0, available=5, held=0)


async def test_a_part_is_paid_and_the_rest_is_free(db: Database) -> None:
    await grant(db, 5)
    await hold(db, 4)
    await post(db, count=1)
    assert await balance(db) == Balance(4, 0)
    assert (await totals(db)).burned == 1
    for count in (0, 5):
        with pytest.raises(ValueError, match="cannot be paid"):
            await post(db, key="other", count=count)


async def test_the_largest_amount(db: Database) -> None:
    await grant(db, MOST_CARDS)
    assert await balance(db) == Balance(MOST_CARDS, 0)


@pytest.mark.parametrize("count", [0, -1, MOST_CARDS + 1])
async def test_amounts_that_are_none(db: Database, count: int) -> None:
    for act in (grant, hold, take_back):
        with pytest.raises(ValueError, match="cannot be moved"):
            await act(db, count)
    assert await count_transfers(db) == 0


Act = Callable[[Database], Awaitable[CardTransferRecord]]
ACTS: dict[str, Act] = {
    "grant": lambda db: grant(db, 4),
    "hold": lambda db: hold(db, 4),
    "post": post,
    "void": void,
    "take_back": lambda db: take_back(db, 4),
}


@pytest.mark.parametrize(
    "story",
    [["grant", "hold", "post"], ["grant", "hold", "void", "take_back"]],
    ids=["paid", "given back"],
)
async def test_everything_twice_is_everything_once(db: Database, story: list[str]) -> None:
    for name in story:
        first = await ACTS[name](db)
        after = (await balance(db), await totals(db), await count_transfers(db))
        assert await ACTS[name](db) == first
        assert (await balance(db), await totals(db), await count_transfers(db)) == after
    for name in story:
        await ACTS[name](db)
    assert (await balance(db), await totals(db), await count_transfers(db)) == after


async def test_a_key_stands_for_one_content(db: Database) -> None:
    await grant(db, 5)
    await hold(db, 2)
    await void(db)
    before = (await balance(db), await count_transfers(db))
    others: list[Act] = [
        lambda db: grant(db, 6),
        lambda db: grant(db, 5, player="p-mei"),
        lambda db: take_back(db, 5, key="g"),
        lambda db: hold(db, 1),
        lambda db: hold(db, 2, key="g"),
        lambda db: post(db, key="h:void"),
        lambda db: grant(db, 1, key="h"),
    ]
    keys = ("g", "g", "g", "h", "g", "h:void", "h")
    for key, other in zip(keys, others, strict=True):
        message = f"Another movement of cards has the key {key}: choose a new key."
        with pytest.raises(KeyReused, match=exactly(message)):
            await other(db)
    assert (await balance(db), await count_transfers(db)) == before
    assert await balance(db, "p-mei") == Balance(0, 0)


async def test_nobody_spends_more_than_they_have(db: Database) -> None:
    await grant(db, 2)
    for act in (hold, take_back):
        with pytest.raises(NotEnough) as refusal:
            await act(db, 3)
        assert (refusal.value.player_id, refusal.value.needed, refusal.value.available) == (YONG, 3, 2)
    with pytest.raises(NotEnough, match="p-mei has 0 cards to spend, and 1 are needed"):
        await hold(db, 1, player="p-mei")
    assert await balance(db) == Balance(2, 0)
    assert await count_transfers(db) == 1
    await hold(db, 2)
    with pytest.raises(NotEnough):
        await take_back(db, 1)


async def test_a_hold_ends_once(db: Database) -> None:
    await grant(db, 2)
    await hold(db, 2)
    await void(db)
    with pytest.raises(AlreadyResolved):
        await post(db)
    with pytest.raises(AlreadyResolved):
        await void(db, key="another key")
    for nothing in ("g", "h:void", "nothing"):
        with pytest.raises(NoSuchHold):
            await void(db, nothing, key="x")
    assert await balance(db) == Balance(2, 0)


async def test_a_crash_before_the_commit_leaves_nothing(db: Database) -> None:
    await grant(db, 2)

    async def crash(tx: WriteTx) -> None:
        await cards.hold(tx, "h", YONG, 2, NOW, room="r-1", match=1, reason="owner")
        await cards.post(tx, "h:post", "h", NOW)
        raise RuntimeError("power cut")

    with pytest.raises(RuntimeError, match=exactly("power cut")):
        async with db.write() as tx:
            await crash(tx)
    assert (await balance(db), await count_transfers(db)) == (Balance(2, 0), 1)
    await hold(db, 2)
    await post(db)
    assert await balance(db) == Balance(0, 0)


async def test_fifty_at_once_for_one_card(db: Database) -> None:
    await grant(db, 1)
    tries = await asyncio.gather(
        *(hold(db, 1, key=f"h{number}") for number in range(50)), return_exceptions=True
    )
    assert sum(isinstance(result, CardTransferRecord) for result in tries) == 1
    assert sum(isinstance(result, NotEnough) for result in tries) == 49
    assert await balance(db) == Balance(0, 1)


async def test_one_key_fifty_times_at_once(db: Database) -> None:
    await grant(db, 1)
    tries = await asyncio.gather(*(hold(db, 1) for _ in range(50)))
    assert {result.id for result in tries} == {"h"}
    assert (await balance(db), await count_transfers(db)) == (Balance(0, 1), 2)


async def test_a_hundred_ends_at_once(db: Database) -> None:
    await grant(db, 3)
    await hold(db, 3)
    tries = await asyncio.gather(
        *((post if number % 2 else void)(db, key=f"end {number}") for number in range(100)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, CardTransferRecord) for result in tries) == 1
    assert sum(isinstance(result, AlreadyResolved) for result in tries) == 99
    after = await totals(db)
    assert (after.held, after.minted) == (0, after.burned + after.available)


async def test_repeating_keeps_the_first_time(db: Database) -> None:
    first = await grant(db, 1)
    async with db.write() as tx:
        again = await cards.grant(tx, "g", YONG, 1, NOW + 99, "welcome")
    assert again == first
    assert again != replace(first, created_at=NOW + 99)
