"""Plays rooms with the pure reducer, always in the same way, into each phase that the store may hold."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from app.rooms.reduce import reduce
from app.rooms.state.codec import encode_room
from app.rooms.state.member import Origin
from app.rooms.state.room import Room
from app.rooms.state.settings import Payer, RoomSettings, TurnSeconds, WindowMode
from app.rooms.steps.commands import (
    AddBot,
    AnswerDissolve,
    CloseRoom,
    Connected,
    Disconnected,
    Envelope,
    Inspect,
    Join,
    Leave,
    ProposeDissolve,
    Ready,
    Rematch,
    Start,
)
from app.rules.hand.state import Claiming, Exchanging, Phase, Turn, Voiding
from app.rules.options.options import make_options
from tests.support.rooms.players import choices, decision_of, random_answer, wire_action
from tests.support.rooms.table import Table

STAGES: Final = (
    "lobby",
    "lobby-ready",
    "exchanging",
    "voiding",
    "turn",
    "vote",
    "claiming",
    "settling",
    "between",
    "dissolved",
    "ended",
    "rematch-lobby",
)


@dataclass(frozen=True, slots=True)
class Setup:
    """How a room is made. The players beside ``humans`` are bots."""

    preset: str
    players: Literal[2, 3, 4]
    humans: int
    turn_seconds: TurnSeconds = 15
    window: WindowMode = "fast"
    exchange: Literal["same_suit", "any"] = "any"
    payer: Payer = "owner"
    cost: int = 0
    tell_addresses: bool = False
    seed: int = 1

    def settings(self, hands: int) -> RoomSettings:
        """The settings of a room of this many hands. The hands have both opening choices (R6, R7)."""
        options = {
            "players": self.players,
            "hands": hands,
            "exchange_three": self.exchange,
            "void_suit": True,
        }
        return RoomSettings(
            self.preset,
            make_options(self.preset, options),
            self.turn_seconds,
            self.window,
            payer=self.payer,
            cost=self.cost,
            tell_addresses=self.tell_addresses,
        )


SETUPS: Final = (
    Setup("classic", 4, humans=4, seed=1),
    Setup("classic", 2, humans=2, turn_seconds=None, payer="split", cost=4, seed=2),
    Setup("listed", 3, humans=2, window="steady", exchange="same_suit", tell_addresses=True, seed=3),
    Setup("mobile", 4, humans=2, turn_seconds=30, payer="winner", cost=2, seed=4),
    Setup("folk", 4, humans=3, turn_seconds=60, window="steady", seed=5),
    Setup("folk", 3, humans=3, turn_seconds=60, exchange="same_suit", seed=6),
)


@dataclass(frozen=True, slots=True)
class Recorded:
    """A room at one moment of STAGES. ``now``: the time of its last step, in server ms."""

    stage: str
    now: int
    room: Room

    @property
    def data(self) -> bytes:
        """The bytes that the store holds."""
        return encode_room(self.room)


def recorded(setup: Setup) -> Iterator[Recorded]:
    """The room in each of STAGES, in that order."""
    yield from _first_match(setup)
    yield from _after_match(setup)


def _first_match(setup: Setup) -> Iterator[Recorded]:
    table = Table(setup.settings(hands=4), setup.seed)
    yield _now("lobby", table)
    _gather(table, setup)
    yield _now("lobby-ready", table)
    table.do(Start("p0"))
    _answer_first(table)
    yield _now("exchanging", table, Exchanging)
    _play_until(table, lambda: _in_phase(table, Voiding))
    _answer_first(table)
    yield _now("voiding", table, Voiding)
    _play_until(table, lambda: _own_turn(table) and _rivers(table) > setup.players)
    table.do(Inspect(1, 1))
    yield _now("turn", table, Turn)
    table.do(ProposeDissolve("p1"))
    yield _now("vote", table, Turn)
    table.do(AnswerDissolve("p0", agree=False))
    _play_until(table, lambda: _claimer(table) is not None)
    _claim(table)
    yield _now("claiming", table, Claiming)
    _play_until(table, lambda: table.phase() == "settling")
    yield _now("settling", table)
    table.do(Disconnected(1, "g1"))
    table.settle()
    table.do(Envelope("ready-2", "body", Ready("p0", client_seed=b"2" * 16)))
    yield _now("between", table)
    closed = reduce(table.room, CloseRoom("idle"), table.ambient()).room
    yield Recorded("dissolved", table.now, closed)


def _after_match(setup: Setup) -> Iterator[Recorded]:
    table = Table(setup.settings(hands=1), setup.seed)
    _gather(table, setup)
    table.do(Start("p0"))
    _play_until(table, lambda: table.phase() == "settling")
    table.settle()
    table.do(Rematch("p0"))
    yield _now("ended", table)
    for number in range(1, setup.humans):
        table.do(Leave(f"p{number}"))
    yield _now("rematch-lobby", table)


def _gather(table: Table, setup: Setup) -> None:
    """All players join and are ready; p0 and p1 use one device. Bots take the other seats."""
    for number in range(1, setup.humans):
        table.do(Join(f"p{number}", "乙丙丁"[number - 1]))
    for number in range(setup.humans):
        device = f"device-{max(number, 1)}"
        origin = Origin(device, f"network-{number // 2}", f"203.0.{number // 2}.x")
        table.do(Connected(f"p{number}", f"g{number}", origin))
    if setup.humans < setup.players:
        table.do(AddBot("p0", all=True))
    for number in range(setup.humans):
        ready = Ready(f"p{number}", client_seed=bytes([number + 1]) * 16)
        table.do(Envelope(f"ready-{number}", "body", ready))


def _now(stage: str, table: Table, hand_phase: type[Phase] | None = None) -> Recorded:
    assert hand_phase is None or _in_phase(table, hand_phase)
    return Recorded(stage, table.now, table.room)


def _in_phase(table: Table, hand_phase: type[Phase]) -> bool:
    play = table.room.play
    return play is not None and isinstance(play.state.phase, hand_phase)


def _asked(table: Table) -> list[int]:
    return [member.slot for member in table.room.humans if member.asked is not None]


def _answer_first(table: Table) -> None:
    """The first player with an open decision answers it."""
    assert random_answer(table, _asked(table)[0])


def _play_until(table: Table, reached: Callable[[], bool]) -> None:
    """Players answer one by one, and the clock moves the rest, until the condition holds."""
    for _ in range(500):
        if reached():
            return
        asked = _asked(table)
        if asked and (table.chance.happens(80) or not table.tick()):
            random_answer(table, table.chance.choice(asked))
        elif not asked:
            assert table.tick()
    raise AssertionError("the phase does not come")


def _own_turn(table: Table) -> bool:
    return bool(_asked(table)) and _in_phase(table, Turn)


def _rivers(table: Table) -> int:
    play = table.room.play
    return 0 if play is None else sum(len(seat.river) for seat in play.state.seats)


def _claimer(table: Table) -> int | None:
    """A player who may claim the tile on offer in a window that has just opened."""
    play = table.room.play
    if play is None or play.window is None or play.window.earliest <= table.now:
        return None
    return next(iter(_asked(table)), None)


def _claim(table: Table) -> None:
    """The claimer answers, with a pung if possible. The window stays open."""
    slot = _claimer(table)
    assert slot is not None
    decision = decision_of(table, slot)
    assert decision is not None
    allowed = choices(decision, table.chance)
    pungs = [action for action in allowed if action["type"] == "pung"]
    passes = [action for action in allowed if action["type"] == "pass"]
    table.answer(slot, wire_action((pungs or passes or allowed)[0]))
