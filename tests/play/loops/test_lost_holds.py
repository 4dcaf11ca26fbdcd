"""Cards held for a step that never came are released; a step that comes late is still correct."""

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
from app.play.books.reservations import NoCards
from app.play.errors import Busy
from app.play.lobby import Visitor
from app.play.loops.lost_holds import LostHolds
from app.play.service import Held
from app.rooms.state.settings import Payer
from app.rooms.steps.commands import Leave, Ready, Rematch
from app.stores.rooms.room_store import RoomStore
from app.stores.rooms.values import Commit, CommitResult
from tests.support.counted import counted
from tests.support.exact import exactly
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
    """The worker dies here."""


async def older(db: Database) -> None:
    """Make all holds one hour old."""
    async with db.write() as tx:
        hour_ago = CardTransfer.created_at - 3_600_000
        await tx.execute(update(CardTransfer).where(CardTransfer.kind == "hold").values(created_at=hour_ago))


async def sweep(bench: Bench) -> int:
    """Sweep lost holds of any age."""
    await older(bench.db)
    return await LostHolds(bench.service, bench.db).sweep()


async def killed_before_the_step(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, act: Callable[[], Awaitable[object]]
) -> None:
    """The cards are held, and the worker dies before the room changes."""

    async def die(_self: RoomStore, _step: Commit) -> CommitResult:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(RoomStore, "commit", die)
        with pytest.raises(Killed):
            await act()


async def test_an_interrupted_join(either: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    await arrive(either.db, a=COST, b=COST)
    room_id, code = await make(either, "winner")
    await killed_before_the_step(either, monkeypatch, lambda: either.lobby.join(code, SECOND))
    assert await balances(either.db) == {"a": (0, COST), "b": (0, COST)}
    before = counted("guangan_lost_holds_total")
    assert await LostHolds(either.service, either.db).sweep() == 0, "the step may still be under way"
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
    assert (await either.service.load(room_id)).version == version, "a room without lost holds is not written"
    await either.lobby.join(code, SECOND)
    assert await balances(either.db) == {"a": (0, COST), "b": (0, COST)}
    await sound(either.db)


async def test_an_interrupted_rematch_request(either: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
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
    assert await sweep(either) == 0, "a player who asked for the rematch keeps the hold"
    assert (await balances(either.db))["a"][1] == COST
    await sound(either.db)


async def test_a_room_whose_creation_was_interrupted(either: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sweep creates it as a lobby, which is closed like any other."""
    await arrive(either.db, a=COST)

    async def die(_self: RoomStore, *_: object) -> bool:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(RoomStore, "create", die)
        with pytest.raises(Killed):
            await make(either, "owner")
    assert await sweep(either) == 0, "its owner has a seat in it"
    assert await balances(either.db) == {"a": (0, COST)}
    (room_id,) = await either.stores.timers.live_rooms()
    assert (await either.room(room_id)).phase == "lobby"
    await either.service.execute(room_id, Leave(OWNER.player_id))
    await book(either)
    assert await balances(either.db) == {"a": (COST, 0)}


@pytest.mark.parametrize("payer", ["owner", "split", "winner"])
async def test_what_is_needed_stays_held(either: Bench, payer: Payer) -> None:
    """In the lobby, in play and between two hands, no needed hold is released."""
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


async def test_a_sweep_does_not_rebuild_a_room_lost_during_a_match(either: Bench) -> None:
    await arrive(either.db, a=COST)
    room_id, _ = await make(either, "owner")
    await begin(either, room_id)
    await book(either)
    await either.stores.link.call("FLUSHALL")
    assert await sweep(either) == 0
    assert await either.stores.rooms.load(room_id) is None
    assert await balances(either.db) == {"a": (0, COST)}


class Slow:
    """A worker whose next commit waits for ``finish``."""

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
        """Start it, and wait until its cards are held and its commit is next."""

        async def run() -> object:
            return await act()

        self.task = asyncio.create_task(run())
        await self.reached.wait()

    async def finish(self) -> object:
        """Let it commit."""
        self.go.set()
        assert self.task is not None
        return await self.task


async def late_join(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> tuple[str, Slow]:
    """A room whose winner pays, and a second player whose cards are held and whose commit is late."""
    await arrive(bench.db, a=COST, b=COST)
    room_id, code = await make(bench, "winner")
    slow = Slow(bench, monkeypatch)
    await slow.begin(lambda: bench.lobby.join(code, SECOND))
    return room_id, slow


async def test_a_late_join_holds_its_released_cards_again(
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


async def test_a_late_join_that_cannot_pay_any_more_is_refused(
    either: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    room_id, slow = await late_join(either, monkeypatch)
    assert await sweep(either) == 1
    async with either.db.write() as tx:
        await cards.take_back(tx, "all", SECOND.player_id, COST, 1)
    with pytest.raises(NoCards, match=exactly("no_cards")):
        await slow.finish()
    assert (await either.room(room_id)).by_player(SECOND.player_id) is None
    assert await balances(either.db) == {"a": (0, COST)}
    await sound(either.db)


async def test_a_step_recomputed_before_the_release_keeps_its_cards(
    either: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The late step commits between the two steps of the sweep. Its roster is the newer one."""
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
async def test_joins_and_leaves_during_sweeps(either: Bench) -> None:
    """In the end exactly the seated players have cards held."""
    people = [OWNER, SECOND, THIRD]
    await arrive(either.db, a=COST, b=COST, c=COST)
    room_id, code = await make(either, "winner")
    holds, over = LostHolds(either.service, either.db), asyncio.Event()

    async def sweep_on() -> None:
        while not over.is_set():
            await older(either.db)
            await holds.sweep()

    async def until_done(act: Callable[[], Awaitable[object]]) -> None:
        """Repeat the act while the sweeps make the room busy."""
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
