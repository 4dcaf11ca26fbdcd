"""What goes into the database and what comes out of it, as frozen values."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self, TypeAlias

import msgspec

JsonObject: TypeAlias = Mapping[str, object]
"""What JSON can hold, without fractions."""

SessionKind: TypeAlias = Literal["cookie", "bearer"]


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """A player. Times in server ms."""

    id: str
    name: str
    created_at: int
    last_seen: int


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session that is good now, with its player."""

    player: PlayerRecord
    kind: SessionKind
    created_at: int
    expires_at: int


@dataclass(frozen=True, slots=True)
class RosterMember:
    """Who holds a slot of a room. A bot has no ``player_id``. ``left``: gone for good in a running match."""

    slot: int
    seat: int
    player_id: str | None
    name: str
    left: bool = False

    @property
    def bot(self) -> bool:
        """Whether a bot holds the slot."""
        return self.player_id is None


@dataclass(frozen=True, slots=True)
class NewRoom:
    """A room to be made. ``create_key`` comes from the owner's client and is his alone."""

    id: str
    code: str
    owner_id: str
    owner_name: str
    create_key: str
    preset: str
    options: JsonObject
    settings: JsonObject
    created_at: int


@dataclass(frozen=True, slots=True)
class RoomRecord:
    """A room. ``owner_id`` made it, ``owner_slot`` runs it now; ``match`` 0: none has begun."""

    id: str
    code: str
    owner_id: str
    owner_slot: int
    preset: str
    options: JsonObject
    settings: JsonObject
    open: bool
    epoch: int
    match: int
    created_at: int
    closed_at: int | None
    close_reason: str | None


@dataclass(frozen=True, slots=True)
class HandKey:
    """Which hand: room, match of the room and hand of the match, both counted from 1."""

    room_id: str
    match: int
    hand: int

    def __str__(self) -> str:
        """Its public id, ``room.match.hand``."""
        return f"{self.room_id}.{self.match}.{self.hand}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The key with this public id; None if it is none."""
        room_id, _, rest = text.partition(".")
        match, _, hand = rest.partition(".")
        numbers = [
            int(part) for part in (match, hand) if part.isascii() and part.isdigit() and len(part) < 10
        ]
        if not room_id or len(numbers) != 2:
            return None
        key = cls(room_id, *numbers)
        return key if str(key) == text else None


@dataclass(frozen=True, slots=True)
class SeatPlayer:
    """Who sat at a seat, under the name of that evening; a bot has no ``player_id``."""

    player_id: str | None
    name: str


@dataclass(frozen=True, slots=True)
class TransferRecord:
    """颗 from one seat to another; ``ke`` > 0 (R65)."""

    payer: int
    payee: int
    ke: int
    reason: str


@dataclass(frozen=True, slots=True)
class HandResult:
    """What a hand paid each seat, and who deals next."""

    hand: int
    deltas: tuple[int, ...]
    next_dealer: int


@dataclass(frozen=True, slots=True)
class HandRecord:
    """Everything that is kept of a finished hand.

    By seat: ``players`` and ``deltas``. ``client_seeds`` (hex): in the order in which the deal used them.
    ``wins``: the receipts in the order of the wins. ``options``: what differs from the preset.
    ``server_seed`` and ``commitment``: hex. ``log``: the lines of the hand's log, not compressed.
    ``ended_at``: server ms.
    """

    room_id: str
    match: int
    hand: int
    players: tuple[SeatPlayer, ...]
    preset: str
    options: JsonObject
    dealer: int
    next_dealer: int
    exhausted: bool
    deltas: tuple[int, ...]
    transfers: tuple[TransferRecord, ...]
    wins: tuple[JsonObject, ...]
    server_seed: str
    client_seeds: tuple[str, ...]
    commitment: str
    log: bytes
    ended_at: int

    @property
    def key(self) -> HandKey:
        """Which hand it is."""
        return HandKey(self.room_id, self.match, self.hand)


def log_hash(log: bytes) -> str:
    """SHA-256 (hex) of the lines of a log."""
    return hashlib.sha256(log).hexdigest()


def payload_hash(record: HandRecord, log_digest: str | None = None) -> str:
    """SHA-256 (hex) of what the hand was, the same for every order of JSON keys.

    ``ended_at`` is left out: the same hand told again a second later is still the same hand. ``log_digest``:
    ``log_hash`` of the log, if that is not kept any more.
    """
    fields: dict[str, object] = msgspec.to_builtins(record)
    del fields["ended_at"]
    fields["log"] = log_digest or log_hash(record.log)
    return hashlib.sha256(b"hand 1\n" + msgspec.json.encode(fields, order="sorted")).hexdigest()


@dataclass(frozen=True, slots=True)
class Recorded:
    """The hand is in the database now."""


@dataclass(frozen=True, slots=True)
class AlreadyRecorded:
    """The very same hand was in the database before."""


@dataclass(frozen=True, slots=True)
class Different:
    """Another result of this hand was recorded before, and that one counts."""

    deltas: tuple[int, ...]
    next_dealer: int
    payload_hash: str


RecordOutcome: TypeAlias = Recorded | AlreadyRecorded | Different


@dataclass(frozen=True, slots=True)
class HandSummary:
    """A finished hand in a list."""

    key: HandKey
    players: tuple[SeatPlayer, ...]
    deltas: tuple[int, ...]
    dealer: int
    exhausted: bool
    ended_at: int


Kept: TypeAlias = Literal["whole", "no_log", "sums"]
"""How much there still is of a hand; ``sums``: who played, and what each seat gained or lost."""


@dataclass(frozen=True, slots=True)
class HandDetail:
    """A finished hand with all that is kept of it but the log."""

    summary: HandSummary
    preset: str
    options: JsonObject
    next_dealer: int
    transfers: tuple[TransferRecord, ...]
    wins: tuple[JsonObject, ...]
    server_seed: str
    client_seeds: tuple[str, ...]
    commitment: str
    payload_hash: str
    kept: Kept = "whole"


@dataclass(frozen=True, slots=True)
class RebuildData:
    """What a room is rebuilt from: itself, its roster by slot, and the settled hands of its current match.

    ``next_dealer`` is None before the first hand of the match is settled.
    """

    room: RoomRecord
    roster: tuple[RosterMember, ...]
    results: tuple[HandResult, ...]
    next_dealer: int | None
