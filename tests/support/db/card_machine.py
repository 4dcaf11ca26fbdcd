"""Random steps of rooms (create, join, leave, play, dissolve, repeat) in the database and in the model."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
)
from sqlalchemy import func, select

from app.db import Database, WriteTx
from app.db.cards import cards, charges
from app.db.cards.card_records import NotEnough, account_of
from app.db.hands import hands, rooms
from app.db.hands.records import HandRecord, NewRoom, Recorded, RosterMember, SeatPlayer, TransferRecord
from app.db.people import players
from app.db.tables.models import CardAccount
from app.rooms.state.cards import Dues
from app.rooms.state.settings import Payer
from tests.support.db.samples import HAND, NOW
from tests.witness.card_model import CardModel, RoomModel, Short

STEPS_AT_ONCE = 50
HANDS = 4
WELCOME = 12

Act = Callable[[WriteTx], Awaitable[object]]
Fate = Literal["once", "twice", "killed"]
FATES = st.sampled_from(["once", "once", "once", "twice", "killed"])
PEOPLE = st.integers(0, 5)
PICK = st.integers(0, 1_000)
PAYERS = st.sampled_from(["owner", "split", "winner"])
COSTS = st.sampled_from([0, 1, 2, 4, 6, 7])


class Killed(Exception):
    """The process dies before COMMIT."""


@dataclass
class Books:
    """The real ledger, and the number of steps so far."""

    runner: asyncio.Runner
    db: Database
    steps: int = 0

    def write(self, act: Act, fate: Fate = "once") -> None:
        """Run ``work`` in a transaction: once, twice (lost answer), or not at all (crash before COMMIT)."""
        for _ in range(2 if fate == "twice" else 1):
            self.runner.run(self._write(act, die=fate == "killed"))

    async def _write(self, act: Act, *, die: bool) -> None:
        async with self.db.write() as tx:
            await act(tx)
            if die:
                raise Killed


class CardMachine(RuleBasedStateMachine):
    """Six players and their rooms. A subclass provides ``books``."""

    books: ClassVar[Books]

    def __init__(self) -> None:
        super().__init__()
        self.people = [secrets.token_hex(8) for _ in range(6)]
        self.model = CardModel(dict.fromkeys(self.people, WELCOME))
        self.rooms: list[RoomModel] = []
        self.number = 0
        self.books.write(self._arrive)

    async def _arrive(self, tx: WriteTx) -> None:
        for person in self.people:
            await players.create_guest(tx, person, person, NOW)
            await cards.grant(tx, f"welcome {person}", person, WELCOME, NOW)

    def key(self) -> str:
        self.number += 1
        return f"{self.people[0]}-{self.number}"

    def attempt(self, after: CardModel | None, act: Act, fate: Fate) -> bool:
        """Do the step that the model has tried (None: refused). Returns whether it is done."""
        if after is None:
            with pytest.raises(NotEnough):
                self.books.write(act)
            return False
        if fate == "killed":
            with pytest.raises(Killed):
                self.books.write(act, fate)
            return False
        self.books.write(act, fate)
        self.model = after
        return True

    def tried(self, change: Callable[[CardModel], None]) -> CardModel | None:
        after = self.model.copy()
        try:
            change(after)
        except Short:
            return None
        return after

    def room(self, pick: int, phase: str) -> RoomModel | None:
        found = [room for room in self.rooms if room.phase == phase]
        return found[pick % len(found)] if found else None

    def gate(self, room: RoomModel, match: int, dues: dict[str, int], fate: Fate, *, exact: bool) -> bool:
        """Hold the cards of a step before it is committed."""

        async def act(tx: WriteTx) -> None:
            assert await rooms.confirm_roster(tx, room.id, room.owner, roster(room), room.order, insist=False)
            await charges.hold_dues(tx, room.id, room.payer, Dues(match, dues, exact), NOW)

        after = self.tried(lambda model: model.hold(room.id, match, dues, exact=exact))
        return self.attempt(after, act, fate)

    def tell(self, room: RoomModel) -> None:
        """Deliver the roster after a step twice, then an older roster."""
        room.order += 1

        async def act(tx: WriteTx) -> None:
            await charges.take_roster(tx, room.id, room.owner, roster(room), room.order, room.match, NOW)
            await rooms.set_match(tx, room.id, room.match)
            assert not await charges.take_roster(tx, room.id, 0, (), room.order - 1, room.match, NOW)
            assert not await rooms.confirm_roster(tx, room.id, 0, (), room.order - 1, insist=False)

        self.books.write(act, "twice")
        self.model.release(room)

    @rule(person=PEOPLE, count=st.integers(1, 30), fate=FATES)
    def grant(self, person: int, count: int, fate: Fate) -> None:
        key, player = self.key(), self.people[person]
        after = self.tried(lambda model: model.give(player, count))
        self.attempt(after, lambda tx: cards.grant(tx, key, player, count, NOW), fate)

    @rule(person=PEOPLE, count=st.integers(1, 12), fate=FATES)
    def take_back(self, person: int, count: int, fate: Fate) -> None:
        key, player = self.key(), self.people[person]
        after = self.tried(lambda model: model.spend(player, count))
        self.attempt(after, lambda tx: cards.take_back(tx, key, player, count, NOW), fate)

    @rule(
        person=PEOPLE,
        payer=PAYERS,
        cost=COSTS,
        fate=FATES,
    )
    def make(self, person: int, payer: Payer, cost: int, fate: Fate) -> None:
        owner = self.people[person]
        room = RoomModel(secrets.token_hex(8), payer, cost, [owner, None, None, None])
        dues = room.dues([owner])

        async def act(tx: WriteTx) -> None:
            _, made = await rooms.create_room(tx, new_room(room, owner))
            if made:
                await charges.hold_dues(tx, room.id, payer, Dues(1, dues, exact=False), NOW)

        after = self.tried(lambda model: model.hold(room.id, 1, dues, exact=False))
        if self.attempt(after, act, fate):
            self.rooms.append(room)

    @precondition(lambda self: self.rooms)
    @rule(pick=PICK, person=PEOPLE, fate=FATES, refused=st.booleans())
    def join(self, pick: int, person: int, fate: Fate, refused: bool) -> None:
        room = self.room(pick, "lobby")
        if room is not None:
            self.enter(room, self.people[person], fate, refused=refused)

    def enter(self, room: RoomModel, player: str, fate: Fate, *, refused: bool) -> None:
        """Join a room. ``refused``: after the hold the room refuses, because another player was faster."""
        if None not in room.members or player in room.members:
            return
        joined = replace(room, members=list(room.members))
        joined.members[joined.members.index(None)] = player
        dues = joined.dues([player])
        if self.gate(room, room.match + 1, dues, fate, exact=False) and not refused:
            room.members = joined.members
            self.tell(room)

    @precondition(lambda self: self.rooms)
    @rule(pick=PICK, who=PICK, phase=st.sampled_from(["lobby", "ended"]))
    def leave(self, pick: int, who: int, phase: str) -> None:
        room = self.room(pick, phase)
        if room is None:
            return
        if len(room.humans) == 1:
            self.shut(room)
            return
        player = room.humans[who % len(room.humans)]
        owner = room.owner_id
        room.members[room.members.index(player)] = None
        room.wishes.discard(player)
        if player == owner:
            room.owner = room.members.index(room.humans[0])
        self.tell(room)

    @rule(person=PEOPLE, humans=st.integers(1, 4), payer=PAYERS, cost=COSTS)
    def fill(self, person: int, humans: int, payer: Payer, cost: int) -> None:
        """Fill all seats at once with players who have enough cards."""
        known = len(self.rooms)
        self.make(person, payer, cost, "once")
        if len(self.rooms) == known:
            return
        room = self.rooms[-1]
        for number in range(1, humans):
            self.enter(room, self.people[(person + number) % 6], "once", refused=False)
        self.deal(room, "once")

    @precondition(lambda self: self.rooms)
    @rule(pick=PICK, fate=FATES)
    def start(self, pick: int, fate: Fate) -> None:
        room = self.room(pick, "lobby")
        if room is not None:
            self.deal(room, fate)

    def deal(self, room: RoomModel, fate: Fate) -> None:
        """Begin the first match, with bots on the empty seats."""
        room.bots = 4 - len(room.humans)
        if not self.begin(room, fate):
            room.bots = 0

    def begin(self, room: RoomModel, fate: Fate) -> bool:
        if not self.gate(room, room.match + 1, room.dues(room.humans), fate, exact=True):
            return False
        room.match += 1
        room.hands, room.phase, room.wishes = 0, "playing", set()
        room.totals = dict.fromkeys(room.humans, 0)
        self.tell(room)
        return True

    @precondition(lambda self: self.rooms)
    @rule(pick=PICK, who=PICK, ke=st.integers(0, 3), fate=FATES, count=st.integers(1, HANDS))
    def play(self, pick: int, who: int, ke: int, fate: Fate, count: int) -> None:
        for number in range(count):
            room = self.room(pick, "playing")
            if room is not None:
                self.finish(room, who + number, ke, fate)

    def finish(self, room: RoomModel, who: int, ke: int, fate: Fate) -> None:
        """One hand, won by the player of a seat."""
        after = replace(room, hands=room.hands + 1, totals=dict(room.totals))
        winner, last = who % 4, room.hands + 1 == HANDS
        deltas = tuple(ke * (3 if seat == winner else -1) for seat in range(4))
        for seat, player in enumerate(room.members):
            if player is not None:
                after.totals[player] += deltas[seat]
        record = hand_of(after, deltas, winner, ke)

        async def act(tx: WriteTx) -> None:
            if isinstance(await hands.record_hand(tx, record), Recorded):
                seated = [player.player_id for player in record.players]
                await charges.settle_hand(tx, room.id, room.match, seated, last=last, now=NOW)

        booked = self.tried(lambda model: model.settle_hand(after, last=last))
        if self.attempt(booked, act, fate):
            room.hands, room.totals = after.hands, after.totals
            room.phase = "ended" if last else "playing"

    @precondition(lambda self: self.rooms)
    @rule(pick=PICK, who=PICK, fate=FATES)
    def rematch(self, pick: int, who: int, fate: Fate) -> None:
        room = self.room(pick, "ended")
        if room is None or len(room.humans) + room.bots < 4:
            return
        player = room.humans[who % len(room.humans)]
        if room.wishes | {player} == set(room.humans):
            self.begin(room, fate)
        elif self.gate(room, room.match + 1, room.dues([player]), fate, exact=False):
            room.wishes.add(player)

    @precondition(lambda self: self.rooms)
    @rule(pick=PICK, phase=st.sampled_from(["lobby", "playing", "ended", "closed"]))
    def close(self, pick: int, phase: str) -> None:
        room = self.room(pick, phase)
        if room is not None:
            self.shut(room)

    def shut(self, room: RoomModel) -> None:
        self.books.write(lambda tx: charges.close_room(tx, room.id, "dissolved", NOW), "twice")
        self.model.close(room)
        room.phase = "closed"

    @invariant()
    def every_card_is_where_the_model_has_it(self) -> None:
        self.books.steps += 1
        wanted = {
            account_of(player): (self.model.free.get(player, 0), self.model.held_of(player))
            for player in self.people
        }
        found, total = self.books.runner.run(balances(self.books.db, tuple(wanted)))
        assert {name: found.get(name, (0, 0)) for name in wanted} == wanted
        assert total == 0


async def balances(db: Database, accounts: tuple[str, ...]) -> tuple[dict[str, tuple[int, int]], int]:
    """The balances of these accounts, and the sum of all accounts."""
    table = CardAccount
    async with db.read() as tx:
        rows = await tx.execute(select(table.id, table.available, table.held).where(table.id.in_(accounts)))
        found = {row.id: (row.available, row.held) for row in rows}
        total = select(func.coalesce(func.sum(table.available + table.held), 0))
        return found, int((await tx.execute(total)).scalar_one())


def roster(room: RoomModel) -> tuple[RosterMember, ...]:
    """The roster of a room for the database."""
    return tuple(
        RosterMember(slot, slot, player, player)
        for slot, player in enumerate(room.members)
        if player is not None
    )


def new_room(room: RoomModel, owner: str) -> NewRoom:
    """A new room for the database."""
    kept = {"options": {"hands": HANDS}, "payer": room.payer, "cost": room.cost}
    return NewRoom(room.id, room.id, owner, owner, room.id, "classic", {"hands": HANDS}, kept, NOW)


def hand_of(room: RoomModel, deltas: tuple[int, ...], winner: int, ke: int) -> HandRecord:
    """A hand that ends with an empty wall, in which all seats pay one seat."""
    payers = [seat for seat in range(4) if seat != winner and ke]
    return replace(
        HAND,
        room_id=room.id,
        match=room.match,
        hand=room.hands,
        players=tuple(SeatPlayer(player, player or "bot") for player in room.members),
        options={"hands": HANDS},
        dealer=0,
        next_dealer=0,
        exhausted=True,
        deltas=deltas,
        transfers=tuple(TransferRecord(payer, winner, ke, "ready_check") for payer in payers),
        wins=(),
    )
