"""A small database with real hands. The engine played them; they are booked and paid for with cards."""

from dataclasses import replace
from functools import cache

from app.db import Database
from app.db.cards import cards, charges
from app.db.hands import hands, rooms
from app.db.hands.records import NewRoom
from app.db.people import players
from app.play.books.bookings import hand_record
from app.play.books.saved import plain_json, settings_to_json
from app.rooms.state.cards import Dues
from app.rooms.state.settings import Payer, RoomSettings
from app.rooms.steps.outbox import HandEnded
from app.rules.options.options import options_diff
from tests.support.db.samples import NOW
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Table, settings

COST = 4
PEOPLE = ("p0", "p1", "p2", "p3")
SEATED = ("p0", "p1")


class WonTable(Table):
    """The table of the room in which the winner pays."""

    room_id = "won"


@cache
def played(table: type[Table]) -> tuple[HandEnded, ...]:
    """The hands of a match of two players and two bots; its first hand has several winners."""
    for seed in range(1, 60):
        room = table.started(chosen("owner"), humans=2, seed=seed)
        play_out(room)
        ended = room.ended_hands()
        if len(ended[0].record.wins) > 1 and any(hand.record.exhausted for hand in ended):
            return tuple(ended)
    raise AssertionError("no such match among the seeds")


def chosen(payer: Payer) -> RoomSettings:
    """Settings of a match of four hands that costs cards."""
    return replace(settings(hands=4), payer=payer, cost=COST)


async def open_house(db: Database) -> None:
    """Four players with cards, and four rooms.

    ``room``: four hands, the owner p0 paid. ``waiting``: cards of p0 are held. ``won``: four hands, the
    winner paid. ``over``: dissolved before the first hand.
    """
    async with db.write() as tx:
        for person in PEOPLE:
            await players.create_guest(tx, person, person, NOW)
            await cards.grant(tx, f"operator:{person}", person, 20, NOW)
        await cards.take_back(tx, "operator:back", "p3", 5, NOW)
    await make(db, "room", "owner")
    await make(db, "waiting", "split")
    await make(db, "won", "winner")
    await make(db, "over", "split")
    for item in (*played(Table), *played(WonTable)):
        await book(db, item)
    async with db.write() as tx:
        await charges.close_room(tx, "over", "dissolved", NOW)


async def make(db: Database, room_id: str, payer: Payer) -> None:
    """A room of these players, and the holds for its first match."""
    kept = chosen(payer)
    new = NewRoom(
        id=room_id,
        code=room_id,
        owner_id="p0",
        owner_name="p0",
        create_key=room_id,
        preset=kept.preset,
        options=plain_json(options_diff(kept.preset, kept.options)),
        settings=settings_to_json(kept),
        created_at=NOW,
    )
    dues = {"owner": {"p0": COST}, "split": {"p0": 3, "p1": 1}, "winner": dict.fromkeys(SEATED, COST)}
    async with db.write() as tx:
        await rooms.create_room(tx, new)
        await charges.hold_dues(tx, room_id, payer, Dues(1, dues[payer], exact=True), NOW)
        if room_id in {"room", "won"}:
            await rooms.set_match(tx, room_id, 1)


async def book(db: Database, item: HandEnded) -> None:
    """Record a hand and charge the match."""
    record = hand_record(item)
    async with db.write() as tx:
        await hands.record_hand(tx, record)
        seated = [player.player_id for player in record.players]
        await charges.settle_hand(tx, item.room_id, item.match, seated, last=item.record.last, now=NOW)
