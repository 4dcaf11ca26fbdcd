"""What is counted and measured: the one module that knows the Prometheus client.

Each process counts for itself and serves its own numbers. What several processes see alike (rooms, the
outbox, room cards) is a gauge in each of them: take the ``max`` of those, and the ``sum`` of everything else.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Literal, TypeAlias

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics, start_http_server

Answer: TypeAlias = Literal["ok", "rejected", "error"]
Opening: TypeAlias = Literal["new", "resumed", "resync"]

_ACT_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_LATE_BUCKETS: Final = (0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 30.0)
_LAG_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_BOOKING_BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 30.0, 300.0)

_without_times_of_birth: Callable[[], None] = disable_created_metrics
_without_times_of_birth()

_BUILD: Final = Gauge("guangan_build_info", "1, with the version of the server", ["version"])
_HTTP: Final = Histogram(
    "guangan_http_seconds", "Time to answer an HTTP request", ["route", "method", "status"]
)
_ACTS: Final = Histogram(
    "guangan_act_seconds", "From hearing a decision to its answer", ["answer"], buckets=_ACT_BUCKETS
)
_COMMITS: Final = Counter(
    "guangan_commits_total", "Attempts to write a step, by what the store said", ["result"]
)
_BUSY: Final = Counter("guangan_busy_total", "Commands given up because others were always faster")
_OPENINGS: Final = Counter(
    "guangan_openings_total",
    "Connections that said hello: new, resumed where they stopped, or resync with a whole view",
    ["how"],
)
_CLOSINGS: Final = Counter("guangan_closings_total", "Connections that the server ended, by code", ["code"])
_CONNECTIONS: Final = Gauge("guangan_connections", "Players connected to this process")
_LAPSES: Final = Counter("guangan_lapses_total", "Connections that vanished without a word")
_LATENESS: Final = Histogram(
    "guangan_timer_lateness_seconds", "How long after a deadline it was carried out", buckets=_LATE_BUCKETS
)
_HANDS: Final = Counter("guangan_hands_booked_total", "Finished hands written into the database")
_KE: Final = Counter("guangan_ke_booked_total", "颗 that the winners of booked hands received")
_BOOKING: Final = Histogram(
    "guangan_booking_seconds", "From the end of a hand until it was booked", buckets=_BOOKING_BUCKETS
)
_DISPUTES: Final = Counter("guangan_disputed_hands_total", "Hands that the database knew with another ending")
_REBUILDS: Final = Counter("guangan_rebuilds_total", "Rooms whose live state was lost and rebuilt")
_LOOP_FAILURES: Final = Counter("guangan_loop_failures_total", "Background loops that failed", ["loop"])
_LAG: Final = Histogram(
    "guangan_loop_lag_seconds", "How late the event loop came back to a sleeper", buckets=_LAG_BUCKETS
)
_ROOMS: Final = Gauge("guangan_rooms", "Live rooms, by phase (the same in every process)", ["phase"])
_OUTBOX: Final = Gauge("guangan_outbox_waiting", "Results not yet booked (the same in every process)")
_OUTBOX_DEAD: Final = Gauge("guangan_outbox_dead", "Results given up (the same in every process)")
_OUTBOX_AGE: Final = Gauge("guangan_outbox_oldest_seconds", "Age of the oldest result not yet booked")
_CARDS: Final = Gauge("guangan_cards", "Room cards, by where they are (the same in every process)", ["where"])
_RELEASED: Final = Counter("guangan_lost_holds_total", "Holds of room cards that no room needed, given back")
_TIDIED: Final = Counter("guangan_tidied_total", "What went because its time was over, by kind", ["what"])
_BOOKS: Final = Gauge(
    "guangan_ke", "颗 that seats won and lost in all booked hands (the same in every process)", ["side"]
)
_CENSUS: Final = Gauge("guangan_census_timestamp_seconds", "When rooms, outbox and cards were last counted")


@contextmanager
def served(host: str, port: int) -> Iterator[int]:
    """Serve the numbers of this process over HTTP, from a thread of its own; gives the port.

    A stuck event loop can still be seen. Raises OSError if the address cannot be had.
    """
    server, thread = start_http_server(port, host)
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def built(version: str) -> None:
    """Which version this is."""
    _BUILD.labels(version).set(1)


def http_answered(route: str, method: str, status: int, seconds: float) -> None:
    """A request was answered; ``route`` is the route's pattern, never the path that was asked for."""
    _HTTP.labels(route, method, str(status)).observe(seconds)


def act_answered(answer: Answer, seconds: float) -> None:
    """A decision or wish of a player was answered."""
    _ACTS.labels(answer).observe(seconds)


def committed(result: str) -> None:
    """The store's verdict on a step: ok, conflict, epoch, clock or gone."""
    _COMMITS.labels(result).inc()


def given_up_busy() -> None:
    """A command found the room changed at every attempt."""
    _BUSY.inc()


@contextmanager
def connection() -> Iterator[None]:
    """A player is connected during this block."""
    with _CONNECTIONS.track_inprogress():
        yield


def connection_opened(how: Opening) -> None:
    """A connection got its welcome."""
    _OPENINGS.labels(how).inc()


def connection_closed(code: int) -> None:
    """The server ended a connection."""
    _CLOSINGS.labels(str(code)).inc()


def lease_lapsed() -> None:
    """A connection was gone and had not said so."""
    _LAPSES.inc()


def deadline_met(late_ms: int) -> None:
    """A deadline was carried out so many ms after its time."""
    _LATENESS.observe(late_ms / 1000)


def hand_booked(ke: int, waited_ms: int) -> None:
    """A hand was booked in which the winners received ``ke`` 颗, so many ms after its end."""
    _HANDS.inc()
    _KE.inc(ke)
    _BOOKING.observe(max(0, waited_ms) / 1000)


def hand_disputed() -> None:
    """A hand was to be booked that the books hold with another ending."""
    _DISPUTES.inc()


def room_rebuilt() -> None:
    """A room was put together again from the database."""
    _REBUILDS.inc()


def loop_failed(loop: str) -> None:
    """A background loop ended that never should."""
    _LOOP_FAILURES.labels(loop).inc()


def loop_lagged(seconds: float) -> None:
    """A task of this process slept that much longer than it wanted to."""
    _LAG.observe(max(0.0, seconds))


def holds_released(count: int) -> None:
    """So many holds of room cards were given back because their rooms do not need them."""
    _RELEASED.inc(count)


def tidied(what: str, count: int) -> None:
    """So many of a kind went because their time was over; ``doubtful`` are hands that had to stay."""
    _TIDIED.labels(what).inc(count)


def rooms_counted(by_phase: Mapping[str, int], now_ms: int) -> None:
    """How many live rooms there are; phases without one are named too."""
    for phase, count in by_phase.items():
        _ROOMS.labels(phase).set(count)
    _CENSUS.set(now_ms / 1000)


def outbox_counted(waiting: int, dead: int, oldest_ms: int) -> None:
    """How much waits to be booked, how much was given up, and the age of the oldest."""
    _OUTBOX.set(waiting)
    _OUTBOX_DEAD.set(dead)
    _OUTBOX_AGE.set(oldest_ms / 1000)


def ke_counted(won: int, lost: int) -> None:
    """What all seats of all booked hands have won and have lost, both counted upwards."""
    _BOOKS.labels("won").set(won)
    _BOOKS.labels("lost").set(lost)


def cards_counted(by_place: Mapping[str, int]) -> None:
    """Room cards minted, burned, available and held."""
    for place, cards in by_place.items():
        _CARDS.labels(place).set(cards)
