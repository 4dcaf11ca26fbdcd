"""Races for room cards. ``CARD_RACES=1000`` runs each race 1000 times on each engine."""

import asyncio
import contextlib
import os
import secrets

import pytest
from sqlalchemy import func, select

from app.db.cards import cards
from app.db.cards.card_records import Balance
from app.db.people import players
from app.db.tables.models import RoomRow
from app.play.books.reservations import NoCards
from app.play.errors import Busy
from app.play.lobby import Visitor
from app.play.seats import ElsewhereSeated
from app.play.service import Held
from app.rooms.steps.commands import AddBot, Leave, Ready, Start
from app.rooms.steps.outcome import Reject
from tests.support.play.bench import Bench
from tests.support.play.card_tables import COST, priced, sound

pytestmark = [pytest.mark.store, pytest.mark.database, pytest.mark.timeout(0)]
RACES = int(os.environ.get("CARD_RACES", "2"))
RUNNERS = 50


async def test_fifty_creates_with_cards_for_one(either: Bench) -> None:
    for _ in range(RACES):
        await race(either)
    await sound(either.db)


async def race(bench: Bench) -> None:
    """One player creates fifty rooms at once with cards for one."""
    runner = Visitor(secrets.token_hex(16), "快手")
    async with bench.db.write() as tx:
        await players.create_guest(tx, runner.player_id, runner.name, 1)
        await cards.grant(tx, f"operator:{runner.player_id}", runner.player_id, COST, 1)
    tries = await asyncio.gather(
        *(bench.lobby.create(runner, secrets.token_hex(8), priced("owner")) for _ in range(RUNNERS)),
        return_exceptions=True,
    )
    won = [result for result in tries if isinstance(result, tuple)]
    lost = [result for result in tries if isinstance(result, NoCards | ElsewhereSeated)]
    assert (len(won), len(lost)) == (1, RUNNERS - 1), [result for result in tries if result not in won + lost]
    held: Held = won[0][0]
    async with bench.db.read() as tx:
        assert await cards.balance(tx, runner.player_id) == Balance(0, COST)
        mine = select(func.count()).select_from(RoomRow).where(RoomRow.owner_id == runner.player_id)
        assert (await tx.execute(mine)).scalar_one() == 1
        assert [hold.player_id for hold in await cards.pending(tx, held.room.id)] == [runner.player_id]


async def test_ten_joins_with_cards_for_one(either: Bench) -> None:
    """One player joins ten rooms at once with cards for one."""
    owners = [Visitor(secrets.token_hex(16), f"主{number}") for number in range(10)]
    guest = Visitor(secrets.token_hex(16), "快手")
    async with either.db.write() as tx:
        for visitor in (*owners, guest):
            await players.create_guest(tx, visitor.player_id, visitor.name, 1)
            await cards.grant(tx, f"operator:{visitor.player_id}", visitor.player_id, COST, 1)
    codes = [
        (await either.lobby.create(owner, "key-0001", priced("winner")))[0].room.code for owner in owners
    ]
    tries = await asyncio.gather(*(either.lobby.join(code, guest) for code in codes), return_exceptions=True)
    assert sum(isinstance(result, Held) for result in tries) == 1
    assert sum(isinstance(result, NoCards | ElsewhereSeated) for result in tries) == len(codes) - 1
    async with either.db.read() as tx:
        assert await cards.balance(tx, guest.player_id) == Balance(0, COST)
    await sound(either.db)


async def test_every_player_has_paid_after_joins_and_leaves_in_any_order(either: Bench) -> None:
    """Guests join and leave while the owner tries to start and the relay books, all at once."""
    for round_ in range(RACES):
        await run_in_and_out(either, round_)
    await sound(either.db)


async def run_in_and_out(bench: Bench, seed: int) -> None:
    """One room. When its match has begun, exactly its players have cards held."""
    owner, *guests = people = [Visitor(secrets.token_hex(16), f"{number}") for number in range(5)]
    async with bench.db.write() as tx:
        for visitor in people:
            await players.create_guest(tx, visitor.player_id, visitor.name, 1)
            await cards.grant(tx, f"operator:{visitor.player_id}", visitor.player_id, COST, 1)
    held, _ = await bench.lobby.create(owner, "key-0001", priced("winner"))
    await bench.service.execute(held.room.id, AddBot(owner.player_id))
    crowd = Crowd(bench, held.room.id, held.room.code)
    comings = (crowd.come_and_go(visitor, number + seed) for number, visitor in enumerate(guests))
    await asyncio.gather(*comings, crowd.start(owner), crowd.keep_books())
    while await bench.relay.drain():
        continue
    room = await bench.room(held.room.id)
    assert (room.phase, len(list(room.humans))) == ("playing", 3)
    async with bench.db.read() as reading:
        holds = {hold.player_id: hold.amount for hold in await cards.pending(reading, room.id)}
        spare = {
            visitor.player_id: (await cards.balance(reading, visitor.player_id)).available
            for visitor in people
        }
    assert holds == dict.fromkeys((member.player_id for member in room.humans), COST)
    assert spare == {player_id: COST - holds.get(player_id, 0) for player_id in spare}


class Crowd:
    """Players who join and leave one room until its match begins."""

    def __init__(self, bench: Bench, room_id: str, code: str) -> None:
        self._bench = bench
        self._room_id = room_id
        self._code = code

    async def come_and_go(self, visitor: Visitor, number: int) -> None:
        """Join and leave several times, then join and stay."""
        for turn in range(3 + number % 4):
            with contextlib.suppress(Reject, Busy):
                await self._bench.lobby.join(self._code, visitor)
                if turn % 2:
                    await self._bench.service.execute(self._room_id, Ready(visitor.player_id))
                await self._bench.service.execute(self._room_id, Leave(visitor.player_id))
        while await self._waiting():
            with contextlib.suppress(Reject, Busy):
                await self._bench.lobby.join(self._code, visitor)
                await self._bench.service.execute(self._room_id, Ready(visitor.player_id))

    async def start(self, owner: Visitor) -> None:
        """Start the match as soon as possible."""
        while await self._waiting():
            with contextlib.suppress(Reject, Busy):
                await self._bench.service.execute(self._room_id, Start(owner.player_id))

    async def keep_books(self) -> None:
        """Book the outbox until the match begins."""
        while await self._waiting():
            await self._bench.relay.drain()

    async def _waiting(self) -> bool:
        return (await self._bench.room(self._room_id)).phase == "lobby"
