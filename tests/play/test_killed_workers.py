"""Workers play a match and are killed all the time; the database is right in the end."""

from dataclasses import replace

import pytest

from app.db.hands import history
from app.db.hands.records import HandKey
from app.play.loops.presence import PresenceLoop
from app.play.loops.relay import Relay
from app.play.loops.timers import TimerLoop
from app.rooms.steps.commands import Auto
from app.stores.rooms import timers as timers_module
from app.stores.rooms.outbox import Outbox
from tests.support.live import eventually
from tests.support.play.bench import AT_ONCE, Bench
from tests.support.play.card_tables import COST, OWNER, arrive, begin, movements, priced, sound
from tests.support.play.faults import entries_of, kill, launch, timer_of

pytestmark = [pytest.mark.store, pytest.mark.database, pytest.mark.timeout(0)]
HANDS = 8
STEPS_OF_A_LIFE = 2


class Worker:
    """The loops of one worker over the stores and the database of the bench."""

    def __init__(self, bench: Bench, name: str) -> None:
        stores = bench.stores
        outbox = Outbox(stores.link, idle_ms=100)
        relay = Relay(bench.service, outbox, stores.codes, bench.db, name, bench.nudge)
        timers = TimerLoop(bench.service, stores.timers, 0)
        presence = PresenceLoop(bench.service, stores.presence)
        self.tasks = [launch(job) for job in (timers.run, relay.run, presence.run)]

    async def die(self) -> None:
        """Kill the loops."""
        await kill(*self.tasks)


async def begun(bench: Bench) -> str:
    """A match that costs cards and runs on auto-play. Returns the room id."""
    await arrive(bench.db, a=COST)
    price = priced("owner", HANDS)
    held, _ = await bench.lobby.create(
        OWNER, "key-0001", replace(price, pace=replace(AT_ONCE, next_hand_ms=0))
    )
    await begin(bench, held.room.id)
    await bench.service.execute(held.room.id, Auto(OWNER.player_id, on=True))
    return held.room.id


async def test_workers_that_die_in_turn_play_and_book_a_whole_match(
    either: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers_module, "LEASE_MS", 50)
    room_id = await begun(either)
    workers = [Worker(either, "0"), Worker(either, "1")]
    deaths = 0

    async def over() -> bool:
        ended = (await either.room(room_id)).phase == "ended"
        return ended and not await entries_of(either.stores, room_id)

    async def lived() -> bool:
        return (await either.service.load(room_id)).version >= seen + STEPS_OF_A_LIFE or await over()

    while not await over():
        seen = (await either.service.load(room_id)).version
        await eventually(lived)
        await workers.pop(0).die()
        deaths += 1
        workers.append(Worker(either, f"{deaths + 1}"))
    for worker in workers:
        await worker.die()
    assert deaths > 3
    room = await either.room(room_id)
    assert (len(room.results), await timer_of(either.stores, room_id)) == (HANDS, None)
    async with either.db.read() as tx:
        booked = [await history.one_hand(tx, HandKey(room_id, 1, number)) for number in range(1, HANDS + 1)]
    assert [hand.summary.deltas if hand else None for hand in booked] == list(room.results)
    assert await movements(either.db, OWNER) == [
        ("grant", COST, ""),
        ("hold", COST, "owner"),
        ("post", COST, "first_hand"),
    ]
    assert (await either.stores.outbox.backlog()).dead == 0
    await sound(either.db)
