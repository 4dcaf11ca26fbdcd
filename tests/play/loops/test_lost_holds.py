"""Room cards held for a step that never came are given back; one that comes late is right all the same."""

import asyncio
import contextlib
import secrets
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
from sqlalchemy import update

from app.db import Database
from app.db.cards import cards
from app.db.cards.card_records import Balance
from app.db.tables.models import CardTransfer
from app.play.card_holds import NoCards
from app.play.errors import Busy
from app.play.lobby import Visitor
from app.play.loops.lost_holds import LostHolds
from app.play.service import Held
from app.rooms.state.settings import Payer
from app.rooms.steps.commands import Leave, Ready, Rematch
from app.stores.rooms.room_store import RoomStore
from app.stores.rooms.values import Commit, CommitResult
from tests.support.counted import counted
from tests.support.play.bench import Bench
from tests.support.play.card_tables import (
    COST,
    OWNER,
    SECOND,
    THIRD,
    arrive,
    balances,
    begin,
    book,
    make,
    movements,
    play_hand,
    priced,
    sound,
)

pytestmark = [pytest.mark.store, pytest.mark.database]


class Killed(Exception):
    """The process dies here."""


async def older(db: Database) -> None:
    """Everything that is held was held an hour ago."""
    async with db.write() as tx:
        hour_ago = CardTransfer.created_at - 3_600_000
        await tx.execute(update(CardTransfer).where(CardTransfer.kind == "hold").values(created_at=hour_ago))


async def sweep(bench: Bench) -> int:
    """Look for lost holds, of any age."""
    await older(bench.db)
    return await LostHolds(bench.service, bench.db).sweep()


async def killed_before_the_step(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, act: Callable[[], Awaitable[object]]
) -> None:
    """The cards are held, and the process dies before the room changes."""

    async def die(_self: RoomStore, _step: Commit) -> CommitResult:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(RoomStore, "commit", die)
        with pytest.raises(Killed):
            await act()


async def test_a_join_that_was_cut_off(either: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    await arrive(either.db, a=COST, b=COST)
    room_id, code = await make(either, "winner")
    await killed_before_the_step(either, monkeypatch, lambda: either.lobby.join(code, SECOND))
    assert await balances(either.db) == {"a": (0, COST), "b": (0, COST)}
    before = counted("guangan_lost_holds_total")
    assert await LostHolds(either.service, either.db).sweep() == 0, "it may still be under way"
    assert await sweep(either) == 1
    assert counted("guangan_lost_holds_total") == before + 1
    assert await balances(either.db) == {"a": (0, COST), "b": (COST, 0)}
    assert await movements(either.db, SECOND) == [
        ("grant", COST, ""),
        ("hold", COST, "winner"),
        ("void", COST, "left"),
    ]
    version = (await either.service.load(room_id)).version
    assert await sweep(either) == 0
    assert (await either.service.load(room_id)).version == version, "a room without lost holds is left alone"
    await either.lobby.join(code, SECOND)
    assert await balances(either.db) == {"a": (0, COST), "b": (0, COST)}
    await sound(either.db)


async def test_a_wish_for_a_rematch_that_was_cut_off(either: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    await arrive(either.db, a=3 * COST, b=3 * COST)
    room_id, code = await make(either, "winner")
    await either.lobby.join(code, SECOND)
    await begin(either, room_id)
    await play_hand(either, room_id)
    await book(either)
    assert (await either.room(room_id)).phase == "ended"
    before = await balances(either.db)
    wish = Rematch(SECOND.player_id)
    await killed_before_the_step(either, monkeypatch, lambda: either.service.execute(room_id, wish))
    assert (await balances(either.db))["b"][1] == COST
    assert await sweep(either) == 1
    assert await balances(either.db) == before
    await either.service.execute(room_id, Rematch(OWNER.player_id))
    assert await sweep(either) == 0, "who has wished for it keeps his cards held"
    assert (await balances(either.db))["a"][1] == COST
    await sound(either.db)


async def test_a_room_whose_making_was_cut_off(either: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """It becomes an empty lobby, as if it had been made, and that is closed in its time."""
    await arrive(either.db, a=COST)

    async def die(_self: RoomStore, *_: object) -> bool:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(RoomStore, "create", die)
        with pytest.raises(Killed):
            await make(either, "owner")
    assert await sweep(either) == 0, "its owner has his place in it"
    assert await balances(either.db) == {"a": (0, COST)}
    (room_id,) = await either.stores.timers.live_rooms()
    assert (await either.room(room_id)).phase == "lobby"
    await either.service.execute(room_id, Leave(OWNER.player_id))
    await book(either)
    assert await balances(either.db) == {"a": (COST, 0)}


@pytest.mark.parametrize("payer", ["owner", "split", "winner"])
async def test_what_is_needed_stays_held(either: Bench, payer: Payer) -> None:
    """In the lobby, in play and between two hands."""
    await arrive(either.db, a=COST, b=COST)
    held, _ = await either.lobby.create(OWNER, secrets.token_hex(8), priced(payer, 4))
    room_id = held.room.id
    await either.lobby.join(held.room.code, SECOND)
    for step in (begin, play_hand, play_hand):
        before = await balances(either.db), (await either.service.load(room_id)).version
        assert await sweep(either) == 0
        assert (await balances(either.db), (await either.service.load(room_id)).version) == before
        await step(either, room_id)
    await book(either)
    assert await sweep(either) == 0
    await sound(either.db)


async def test_a_room_that_the_store_has_lost_in_a_match_is_not_brought_back(either: Bench) -> None:
    await arrive(either.db, a=COST)
    room_id, _ = await make(either, "owner")
    await begin(either, room_id)
    await book(either)
    await either.stores.link.call("FLUSHALL")
    assert await sweep(either) == 0
    assert await either.stores.rooms.load(room_id) is None
    assert await balances(either.db) == {"a": (0, COST)}


class Slow:
    """A process whose next commit waits until it is let go."""

    def __init__(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reached, self.go = asyncio.Event(), asyncio.Event()
        self.verdicts: list[CommitResult] = []
        self.task: asyncio.Task[object] | None = None
        commit = bench.stores.rooms.commit

        async def late(step: Commit) -> CommitResult:
            if asyncio.current_task() is self.task:
                self.reached.set()
                await self.go.wait()
            verdict = await commit(step)
            if asyncio.current_task() is self.task:
                self.verdicts.append(verdict)
            return verdict

        monkeypatch.setattr(bench.stores.rooms, "commit", late)

    async def begin(self, act: Callable[[], Awaitable[object]]) -> None:
        """Start it, and wait until its cards are held and its step is about to be made."""

        async def run() -> object:
            return await act()

        self.task = asyncio.create_task(run())
        await self.reached.wait()

    async def finish(self) -> object:
        """Let it go on."""
        self.go.set()
        assert self.task is not None
        return await self.task


async def late_join(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Slow]:
    """A room whose winner pays, and a second player whose cards are held and whose step is late."""
    await arrive(bench.db, a=COST, b=COST)
    room_id, code = await make(bench, "winner")
    slow = Slow(bench, monkeypatch)
    await slow.begin(lambda: bench.lobby.join(code, SECOND))
    return room_id, slow


async def test_a_join_that_comes_late_finds_its_cards_given_back_and_holds_them_anew(
    either: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    room_id, slow = await late_join(either, monkeypatch)
    assert await balances(either.db) == {"a": (0, COST), "b": (0, COST)}
    assert await sweep(either) == 1
    assert await balances(either.db) == {"a": (0, COST), "b": (COST, 0)}
    await slow.finish()
    assert slow.verdicts == [CommitResult.CONFLICT, CommitResult.OK]
    assert (await either.room(room_id)).by_player(SECOND.player_id) is not None
    assert await balances(either.db) == {"a": (0, COST), "b": (0, COST)}
    assert await sweep(either) == 0
    await sound(either.db)


async def test_a_join_that_comes_late_and_cannot_pay_any_more_is_refused(
    either: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    room_id, slow = await late_join(either, monkeypatch)
    assert await sweep(either) == 1
    async with either.db.write() as tx:
        await cards.take_back(tx, "all", SECOND.player_id, COST, 1)
    with pytest.raises(NoCards):
        await slow.finish()
    assert (await either.room(room_id)).by_player(SECOND.player_id) is None
    assert await balances(either.db) == {"a": (0, COST)}
    await sound(either.db)


async def test_who_looked_again_before_the_cards_were_given_back_keeps_them(
    either: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the sweep's two steps the late one makes his: his is the newer word."""
    room_id, slow = await late_join(either, monkeypatch)
    await older(either.db)
    holds = LostHolds(either.service, either.db)
    release = holds._release

    async def later(held: Held, now: int) -> int:
        await slow.finish()
        return await release(held, now)

    monkeypatch.setattr(holds, "_release", later)
    assert await holds.sweep() == 0
    assert slow.verdicts == [CommitResult.CONFLICT, CommitResult.OK]
    assert (await either.room(room_id)).by_player(SECOND.player_id) is not None
    assert await balances(either.db) == {"a": (0, COST), "b": (0, COST)}
    await sound(either.db)


@pytest.mark.timeout(0)
async def test_people_run_in_and_out_while_everything_is_swept(either: Bench) -> None:
    """However it comes: in the end exactly those who sit there have cards held."""
    people = [OWNER, SECOND, THIRD]
    await arrive(either.db, a=COST, b=COST, c=COST)
    room_id, code = await make(either, "winner")
    holds, over = LostHolds(either.service, either.db), asyncio.Event()

    async def sweep_on() -> None:
        while not over.is_set():
            await older(either.db)
            await holds.sweep()

    async def until_done(act: Callable[[], Awaitable[object]]) -> None:
        """A sweep after the other leaves nobody much of a chance: ask again."""
        while True:
            with contextlib.suppress(Busy):
                await act()
                return

    async def run_in_and_out(visitor: Visitor) -> None:
        for command in (Ready(visitor.player_id), Leave(visitor.player_id)) * 6:
            await until_done(lambda: either.lobby.join(code, visitor))
            await until_done(partial(either.service.execute, room_id, command))
        await until_done(lambda: either.lobby.join(code, visitor))

    sweeping = asyncio.create_task(sweep_on())
    try:
        await asyncio.gather(*(run_in_and_out(visitor) for visitor in people[1:]))
    finally:
        over.set()
        await sweeping
    await book(either)
    async with either.db.read() as tx:
        held = {hold.player_id: hold.amount for hold in await cards.pending(tx, room_id)}
        assert held == {visitor.player_id: COST for visitor in people}
        for visitor in people:
            assert await cards.balance(tx, visitor.player_id) == Balance(0, COST)
    await sound(either.db)
