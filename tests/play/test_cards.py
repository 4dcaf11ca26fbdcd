"""Room cards: held at creation or join, paid with the first hand, released without one."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import update

from app.db.cards import charges
from app.db.hands import hands, rooms
from app.db.tables.models import RoomRow
from app.play.books.bookings import decode_booking, hand_record
from app.play.books.reservations import NoCards
from app.play.errors import RoomOver
from app.rooms.state.settings import Payer
from app.rooms.steps.commands import (
    CloseRoom,
    Connected,
    HandOver,
    Leave,
    Rematch,
    RemovePlayer,
    Tick,
)
from app.rooms.steps.outbox import HandEnded, RoomClosed
from app.rooms.steps.outcome import Reject
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
    grant,
    make,
    movements,
    next_hand,
    play_hand,
    priced,
    sound,
    take_all,
)

pytestmark = [pytest.mark.store, pytest.mark.database]


async def test_the_owner_pays_with_the_first_hand(bench: Bench) -> None:
    await arrive(bench.db, a=5)
    room_id, code = await make(bench, "owner", hands=4)
    assert await balances(bench.db) == {"a": (1, 4)}
    await bench.lobby.join(code, SECOND)
    await begin(bench, room_id)
    await play_hand(bench, room_id)
    assert await balances(bench.db) == {"a": (1, 4)}, "not before the hand is booked"
    await next_hand(bench, room_id)
    assert await balances(bench.db) == {"a": (1, 0)}
    await play_hand(bench, room_id)
    await book(bench)
    assert await movements(bench.db, OWNER) == [
        ("grant", 5, ""),
        ("hold", 4, "owner"),
        ("post", 4, "first_hand"),
    ]
    await sound(bench.db)


@pytest.mark.parametrize(
    ("payer", "held", "after"),
    [
        ("owner", {"a": (6, 4), "b": (10, 0), "c": (10, 0)}, {"a": (6, 0), "b": (10, 0), "c": (10, 0)}),
        ("split", {"a": (8, 2), "b": (9, 1), "c": (9, 1)}, {"a": (8, 0), "b": (9, 0), "c": (9, 0)}),
    ],
)
async def test_what_is_held_and_what_is_paid(
    bench: Bench, payer: Payer, held: dict[str, tuple[int, int]], after: dict[str, tuple[int, int]]
) -> None:
    await arrive(bench.db, a=10, b=10, c=10)
    room_id, code = await make(bench, payer)
    await bench.lobby.join(code, SECOND)
    await bench.lobby.join(code, THIRD)
    await begin(bench, room_id)
    assert await balances(bench.db) == held, "the owner pays for the bot"
    await play_hand(bench, room_id)
    await book(bench)
    assert await balances(bench.db) == after
    await sound(bench.db)


async def test_the_winner_pays_with_the_last_hand(bench: Bench) -> None:
    await arrive(bench.db, a=10, b=10, c=10)
    room_id, code = await make(bench, "winner", hands=4)
    await bench.lobby.join(code, SECOND)
    await bench.lobby.join(code, THIRD)
    await begin(bench, room_id)
    for _ in range(3):
        await play_hand(bench, room_id)
        await next_hand(bench, room_id)
        assert set((await balances(bench.db)).values()) == {(6, 4)}
    await play_hand(bench, room_id)
    await book(bench)
    room = await bench.room(room_id)
    totals = {member.name: room.totals()[member.seat] for member in room.humans}
    best = [name for name, total in totals.items() if total == max(totals.values())]
    after = await balances(bench.db)
    assert {held for _, held in after.values()} == {0}
    assert sum(10 - available for available, _ in after.values()) == COST
    assert {name for name, (available, _) in after.items() if available < 10} == set(best)
    await sound(bench.db)


async def test_a_player_without_cards_creates_and_joins_no_room(bench: Bench) -> None:
    await arrive(bench.db, a=1)
    with pytest.raises(NoCards) as refusal:
        await make(bench, "owner")
    assert (refusal.value.code, refusal.value.needed, refusal.value.available) == ("no_cards", 4, 1)
    assert await bench.lobby.seat_of(OWNER.player_id) is None
    room_id, code = await make(bench, "split")
    with pytest.raises(NoCards) as refusal:
        await bench.lobby.join(code, SECOND)
    assert (refusal.value.code, refusal.value.needed, refusal.value.available) == ("no_cards", 1, 0)
    assert (await bench.room(room_id)).by_player(SECOND.player_id) is None
    await grant(bench.db, SECOND, 1)
    await bench.lobby.join(code, SECOND)
    await bench.lobby.join(code, SECOND)
    assert await balances(bench.db) == {"a": (0, 1), "b": (0, 1)}


async def test_leaving_the_lobby_releases_the_cards(bench: Bench) -> None:
    await arrive(bench.db, a=4, b=4)
    room_id, code = await make(bench, "winner")
    for _ in range(3):
        await bench.lobby.join(code, SECOND)
        assert await balances(bench.db) == {"a": (0, 4), "b": (0, 4)}
        await bench.service.execute(room_id, Leave(SECOND.player_id))
        await book(bench)
        assert await balances(bench.db) == {"a": (0, 4), "b": (4, 0)}
    await bench.service.execute(room_id, Leave(OWNER.player_id))
    await book(bench)
    assert await balances(bench.db) == {"a": (4, 0), "b": (4, 0)}
    await sound(bench.db)


async def test_the_next_join_does_not_hide_that_another_player_left(bench: Bench) -> None:
    """The roster with the new player reaches the database before the one without the old player."""
    await arrive(bench.db, a=4, b=4, c=4)
    room_id, code = await make(bench, "winner")
    await bench.lobby.join(code, SECOND)
    await bench.service.execute(room_id, Leave(SECOND.player_id))
    await bench.lobby.join(code, THIRD)
    assert await balances(bench.db) == {"a": (0, 4), "b": (4, 0), "c": (0, 4)}


async def test_a_new_owner_pays_at_the_start(bench: Bench) -> None:
    await arrive(bench.db, a=4)
    room_id, code = await make(bench, "owner")
    await bench.lobby.join(code, SECOND)
    await bench.service.execute(room_id, Leave(OWNER.player_id))
    await book(bench)
    assert await balances(bench.db) == {"a": (4, 0)}
    await bench.lobby.join(code, THIRD)
    with pytest.raises(NoCards, match=exactly("no_cards")):
        await begin(bench, room_id, SECOND)
    assert (await bench.room(room_id)).phase == "lobby"
    await grant(bench.db, SECOND, 5)
    await begin(bench, room_id, SECOND)
    assert await balances(bench.db) == {"a": (4, 0), "b": (1, 4)}


@pytest.mark.parametrize("payer", ["owner", "split", "winner"])
async def test_dissolved_before_the_first_hand_nobody_pays(bench: Bench, payer: Payer) -> None:
    await arrive(bench.db, a=4, b=4)
    room_id, code = await make(bench, payer)
    await bench.lobby.join(code, SECOND)
    await begin(bench, room_id)
    await bench.service.execute(room_id, CloseRoom("abandoned"))
    await book(bench)
    assert await balances(bench.db) == {"a": (4, 0), "b": (4, 0)}
    await sound(bench.db)


@pytest.mark.parametrize("payer", ["owner", "split", "winner"])
async def test_dissolved_after_the_first_hand_it_is_paid(bench: Bench, payer: Payer) -> None:
    await arrive(bench.db, a=4, b=4)
    room_id, code = await make(bench, payer, hands=4)
    await bench.lobby.join(code, SECOND)
    await begin(bench, room_id)
    await play_hand(bench, room_id)
    await next_hand(bench, room_id)
    await bench.service.execute(room_id, CloseRoom("operator"))
    await book(bench)
    after = await balances(bench.db)
    assert sum(available for available, _ in after.values()) == 8 - COST
    assert {held for _, held in after.values()} <= {0}
    await sound(bench.db)


async def test_an_end_that_overtakes_its_last_hand_waits_for_it(bench: Bench) -> None:
    """C11: the vote to dissolve passes while another worker is about to book the first hand."""
    await arrive(bench.db, a=4)
    room_id, _ = await make(bench, "owner", hands=4)
    await begin(bench, room_id)
    await book(bench)
    await play_hand(bench, room_id)
    await bench.service.execute(room_id, CloseRoom("dissolved"))
    taken = {
        type(decode_booking(entry.data).item): entry for entry in await bench.stores.outbox.take("w", 100)
    }
    await bench.relay.deliver(taken[RoomClosed])
    assert await balances(bench.db) == {"a": (0, 4)}
    async with bench.db.read() as tx:
        record = await rooms.by_id(tx, room_id)
    assert record is not None
    assert record.open
    await bench.relay.deliver(taken[HandEnded])
    assert await balances(bench.db) == {}
    await bench.relay.deliver(taken[RoomClosed])
    async with bench.db.read() as tx:
        record = await rooms.by_id(tx, room_id)
    assert record is not None
    assert not record.open
    assert await movements(bench.db, OWNER) == [
        ("grant", 4, ""), ("hold", 4, "owner"), ("post", 4, "first_hand"),
    ]  # fmt: skip
    await sound(bench.db)


async def test_a_worker_that_dies_between_commit_and_ack_charges_nobody_twice(bench: Bench) -> None:
    await arrive(bench.db, a=8)
    room_id, _ = await make(bench, "owner", hands=4)
    await begin(bench, room_id)
    await book(bench)
    await play_hand(bench, room_id)
    entries = await bench.stores.outbox.take("a dead worker", 100)
    booked = [(entry, decode_booking(entry.data).item) for entry in entries]
    entry, item = next((entry, item) for entry, item in booked if isinstance(item, HandEnded))
    record = hand_record(item)
    async with bench.db.write() as tx:
        await hands.record_hand(tx, record)
        seated = [player.player_id for player in record.players]
        await charges.settle_hand(tx, room_id, 1, seated, last=False, now=2)
    for _ in range(3):
        await bench.relay.deliver(entry)
        assert await balances(bench.db) == {"a": (4, 0)}
    assert (await bench.room(room_id)).phase == "between"
    await sound(bench.db)


async def test_a_rematch_is_another_match_to_pay_for(bench: Bench) -> None:
    await arrive(bench.db, a=9, b=9)
    room_id, code = await make(bench, "winner")
    await bench.lobby.join(code, SECOND)
    await begin(bench, room_id)
    await play_hand(bench, room_id)
    await book(bench)
    assert sum(free for free, _ in (await balances(bench.db)).values()) == 18 - COST
    await take_all(bench.db, SECOND)
    await bench.service.execute(room_id, Rematch(OWNER.player_id))
    with pytest.raises(NoCards) as refusal:
        await bench.service.execute(room_id, Rematch(SECOND.player_id))
    assert refusal.value.code == "no_cards"
    assert (await bench.room(room_id)).phase == "ended"
    await grant(bench.db, SECOND, COST)
    done = await bench.service.execute(room_id, Rematch(SECOND.player_id))
    assert (done.room.phase, done.room.match) == ("playing", 2)
    assert [held for _, held in (await balances(bench.db)).values()] == [COST, COST]
    await play_hand(bench, room_id)
    await book(bench)
    await sound(bench.db)


async def test_a_payer_without_cards_has_an_error_code_of_its_own(bench: Bench) -> None:
    """The cards held for a rematch are gone, as after a correction in the database by hand."""
    await arrive(bench.db, a=8)
    room_id, code = await make(bench, "owner")
    await bench.lobby.join(code, SECOND)
    await begin(bench, room_id)
    await play_hand(bench, room_id)
    await book(bench)
    await bench.service.execute(room_id, Rematch(OWNER.player_id))
    assert await balances(bench.db) == {"a": (0, 4)}
    async with bench.db.write() as tx:
        await charges.settle_closed(tx, room_id, 9)
    await take_all(bench.db, OWNER)
    with pytest.raises(NoCards) as refusal:
        await bench.service.execute(room_id, Rematch(SECOND.player_id))
    assert refusal.value.code == "payer_no_cards"
    await grant(bench.db, OWNER, 4)
    await bench.service.execute(room_id, Rematch(SECOND.player_id))
    assert (await bench.room(room_id)).match == 2
    assert await balances(bench.db) == {"a": (0, 4)}


async def test_the_last_seat_is_paid_for_once(bench: Bench) -> None:
    """Two players want it at the same moment. The one who does not get it has their cards released."""
    await arrive(bench.db, a=4, b=4, c=4)
    two_seats = replace(priced("winner"), options=replace(priced("winner").options, players=2))
    held, _ = await bench.lobby.create(OWNER, "key-0001", two_seats)
    tries = await asyncio.gather(
        *(bench.lobby.join(held.room.code, visitor) for visitor in (SECOND, THIRD)), return_exceptions=True
    )
    assert sum(isinstance(result, Reject) for result in tries) == 1
    await book(bench)
    after = await balances(bench.db)
    assert sorted((after["b"], after["c"])) == [(0, 4), (4, 0)]
    room = await bench.room(held.room.id)
    seated = {member.name for member in room.humans}
    assert {name for name, (_, kept) in after.items() if kept} == seated
    await sound(bench.db)


async def test_a_lost_lobby_comes_back_with_its_cards_held_once(bench: Bench) -> None:
    await arrive(bench.db, a=4, b=4)
    room_id, code = await make(bench, "winner")
    await bench.lobby.join(code, SECOND)
    await bench.stores.link.call("FLUSHALL")
    await bench.service.load(room_id)
    assert await balances(bench.db) == {"a": (0, 4), "b": (0, 4)}
    await begin(bench, room_id)
    assert await balances(bench.db) == {"a": (0, 4), "b": (0, 4)}
    await bench.stores.link.call("FLUSHALL")
    await bench.service.load(room_id)
    await begin(bench, room_id)
    assert (await bench.room(room_id)).match == 1
    assert await balances(bench.db) == {"a": (0, 4), "b": (0, 4)}
    await play_hand(bench, room_id)
    await book(bench)
    await sound(bench.db)


async def test_a_store_restored_to_an_older_state_still_admits_players(bench: Bench) -> None:
    """The database knows a roster that the store has lost. The state of the store is accepted."""
    await arrive(bench.db, a=4, b=4)
    room_id, code = await make(bench, "winner")
    async with bench.db.write() as tx:
        await tx.execute(update(RoomRow).where(RoomRow.id == room_id).values(roster_order=(1 << 32) | 900))
    await bench.lobby.join(code, SECOND)
    assert await balances(bench.db) == {"a": (0, 4), "b": (0, 4)}


async def test_a_room_the_database_has_closed_takes_no_cards(bench: Bench) -> None:
    await arrive(bench.db, a=4, b=4)
    room_id, code = await make(bench, "winner")
    async with bench.db.write() as tx:
        await charges.close_room(tx, room_id, "abandoned", 5)
    with pytest.raises(RoomOver, match=exactly("abandoned")):
        await bench.lobby.join(code, SECOND)
    assert await balances(bench.db) == {"a": (4, 0), "b": (4, 0)}


async def test_a_room_made_twice_with_one_key_is_held_once(bench: Bench) -> None:
    await arrive(bench.db, a=9)
    tries = await asyncio.gather(*(bench.lobby.create(OWNER, "key-0001", priced("owner")) for _ in range(8)))
    assert sum(made for _, made in tries) == 1
    assert await balances(bench.db) == {"a": (5, 4)}


async def test_a_tick_costs_nothing(bench: Bench) -> None:
    await arrive(bench.db, a=4)
    room_id, _ = await make(bench, "owner")
    await bench.service.execute(room_id, Connected(OWNER.player_id, "1"))
    await bench.service.execute(room_id, Tick())
    assert await movements(bench.db, OWNER) == [("grant", 4, ""), ("hold", 4, "owner")]


@pytest.mark.parametrize("payer", ["split", "winner"])
async def test_who_is_removed_gets_the_cards_back(bench: Bench, payer: Payer) -> None:
    await arrive(bench.db, a=9, b=9)
    room_id, code = await make(bench, payer)
    await bench.lobby.join(code, SECOND)
    held = (await balances(bench.db))["b"][1]
    assert held > 0
    await bench.service.execute(room_id, RemovePlayer(OWNER.player_id, 1, SECOND.name))
    await book(bench)
    assert (await balances(bench.db))["b"] == (9, 0)
    with pytest.raises(Reject, match=exactly("removed")):
        await bench.lobby.join(code, SECOND)
    assert (await balances(bench.db))["b"] == (9, 0)
    await sound(bench.db)


async def test_who_hands_the_room_over_gets_the_cards_back_and_the_new_owner_pays(bench: Bench) -> None:
    await arrive(bench.db, a=5, b=5)
    room_id, code = await make(bench, "owner")
    await bench.lobby.join(code, SECOND)
    await bench.service.execute(room_id, HandOver(OWNER.player_id, 1, SECOND.name))
    await book(bench)
    assert await balances(bench.db) == {"a": (5, 0), "b": (5, 0)}
    await begin(bench, room_id, SECOND)
    assert await balances(bench.db) == {"a": (5, 0), "b": (1, 4)}
    await sound(bench.db)


async def test_a_seat_that_lapses_gives_the_cards_back(bench: Bench) -> None:
    await arrive(bench.db, a=9, b=9)
    at_once = replace(priced("winner"), pace=replace(priced("winner").pace, away_ms=0))
    held, _ = await bench.lobby.create(OWNER, "key-0001", at_once)
    room_id = held.room.id
    await bench.service.execute(room_id, Connected(OWNER.player_id, "1"))
    await bench.lobby.join(held.room.code, SECOND)
    assert (await balances(bench.db))["b"] == (5, 4)
    await bench.service.execute(room_id, Tick())
    await book(bench)
    assert (await bench.room(room_id)).by_player(SECOND.player_id) is None
    assert (await balances(bench.db))["b"] == (9, 0)
    await sound(bench.db)
