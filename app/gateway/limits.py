"""Limits of messages per connection, and of connections per player, per address and per process."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from app.kit.bucket import Bucket

MESSAGE_BYTES: Final = 4096
MESSAGES_PER_SECOND: Final = 10
BURST: Final = 20
STRIKES: Final = 3
STRIKE_WINDOW_S: Final = 10.0
UNKNOWN_PER_ADDRESS: Final = 10
UNKNOWN_PER_WORKER: Final = 200


class MessageBudget:
    """10 messages per second, 20 at once. ``clock`` returns seconds."""

    __slots__ = ("_bucket", "_clock")

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._bucket = Bucket(BURST, MESSAGES_PER_SECOND, clock())

    def spend(self) -> bool:
        """Spend one message. False if the budget is used up."""
        return self._bucket.spend(1, self._clock())


class Strikes:
    """Counts offences of a connection within 10 s."""

    __slots__ = ("_clock", "_times")

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: deque[float] = deque(maxlen=STRIKES)

    def strike(self) -> bool:
        """Count an offence. True at the third one within 10 s."""
        now = self._clock()
        self._times.append(now)
        return len(self._times) == STRIKES and now - self._times[0] <= STRIKE_WINDOW_S


class TooMany(Exception):
    """The limit of connections is reached."""


@dataclass(slots=True)
class Doors:
    """Counts the open connections of this process."""

    per_player: int
    per_address: int
    per_worker: int
    _players: Counter[str] = field(default_factory=Counter)
    _addresses: Counter[str] = field(default_factory=Counter)
    _unknown: Counter[str] = field(default_factory=Counter)

    @property
    def open(self) -> int:
        """Number of open connections."""
        return self._addresses.total()

    @contextmanager
    def enter(self, address: str) -> Iterator[None]:
        """Count a connection from ``address``. Raises TooMany."""
        if self.open >= self.per_worker or self._addresses[address] >= self.per_address:
            raise TooMany
        with _held(self._addresses, address):
            yield

    @contextmanager
    def unknown(self, address: str) -> Iterator[None]:
        """Count a connection from ``address`` before its hello. Raises TooMany."""
        if self._unknown.total() >= UNKNOWN_PER_WORKER or self._unknown[address] >= UNKNOWN_PER_ADDRESS:
            raise TooMany
        with _held(self._unknown, address):
            yield

    @contextmanager
    def known(self, player_id: str) -> Iterator[None]:
        """Count a connection of the player, over all their sessions. Raises TooMany."""
        if self._players[player_id] >= self.per_player:
            raise TooMany
        with _held(self._players, player_id):
            yield


@contextmanager
def _held(counter: Counter[str], who: str) -> Iterator[None]:
    counter[who] += 1
    try:
        yield
    finally:
        counter[who] -= 1
        if not counter[who]:
            del counter[who]
