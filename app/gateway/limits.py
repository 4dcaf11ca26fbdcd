"""What one connection may send, and how many connections one party may hold in this process."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

MESSAGE_BYTES: Final = 4096
MESSAGES_PER_SECOND: Final = 10
BURST: Final = 20
STRIKES: Final = 3
STRIKE_WINDOW_S: Final = 10.0
UNKNOWN_PER_ADDRESS: Final = 10
UNKNOWN_PER_WORKER: Final = 200


class MessageBudget:
    """A token bucket: ``rate`` messages a second, ``burst`` at once."""

    __slots__ = ("_at", "_burst", "_clock", "_rate", "_tokens")

    def __init__(
        self, clock: Callable[[], float], rate: float = MESSAGES_PER_SECOND, burst: int = BURST
    ) -> None:
        self._clock = clock
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._at = clock()

    def spend(self) -> bool:
        """Take one message; False when the budget is used up."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Strikes:
    """Counts offences; three within ten seconds are too many."""

    __slots__ = ("_clock", "_times")

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: deque[float] = deque(maxlen=STRIKES)

    def strike(self) -> bool:
        """Note an offence; True when the connection has had its last chance."""
        now = self._clock()
        self._times.append(now)
        return len(self._times) == STRIKES and now - self._times[0] <= STRIKE_WINDOW_S


class TooMany(Exception):
    """A party holds as many connections as it may."""


@dataclass(slots=True)
class Doors:
    """Counts of open connections of this process."""

    per_player: int
    per_address: int
    per_worker: int
    _players: Counter[str] = field(default_factory=Counter)
    _addresses: Counter[str] = field(default_factory=Counter)
    _unknown: Counter[str] = field(default_factory=Counter)

    @property
    def open(self) -> int:
        """Connections now."""
        return self._addresses.total()

    @contextmanager
    def enter(self, address: str) -> Iterator[None]:
        """Hold a place for a connection from ``address``. Raises TooMany."""
        if self.open >= self.per_worker or self._addresses[address] >= self.per_address:
            raise TooMany
        with _held(self._addresses, address):
            yield

    @contextmanager
    def unknown(self, address: str) -> Iterator[None]:
        """Hold a place for a connection that has not said who it is. Raises TooMany."""
        if self._unknown.total() >= UNKNOWN_PER_WORKER or self._unknown[address] >= UNKNOWN_PER_ADDRESS:
            raise TooMany
        with _held(self._unknown, address):
            yield

    @contextmanager
    def known(self, player_id: str) -> Iterator[None]:
        """Hold one of the places of a player. Raises TooMany."""
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
