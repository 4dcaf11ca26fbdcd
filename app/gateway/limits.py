"""Limits of messages per connection, and of connections per player, per address and per process."""

import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from app.kit.addresses import parties
from app.kit.bucket import Bucket, Buckets
from app.kit.crowd import Crowd, Full, Waiting

MESSAGE_BYTES: Final = 4096
MESSAGES_PER_SECOND: Final = 10
BURST: Final = 20
STRIKES: Final = 3
STRIKE_WINDOW_S: Final = 10.0
UNKNOWN_PER_ADDRESS: Final = 10
UNKNOWN_PER_WORKER: Final = 400
HANDSHAKES_AT_ONCE: Final = 2
"""An address may open so many times the sockets that it may have, at once."""
HANDSHAKES_FILL_S: Final = 20.0
"""After so many seconds it may do so again."""


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


class Doors:
    """Counts the connections of this process: those before their hello, and those after it.

    ``clock`` returns seconds.
    """

    def __init__(
        self,
        per_player: int,
        per_address: int,
        per_worker: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        at_once = HANDSHAKES_AT_ONCE * per_address
        self._handshakes = Buckets(at_once, at_once / HANDSHAKES_FILL_S)
        self._per_player = per_player
        self._per_address = per_address
        self._per_worker = per_worker
        self._players: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._unknown = Crowd(UNKNOWN_PER_WORKER, UNKNOWN_PER_ADDRESS)

    def knock(self, address: str) -> None:
        """Count a new connection from an address. Raises TooMany if there are too many, one after another."""
        if not self._handshakes.spend(address, self._clock()):
            raise TooMany

    @property
    def members(self) -> int:
        """Number of connections after their hello."""
        return self._players.total()

    @property
    def strangers(self) -> int:
        """Number of connections before their hello."""
        return len(self._unknown)

    @contextmanager
    def unknown(self, address: str, drop: Callable[[], None]) -> Iterator[Waiting]:
        """Count a connection before its hello. Raises TooMany.

        If there are too many, it calls ``drop`` of an older one: a newcomer may be a player. Call ``stay`` of
        the place as soon as the first message is there.
        """
        try:
            place = self._unknown.enter(address, drop)
        except Full:
            raise TooMany from None
        try:
            yield place
        finally:
            self._unknown.leave(place)

    @contextmanager
    def known(self, player_id: str, address: str) -> Iterator[None]:
        """Count a connection of a player, over all their sessions, and of an address. Raises TooMany."""
        networks = parties(address)
        if (
            self.members >= self._per_worker
            or self._players[player_id] >= self._per_player
            or any(self._addresses[network] >= self._per_address * times for network, times in networks)
        ):
            raise TooMany
        with ExitStack() as stack:
            stack.enter_context(_held(self._players, player_id))
            for network, _ in networks:
                stack.enter_context(_held(self._addresses, network))
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
