"""A room driven through its reducer with virtual time, and the clients of its members."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

import msgspec

from app.rooms.handlers.clocks import next_deadline
from app.rooms.handlers.lobby import new_room
from app.rooms.reduce import reduce
from app.rooms.state.codec import decode_room, encode_room
from app.rooms.state.member import Member
from app.rooms.state.room import Room, Vote
from app.rooms.state.settings import Pace, RoomSettings, TurnSeconds, WindowMode
from app.rooms.steps.commands import (
    AddBot,
    Command,
    Connected,
    Envelope,
    HandBooked,
    Join,
    Ready,
    Start,
    Tick,
)
from app.rooms.steps.outbox import HandEnded, OutboxItem
from app.rooms.steps.outcome import Ambient, Outcome, Reply
from app.rules.options.options import make_options
from app.wire.intents import command_of
from app.wire.messages.client import HandAction
from app.wire.render.render import render_snapshot, render_step, render_view
from tests.support.client import apply_frame
from tests.support.rooms.chance import Chance

START_MS = 1_764_460_800_000
Json = dict[str, Any]


def settings(
    preset: str = "classic",
    *,
    turn_seconds: TurnSeconds = 15,
    window: WindowMode = "fast",
    pace: Pace | None = None,
    **options: object,
) -> RoomSettings:
    """Settings of a match of one hand, or of ``hands``."""
    chosen = make_options(preset, {"hands": 1, **options})
    return RoomSettings(preset, chosen, turn_seconds, window, pace or Pace())


def plain_settings(options: Mapping[str, object]) -> RoomSettings:
    """Settings of a match of one hand: preset ``classic`` with these options."""
    return RoomSettings("classic", make_options("classic", {"hands": 1, **options}), 15)


def as_json(value: object) -> Json:
    """The value as a client decodes it."""
    decoded: Json = msgspec.json.decode(msgspec.json.encode(value))
    return decoded


@dataclass
class Client:
    """The client of one member: the folded view, and all frames received."""

    slot: int
    seq: int
    hash: str
    view: Json
    frames: list[bytes] = field(default_factory=list)

    def receive(self, data: bytes) -> None:
        """Apply one frame to the view and the hash chain."""
        frame: Json = msgspec.json.decode(data)
        assert frame["seq"] == self.seq + 1
        self.view = apply_frame(self.view, frame)
        self.seq = frame["seq"]
        self.hash = sha256(self.hash.encode() + data).hexdigest()[:16]
        self.frames.append(data)


class Table:
    """A room, its clock, its clients and its outbox."""

    room_id = "room"

    def __init__(self, chosen: RoomSettings, seed: int = 1) -> None:
        self.chance = Chance(seed)
        self.now = START_MS
        self.outbox: list[OutboxItem] = []
        self.clients: dict[int, Client] = {}
        self.commits = 0
        self.room = new_room(self.room_id, "123456", "p0", "甲", chosen, self.ambient())
        self.snapshot(0)

    @classmethod
    def seated(cls, chosen: RoomSettings, humans: int, seed: int = 1) -> "Table":
        """A lobby with players p0, p1, ... online, the other seats taken by bots."""
        table = cls(chosen, seed)
        for number in range(1, humans):
            table.do(Join(f"p{number}", "乙丙丁"[number - 1]))
        for number in range(humans):
            table.do(Connected(f"p{number}", f"g{number}"))
        if humans < chosen.options.players:
            table.do(AddBot("p0", all=True))
        return table

    @classmethod
    def started(cls, chosen: RoomSettings, humans: int, seed: int = 1) -> "Table":
        """A table as ``seated`` makes it, with the first hand dealt."""
        table = cls.seated(chosen, humans, seed)
        for number in range(humans):
            table.do(Ready(f"p{number}", client_seed=bytes([number]) * 16))
        table.do(Start("p0"))
        return table

    def ambient(self) -> Ambient:
        """The time now, and fresh entropy."""
        return Ambient(self.now, self.chance.bytes())

    def do(self, command: Command | Envelope) -> Reply | None:
        """Reduce, render and commit, and check that each client has the right view. Raises Reject."""
        before = self.room
        outcome = reduce(before, command, self.ambient())
        if outcome.room is before:
            assert not outcome.events
            assert not outcome.outbox
            return outcome.reply
        return self._commit(before, outcome)

    def wait(self, ms: int) -> None:
        """Let ``ms`` pass. What becomes due is done at its time."""
        end = self.now + ms
        while (due := next_deadline(self.room)) is not None and due <= end:
            self.now = max(self.now, due)
            self.do(Tick())
        self.now = end

    def tick(self) -> bool:
        """Go to the next deadline and do what is due. False without a deadline."""
        due = next_deadline(self.room)
        if due is None:
            return False
        self.now = max(self.now, due)
        self.do(Tick())
        return True

    def settle(self) -> None:
        """The database has booked the hand."""
        self.do(HandBooked(self.room.match, self.room.hand_number))

    def phase(self) -> str:
        """The room's phase now."""
        return self.room.phase

    def vote(self) -> Vote | None:
        """The open vote, if there is one now."""
        return self.room.vote

    def member(self, slot: int) -> Member:
        """The member of a slot."""
        member = self.room.members[slot]
        assert member is not None
        return member

    def player(self, player_id: str) -> Member:
        """A player's member."""
        member = self.room.by_player(player_id)
        assert member is not None
        return member

    def seated_at(self, seat: int) -> Member:
        """The member at the seat."""
        member = self.room.by_seat(seat)
        assert member is not None
        return member

    def ended_hands(self) -> list[HandEnded]:
        """The hands in the outbox so far."""
        return [item for item in self.outbox if isinstance(item, HandEnded)]

    def snapshot(self, slot: int) -> None:
        """The member in the slot takes a snapshot, as a new connection does."""
        snapshot = render_snapshot(self.room, slot)
        self.clients[slot] = Client(slot, snapshot.seq, snapshot.hash, as_json(snapshot.view))

    def answer(self, slot: int, action: HandAction) -> Reply | None:
        """The member answers the open decision."""
        decision = self.clients[slot].view["decision"]
        player_id = self.member(slot).player_id
        assert player_id is not None
        return self.do(command_of(player_id, action, decision["id"]))

    def _commit(self, before: Room, outcome: Outcome) -> Reply | None:
        rendered = render_step(before, outcome)
        self.room = rendered.room
        self.outbox += outcome.outbox
        self.commits += 1
        for slot in rendered.dropped:
            del self.clients[slot]
        for frame in rendered.frames:
            client = self.clients[frame.slot]
            client.receive(frame.data)
            assert (client.seq, client.hash) == (frame.seq, frame.hash)
        for member in self.room.humans:
            self._check(member.slot)
        assert decode_room(encode_room(self.room)) == self.room
        return rendered.reply

    def _check(self, slot: int) -> None:
        if slot not in self.clients:
            self.snapshot(slot)
        client = self.clients[slot]
        assert client.view == as_json(render_view(self.room, slot))
        stream = self.room.streams[slot]
        assert (client.seq, client.hash) == (stream.seq, stream.hash)
