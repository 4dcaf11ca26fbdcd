"""Rooms made, joined, left, played, dissolved and repeated at random: the cards are always the model's.

``CARD_STEPS=100000`` takes so many steps on each engine instead of the usual 1,000.
"""

import asyncio
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from app.db import Database
from app.db.audit import audit
from tests.support.db.card_machine import STEPS_AT_ONCE, Books, CardMachine
from tests.support.db.servers import Server

pytestmark = pytest.mark.database
STEPS = int(os.environ.get("CARD_STEPS", "1000"))


@contextmanager
def open_books(server: Server) -> Iterator[Books]:
    """An empty ledger with its own event loop."""
    with asyncio.Runner() as runner:
        place = server.migrated()
        db = Database(runner.run(place.__aenter__()))
        yield Books(runner, db)
        runner.run(db.close())
        runner.run(place.__aexit__(None, None, None))


def machine_of(books: Books) -> type[CardMachine]:
    """The machine on these books."""
    return type("Machine", (CardMachine,), {"books": books})


@pytest.mark.timeout(0)
def test_cards_at_random(server: Server) -> None:
    with open_books(server) as books:
        run_state_machine_as_test(
            machine_of(books),
            settings=settings(
                max_examples=STEPS // (STEPS_AT_ONCE - 1) + 1,
                stateful_step_count=STEPS_AT_ONCE,
                suppress_health_check=list(HealthCheck),
            ),
        )
        found = books.runner.run(audit(books.db, replayed=0))
    assert found.findings == ()
    assert found.transfers > STEPS / 10
    sys.stdout.write(
        f"{books.steps} steps, {found.accounts} accounts, {found.transfers} transfers, {found.hands} hands\n"
    )
