"""Records of players, rooms and hands, as written and read."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Self, TypeAlias

import msgspec

JsonObject: TypeAlias = Mapping[str, object]
"""A JSON object without fractions."""

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
    """A session with its player. Times in server ms. ``banned``: the player is banned, which ended it."""

    player: PlayerRecord
    kind: SessionKind
    created_at: int
    expires_at: int
    banned: bool = False


@dataclass(frozen=True, slots=True)
class RosterMember:
    """Who holds a slot of a room. A bot has no ``player_id``. ``left``: left during the running match."""

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
    """A room to create. ``create_key``: chosen by the owner's client, unique per owner."""

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
    """A room. ``owner_id`` created it; ``owner_slot`` runs it now. ``match``: 0 before the first match."""

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
    """Key of a hand: room, match of the room and hand of the match, both counted from 1."""

    room_id: str
    match: int
    hand: int

    def __str__(self) -> str:
        """The public id, ``room.match.hand``."""
        return f"{self.room_id}.{self.match}.{self.hand}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """The key with this public id; None if ``text`` is not one."""
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
    """The player of a seat and their name during the hand. A bot has no ``player_id``."""

    player_id: str | None
    name: str


@dataclass(frozen=True, slots=True)
class TransferRecord:
    """Payment of ``ke`` > 0 颗 from one seat to another (R65)."""

    payer: int
    payee: int
    ke: int
    reason: str


@dataclass(frozen=True, slots=True)
class HandResult:
    """颗 of each seat in a hand, and the next dealer."""

    hand: int
    deltas: tuple[int, ...]
    next_dealer: int


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A finished hand, complete.

    ``players`` and ``deltas`` (颗): by seat. ``options``: differences from the preset.
    ``wins``: receipts in the order of the wins. ``server_seed``, ``commitment``: hex.
    ``client_seeds``: hex, in the order in which the deal uses them.
    ``log``: lines of the log, not compressed. ``ended_at``: server ms.
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
        """The key of the hand."""
        return HandKey(self.room_id, self.match, self.hand)


def log_hash(log: bytes) -> str:
    """SHA-256 (hex) of an uncompressed log."""
    return hashlib.sha256(log).hexdigest()


def payload_hash(record: HandRecord, log_digest: str | None = None) -> str:
    """SHA-256 (hex) of a hand without ``ended_at``. The order of JSON keys does not matter.

    ``ended_at`` is left out because a repeated report of the same hand may have another time.
    ``log_digest``: ``log_hash`` of the log, if the log was deleted.
    """
    fields: dict[str, object] = msgspec.to_builtins(record)
    del fields["ended_at"]
    fields["log"] = log_digest or log_hash(record.log)
    return hashlib.sha256(b"hand 1\n" + msgspec.json.encode(fields, order="sorted")).hexdigest()


@dataclass(frozen=True, slots=True)
class Recorded:
    """The hand was written now."""


@dataclass(frozen=True, slots=True)
class AlreadyRecorded:
    """The same hand was written before."""


@dataclass(frozen=True, slots=True)
class Different:
    """Another result of this hand was written before, and counts. These are its values."""

    deltas: tuple[int, ...]
    next_dealer: int
    payload_hash: str


RecordOutcome: TypeAlias = Recorded | AlreadyRecorded | Different


@dataclass(frozen=True, slots=True)
class HandSummary:
    """A finished hand in a list. ``ended_at``: server ms."""

    key: HandKey
    players: tuple[SeatPlayer, ...]
    deltas: tuple[int, ...]
    dealer: int
    exhausted: bool
    ended_at: int


Kept: TypeAlias = Literal["whole", "no_log", "sums"]
"""What is kept of a hand: everything, all but the log, or only the players and the 颗 of each seat."""


@dataclass(frozen=True, slots=True)
class HandDetail:
    """A finished hand without its log. ``kept``: what is still stored."""

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
    """Data to rebuild a room: the room, its roster by slot, and the booked hands of its current match.

    ``next_dealer``: None before the first hand of the match is booked.
    """

    room: RoomRecord
    roster: tuple[RosterMember, ...]
    results: tuple[HandResult, ...]
    next_dealer: int | None
