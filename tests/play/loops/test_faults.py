"""A fault of the program in a step that nobody sent: the table does not stand, the cards come back."""

import secrets
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from app.db.hands import rooms
from app.play.loops.timers import FAULTS_TO_VOID
from app.rooms.bots import policy
from app.rooms.handlers import matches
from app.rooms.handlers.matches import VOIDED_TO_CLOSE
from app.rooms.state.room import Room
from app.rooms.steps.commands import AddBot, Auto, Connected, Ready, Start
from app.stores.server import keys
from tests.support.play.bench import OWNER, Bench
from tests.support.play.card_tables import COST, arrive, balances, priced, sound
from tests.support.play.card_tables import OWNER as PAYER

pytestmark = [pytest.mark.store, pytest.mark.database]
SEED = b"\1" * 16


def broken(*_: object) -> None:
    raise KeyError("a fault of the program")


@contextmanager
def broken_table() -> Iterator[pytest.MonkeyPatch]:
    """Bots and 托管 fail at each move."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(policy, "choose", broken)
        patch.setattr(policy, "default_action", broken)
        yield patch


async def fail(bench: Bench, room_id: str, times: int) -> None:
    """Let the timers look so often, each time after their claim has come back."""
    for _ in range(times):
        await bench.stores.link.call("ZADD", keys.timers(keys.shard_of(room_id)), 1, room_id)
        await bench.timers.poll()


async def voided(bench: Bench, room_id: str) -> Room:
    """The room after so many faults that its hand is void."""
    with broken_table():
        await fail(bench, room_id, FAULTS_TO_VOID)
    return await bench.room(room_id)


async def deal(bench: Bench, room_id: str, player_id: str) -> None:
    """The player, who is on 托管, comes back, is ready, and goes on 托管 again."""
    for command in (
        Auto(player_id, on=False),
        Ready(player_id, client_seed=SEED),
        Auto(player_id, on=True),
    ):
        await bench.service.execute(room_id, command)


async def paid_table(bench: Bench) -> str:
    """A match that costs its owner cards, in its first hand. The owner is on 托管. Returns the room id."""
    held, _ = await bench.lobby.create(PAYER, secrets.token_hex(8), priced("owner", hands=4))
    for command in (
        Connected(PAYER.player_id, "1"),
        AddBot(PAYER.player_id, all=True),
        Ready(PAYER.player_id, client_seed=SEED),
        Start(PAYER.player_id),
        Auto(PAYER.player_id, on=True),
    ):
        await bench.service.execute(held.room.id, command)
    return held.room.id


async def test_a_bot_that_fails_voids_the_hand_and_the_next_one_is_played(bench: Bench) -> None:
    room_id = await bench.started(hands=1)
    with broken_table():
        await fail(bench, room_id, FAULTS_TO_VOID - 1)
        room = await bench.room(room_id)
        assert (room.phase, room.voided) == ("playing", 0)
        await fail(bench, room_id, 1)
    room = await bench.room(room_id)
    assert (room.phase, room.voided, room.hand_number) == ("between", 1, 0)
    await deal(bench, room_id, OWNER.player_id)
    assert (await bench.play_out(room_id)).phase == "settling"


async def test_faults_that_pass_are_forgotten(bench: Bench) -> None:
    room_id = await bench.started(hands=1)
    with broken_table():
        await fail(bench, room_id, FAULTS_TO_VOID - 1)
    assert bench.timers._faults == {room_id: FAULTS_TO_VOID - 1}
    await fail(bench, room_id, 1)
    assert bench.timers._faults == {}
    assert (await bench.room(room_id)).voided == 0


async def test_a_room_that_fails_again_and_again_is_closed_and_paid_back(bench: Bench) -> None:
    await arrive(bench.db, a=COST)
    room_id = await paid_table(bench)
    for number in range(1, VOIDED_TO_CLOSE + 1):
        room = await voided(bench, room_id)
        assert room.voided == number
        if room.phase == "between":
            await deal(bench, room_id, PAYER.player_id)
    while await bench.relay.drain():
        continue
    async with bench.db.read() as tx:
        record = await rooms.by_id(tx, room_id)
    assert record is not None
    assert (record.open, record.close_reason) == (False, "fault")
    assert await balances(bench.db) == {"a": (COST, 0)}
    await sound(bench.db)


async def test_a_match_that_was_paid_for_is_paid_back(bench: Bench) -> None:
    """The owner pays with the first hand; the second one cannot be played."""
    await arrive(bench.db, a=COST)
    room_id = await paid_table(bench)
    await bench.play_out(room_id)
    while await bench.relay.drain():
        continue
    assert await balances(bench.db) == {}
    for _ in range(FAULTS_TO_VOID):  # as if the next hand could not be dealt: there is no hand to void
        await bench.timers._failed(room_id, KeyError("a fault of the program"))
    while await bench.relay.drain():
        continue
    assert (await bench.room(room_id)).phase == "dissolved"
    assert await balances(bench.db) == {"a": (COST, 0)}
    await sound(bench.db)


async def test_a_room_that_cannot_even_be_given_up_goes_on_from_the_books(bench: Bench) -> None:
    room_id = await bench.started(hands=4)
    with broken_table() as patch:
        patch.setattr(matches, "seal", broken)
        await fail(bench, room_id, FAULTS_TO_VOID)
    assert await bench.stores.rooms.load(room_id) is None
    room = (await bench.service.load(room_id)).room
    assert room.phase in {"lobby", "between"}
    assert room.play is None
