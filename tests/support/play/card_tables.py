"""Tables that cost room cards, in the play layer."""

import secrets
from dataclasses import replace

from app.db import Database
from app.db.audit import audit
from app.db.cards import cards
from app.db.cards.card_records import Balance, CardTransferRecord
from app.db.people import players
from app.play.lobby import Visitor
from app.play.service import Done
from app.rooms.state.room import Room
from app.rooms.state.settings import Payer, RoomSettings
from app.rooms.steps.commands import AddBot, Auto, Connected, Ready, Start
from tests.support.play.bench import Bench, settings

OWNER, SECOND, THIRD = (Visitor(name * 32, name) for name in "abc")
COST = 4


def priced(payer: Payer, hands: int = 1) -> RoomSettings:
    """Settings of a table without any delay that costs 4 cards."""
    return replace(settings(hands), payer=payer, cost=COST)


async def arrive(db: Database, **owned: int) -> None:
    """Create the three players ``a``, ``b`` and ``c`` with these cards."""
    async with db.write() as tx:
        for visitor in (OWNER, SECOND, THIRD):
            await players.create_guest(tx, visitor.player_id, visitor.name, 1)
            if count := owned.get(visitor.name, 0):
                await cards.grant(tx, f"operator:{visitor.name}", visitor.player_id, count, 1)


async def grant(db: Database, visitor: Visitor, count: int) -> None:
    """Grant cards to the player."""
    async with db.write() as tx:
        await cards.grant(tx, f"operator:{secrets.token_hex(4)}", visitor.player_id, count, 1)


async def take_all(db: Database, visitor: Visitor) -> None:
    """Take all available cards from the player."""
    async with db.write() as tx:
        rest = (await cards.balance(tx, visitor.player_id)).available
        await cards.take_back(tx, f"operator:{secrets.token_hex(4)}", visitor.player_id, rest, 1)


async def balances(db: Database) -> dict[str, tuple[int, int]]:
    """Available and held cards by player, without players who have none."""
    found: dict[str, Balance] = {}
    async with db.read() as tx:
        for visitor in (OWNER, SECOND, THIRD):
            found[visitor.name] = await cards.balance(tx, visitor.player_id)
    return {
        name: (balance.available, balance.held) for name, balance in found.items() if balance != Balance(0, 0)
    }


async def movements(db: Database, visitor: Visitor) -> list[tuple[str, int, str]]:
    """The card transfers of the player, oldest first: kind, cards, reason."""
    async with db.read() as tx:
        lines = await cards.history(tx, visitor.player_id)
    moved: list[CardTransferRecord] = [line.transfer for line in reversed(lines)]
    return [(transfer.kind, transfer.amount, transfer.reason) for transfer in moved]


async def make(bench: Bench, payer: Payer, hands: int = 1) -> tuple[str, str]:
    """Create a room of the owner. Returns its id and its code."""
    held, _ = await bench.lobby.create(OWNER, secrets.token_hex(8), priced(payer, hands))
    return held.room.id, held.room.code


async def begin(bench: Bench, room_id: str, owner: Visitor = OWNER) -> Done:
    """Fill the empty seats with bots, make all players ready, and start."""
    room = await bench.room(room_id)
    for member in list(room.humans):
        assert member.player_id is not None
        await bench.service.execute(room_id, Connected(member.player_id, "1"))
        await bench.service.execute(room_id, Ready(member.player_id, client_seed=b"\1" * 16))
    if None in room.members:
        await bench.service.execute(room_id, AddBot(owner.player_id, all=True))
    return await bench.service.execute(room_id, Start(owner.player_id))


async def play_hand(bench: Bench, room_id: str) -> Room:
    """Auto-play for all until the hand is over. It is not booked yet."""
    for member in list((await bench.room(room_id)).humans):
        assert member.player_id is not None
        await bench.service.execute(room_id, Auto(member.player_id, on=True))
    return await bench.play_out(room_id)


async def next_hand(bench: Bench, room_id: str) -> None:
    """Book the hand, and deal the next one."""
    await book(bench)
    here = [member.player_id for member in (await bench.room(room_id)).humans if member.player_id]
    for player_id in here:
        await bench.service.execute(room_id, Auto(player_id, on=False))
    for player_id in here:
        await bench.service.execute(room_id, Ready(player_id, client_seed=b"\2" * 16))


async def book(bench: Bench) -> None:
    """Book everything in the outbox."""
    while await bench.relay.drain():
        continue


async def sound(db: Database) -> None:
    """The audit finds nothing."""
    assert (await audit(db, deep=True)).findings == ()
