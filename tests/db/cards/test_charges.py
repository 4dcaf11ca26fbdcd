"""Holds that should not exist: nobody pays twice, and no card stays held."""

import pytest

from app.db import Database
from app.db.cards import cards, charges
from app.db.cards.card_records import Balance
from app.db.hands import hands, rooms
from app.db.hands.records import RosterMember
from app.db.people import players
from app.rooms.state.cards import Dues
from app.rooms.state.settings import Payer
from tests.support.db.samples import HAND, NOW, PEOPLE, ROOM, hand_of_two

pytestmark = pytest.mark.database
YONG, MEI, LAN = "p-yong", "p-mei", "p-lan"


@pytest.fixture
async def house(db: Database) -> Database:
    """Four players with 10 cards each, and an empty room."""
    async with db.write() as tx:
        for player_id, name in PEOPLE.items():
            await players.create_guest(tx, player_id, name, NOW)
            await cards.grant(tx, f"g {player_id}", player_id, 10, NOW)
        await rooms.create_room(tx, ROOM)
    return db


async def hold(
    db: Database, payer: Payer, dues: dict[str, int], *, match: int = 1, exact: bool = False
) -> None:
    async with db.write() as tx:
        await charges.hold_dues(tx, "r-1", payer, Dues(match, dues, exact), NOW)


async def book(db: Database, hand: int = 1, *, last: bool = False) -> None:
    record = hand_of_two(hand)
    async with db.write() as tx:
        await hands.record_hand(tx, record)
        seated = [player.player_id for player in record.players]
        await charges.settle_hand(tx, "r-1", 1, seated, last=last, now=NOW)


async def purse(db: Database, player: str) -> tuple[int, int]:
    async with db.read() as tx:
        found: Balance = await cards.balance(tx, player)
    return found.available, found.held


async def paid(db: Database, match: int = 1) -> int:
    async with db.read() as tx:
        return await cards.paid_for(tx, "r-1", match)


async def test_a_hold_is_changed_to_what_is_due(house: Database) -> None:
    for due in (3, 3, 5, 1):
        await hold(house, "split", {MEI: due})
        assert await purse(house, MEI) == (10 - due, due)
    await hold(house, "split", {YONG: 2})
    assert await purse(house, MEI) == (9, 1), "others are left alone"
    await hold(house, "split", {YONG: 2}, exact=True)
    assert (await purse(house, MEI), await purse(house, YONG)) == ((10, 0), (8, 2))


async def test_another_match_is_another_hold(house: Database) -> None:
    await hold(house, "split", {MEI: 3})
    await hold(house, "split", {MEI: 4}, match=2)
    assert await purse(house, MEI) == (3, 7)
    await hold(house, "split", {}, match=2, exact=True)
    assert await purse(house, MEI) == (7, 3)


async def test_a_stranger_with_a_hold_does_not_pay(house: Database) -> None:
    """The player was joining when the match began."""
    assert LAN not in {player.player_id for player in hand_of_two().players}
    await hold(house, "split", {MEI: 1, "p-qiang": 2, LAN: 1})
    await book(house)
    assert (await paid(house), await purse(house, LAN)) == (3, (10, 0))


async def test_a_match_is_paid_for_once(house: Database) -> None:
    """A start that was delayed for a whole hand arrives too late."""
    await hold(house, "owner", {MEI: 4})
    await book(house)
    await hold(house, "owner", {MEI: 4})
    assert await purse(house, MEI) == (2, 4)
    await book(house, 2)
    assert (await paid(house), await purse(house, MEI)) == (4, (6, 0))


async def test_a_winners_match_is_paid_for_once(house: Database) -> None:
    await hold(house, "winner", {MEI: 4, "p-qiang": 4})
    await book(house, last=True)
    assert await paid(house) == 4
    await hold(house, "winner", {MEI: 4, LAN: 4})
    async with house.write() as tx:
        await charges.close_room(tx, "r-1", "dissolved", NOW)
    assert (await paid(house), await purse(house, LAN)) == (4, (10, 0))
    assert sum([(await purse(house, player))[0] for player in (MEI, "p-qiang")]) == 16


async def test_the_winner_pays_with_the_last_hand_only(house: Database) -> None:
    await hold(house, "winner", {MEI: 4, "p-qiang": 4})
    await book(house)
    assert (await paid(house), await purse(house, MEI), await purse(house, "p-qiang")) == (0, (6, 4), (6, 4))
    await book(house, 2, last=True)
    assert (await paid(house), await purse(house, MEI), await purse(house, "p-qiang")) == (4, (10, 0), (6, 0))


async def test_a_winner_without_a_hold_leaves_it_to_the_next(house: Database) -> None:
    await hold(house, "winner", {MEI: 4})
    assert hand_of_two().deltas == (-4, 4), "somebody else has won"
    await book(house, last=True)
    assert (await paid(house), await purse(house, MEI)) == (4, (6, 0))


async def test_strangers_alone_pay_nothing(house: Database) -> None:
    await hold(house, "winner", {LAN: 4})
    await book(house, last=True)
    assert (await paid(house), await purse(house, LAN)) == (0, (10, 0))


async def test_a_roster_that_is_old_gives_nothing_back(house: Database) -> None:
    await hold(house, "winner", {YONG: 4, MEI: 4})
    both = (RosterMember(0, 0, YONG, "阿勇"), RosterMember(1, 1, MEI, "小梅"))
    async with house.write() as tx:
        assert await charges.take_roster(tx, "r-1", 0, both, 9, 0, NOW)
        assert not await charges.take_roster(tx, "r-1", 0, both[:1], 8, 0, NOW)
    assert await purse(house, MEI) == (6, 4)
    left = (both[0], RosterMember(1, 1, MEI, "小梅", left=True))
    async with house.write() as tx:
        assert await charges.take_roster(tx, "r-1", 0, left, 10, 0, NOW)
    assert (await purse(house, MEI), await purse(house, YONG)) == ((10, 0), (6, 4))


async def test_the_hold_of_a_former_owner_goes_unless_their_match_runs(house: Database) -> None:
    both = (RosterMember(0, 0, YONG, "阿勇"), RosterMember(1, 1, MEI, "小梅"))
    await hold(house, "owner", {YONG: 4})
    async with house.write() as tx:
        await charges.take_roster(tx, "r-1", 1, both, 9, 1, NOW)
    assert await purse(house, YONG) == (6, 4), "match 1 is running"
    async with house.write() as tx:
        await charges.take_roster(tx, "r-1", 1, both, 10, 0, NOW)
    assert await purse(house, YONG) == (10, 0)


async def test_a_confirmed_roster(house: Database) -> None:
    mei = (RosterMember(0, 0, MEI, "小梅"),)

    async def confirm(order: int, *, insist: bool = False) -> bool:
        async with house.write() as tx:
            return await rooms.confirm_roster(tx, "r-1", 0, mei, order, insist=insist)

    assert [await confirm(order) for order in (5, 5, 4, 6)] == [True, True, False, True]
    assert await confirm(3, insist=True)
    assert await confirm(4)
    async with house.write() as tx:
        assert await rooms.roster(tx, "r-1") == mei
        await charges.close_room(tx, "r-1", "dissolved", NOW)
    assert not await confirm(9)
    assert not await confirm(9, insist=True)


def test_the_sample_has_players_and_a_bot() -> None:
    assert [player.player_id for player in HAND.players] == [MEI, "p-qiang", YONG, None]
