"""Steps of a hand for tests: the next turn, a discard, a claim window."""

from typing import Literal, NamedTuple

import pytest

from app.rooms.state.settings import TurnSeconds
from app.rooms.steps.commands import (
    Auto,
    Envelope,
    Leave,
    Ready,
    TakeAction,
)
from app.rooms.steps.outcome import Reject
from app.rules.hand.actions import Discard
from app.rules.hand.state import Claiming, Turn
from app.wire.messages.client import DiscardAction, PassAction
from tests.support.rooms.players import decision_of
from tests.support.rooms.table import Table, settings


def refusal(table: Table, command: TakeAction | Envelope | Auto | Ready | Leave) -> str:
    """The code of the refusal and that of the engine. The room does not change."""
    before = table.room
    with pytest.raises(Reject) as refused:
        table.do(command)
    assert table.room is before
    return str(refused.value)


def turn_slot(table: Table) -> int:
    """The slot on turn. Until a turn comes, claims are passed and windows close."""
    for _ in range(40):
        play = table.room.play
        assert play is not None
        if isinstance(play.state.phase, Turn):
            return table.seated_at(play.state.phase.seat).slot
        for member in table.room.humans:
            if decision_of(table, member.slot) is not None:
                table.answer(member.slot, PassAction())
        table.tick()
    raise AssertionError("no turn comes")


def discard_now(table: Table, slot: int) -> str:
    """The slot discards the suggested tile."""
    decision = decision_of(table, slot)
    assert decision is not None
    tile: str = decision["suggested"]
    table.answer(slot, DiscardAction(tile))
    return tile


def act(table: Table, slot: int, *, decision: int | None = None) -> TakeAction:
    """A discard of the slot as a command."""
    asked = table.member(slot).asked
    play = table.room.play
    assert play is not None
    tile = play.state.seats[table.member(slot).seat].hand[0]
    number = decision if decision is not None else (asked.id if asked is not None else 0)
    return TakeAction(table.member(slot).player_id or "", number, Discard(0, tile))


class ClaimWindow(NamedTuple):
    """A table with a discard that one player may pung. Slots of that player and of the discarder."""

    table: Table
    claimer: int
    discarder: int


def claim_window(window: Literal["fast", "steady"] = "fast", turn_seconds: TurnSeconds = 15) -> ClaimWindow:
    """Play until exactly one player may pung a discard."""
    for seed in range(200):
        table = Table.started(settings(turn_seconds=turn_seconds, window=window), humans=4, seed=seed)
        for _ in range(30):
            slot = turn_slot(table)
            if table.member(slot).bot:
                table.tick()
            else:
                discard_now(table, slot)
            asked = [m.slot for m in table.room.humans if m.asked is not None]
            play = table.room.play
            assert play is not None
            if asked and isinstance(play.state.phase, Claiming):
                decision = decision_of(table, asked[0])
                assert decision is not None
                if "pung" in decision and len(asked) == 1:
                    return ClaimWindow(table, claimer=asked[0], discarder=slot)
    raise AssertionError("no claim comes up")
