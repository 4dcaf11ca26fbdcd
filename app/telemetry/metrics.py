"""All metrics. Only this module imports the Prometheus client.

Each process counts its own events and serves its own metrics. Some gauges show what all processes share
(rooms, outbox, room cards, 颗): every process reports the same value, so take the ``max`` of them. Take the
``sum`` of all other metrics.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final, Literal, TypeAlias

from prometheus_client import Counter, Gauge, Histogram, disable_created_metrics, start_http_server

Answer: TypeAlias = Literal["ok", "rejected", "error"]
Opening: TypeAlias = Literal["new", "resumed", "resync"]
Drop: TypeAlias = Literal["bytes", "early", "frames", "head", "often", "silent", "unread"]

_ACT_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
_LATE_BUCKETS: Final = (0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 30.0)
_LAG_BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0)
_BOOKING_BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 30.0, 300.0)

_without_times_of_birth: Callable[[], None] = disable_created_metrics
_without_times_of_birth()

_BUILD: Final = Gauge("guangan_build_info", "Always 1; its label is the version of the server", ["version"])
_HTTP: Final = Histogram(
    "guangan_http_seconds", "Time to answer an HTTP request", ["route", "method", "status"]
)
_ACTS: Final = Histogram(
    "guangan_act_seconds", "Time from a player's action to its answer", ["answer"], buckets=_ACT_BUCKETS
)
_COMMITS: Final = Counter(
    "guangan_commits_total", "Attempts to write a step to the store, by result", ["result"]
)
_BUSY: Final = Counter("guangan_busy_total", "Commands given up because the room changed at every attempt")
_OPENINGS: Final = Counter(
    "guangan_openings_total",
    "Accepted connections: new, resumed (continue where they stopped) or resync (get a whole view)",
    ["how"],
)
_CLOSINGS: Final = Counter(
    "guangan_closings_total", "Connections that the server closed, by close code", ["code"]
)
_DROPS: Final = Counter(
    "guangan_dropped_total",
    "Connections dropped without a close: too many bytes or frames, bytes too early, nothing read (unread), "
    "opened too often, or silent while others waited (silent: sockets before hello, head: HTTP)",
    ["why"],
)
_CONNECTIONS: Final = Gauge("guangan_connections", "Players connected to this process")
_LAPSES: Final = Counter("guangan_lapses_total", "Connections that broke without being closed")
_LATENESS: Final = Histogram(
    "guangan_timer_lateness_seconds", "Delay between a deadline and its handling", buckets=_LATE_BUCKETS
)
_HANDS: Final = Counter("guangan_hands_booked_total", "Finished hands written to the database")
_KE: Final = Counter("guangan_ke_booked_total", "颗 that the winners of booked hands received")
_BOOKING: Final = Histogram(
    "guangan_booking_seconds", "Time from the end of a hand to its booking", buckets=_BOOKING_BUCKETS
)
_DISPUTES: Final = Counter(
    "guangan_disputed_hands_total", "Hands that the database holds with a different result"
)
_REBUILDS: Final = Counter(
    "guangan_rebuilds_total", "Rooms rebuilt from the database because the store had lost them"
)
_ROOM_FAILURES: Final = Counter(
    "guangan_room_failures_total", "Rooms that a background loop passed over because of a fault", ["loop"]
)
_VOIDED: Final = Counter(
    "guangan_hands_voided_total", "Hands that are void because of a fault of the program"
)
_LOOP_FAILURES: Final = Counter("guangan_loop_failures_total", "Failures of background loops", ["loop"])
_LAG: Final = Histogram(
    "guangan_loop_lag_seconds", "How late the event loop wakes a sleeping task", buckets=_LAG_BUCKETS
)
_ROOMS: Final = Gauge("guangan_rooms", "Live rooms, by phase (the same in every process)", ["phase"])
_OUTBOX: Final = Gauge("guangan_outbox_waiting", "Results not yet booked (the same in every process)")
_OUTBOX_DEAD: Final = Gauge(
    "guangan_outbox_dead", "Results that cannot be booked (the same in every process)"
)
_OUTBOX_AGE: Final = Gauge(
    "guangan_outbox_oldest_seconds", "Age of the oldest result not yet booked (the same in every process)"
)
_CARDS: Final = Gauge("guangan_cards", "Room cards, by place (the same in every process)", ["where"])
_RELEASED: Final = Counter("guangan_lost_holds_total", "Holds of room cards that no room needed, released")
_TIDIED: Final = Counter("guangan_tidied_total", "Old data that the server deleted, by kind", ["what"])
_BOOKS: Final = Gauge(
    "guangan_ke", "Sum of 颗 won and sum of 颗 lost in all booked hands (the same in every process)", ["side"]
)
_CENSUS: Final = Gauge(
    "guangan_census_timestamp_seconds", "Unix time of the last count of rooms, outbox and cards"
)


@contextmanager
def served(host: str, port: int) -> Iterator[int]:
    """Serve the metrics of this process over HTTP during this block. Yields the port.

    It runs in its own thread, so that it still answers when the event loop is stuck. Raises OSError if it
    cannot listen on the address.
    """
    server, thread = start_http_server(port, host)
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def built(version: str) -> None:
    """Set the version of the server."""
    _BUILD.labels(version).set(1)


def http_answered(route: str, method: str, status: int, seconds: float) -> None:
    """Count an answered request. ``route`` is the pattern of the route, never the path of the request."""
    _HTTP.labels(route, method, str(status)).observe(seconds)


def act_answered(answer: Answer, seconds: float) -> None:
    """Count an answered action of a player."""
    _ACTS.labels(answer).observe(seconds)


def committed(result: str) -> None:
    """Count a commit. ``result`` is what the store answered: ok, conflict, epoch, clock or gone."""
    _COMMITS.labels(result).inc()


def given_up_busy() -> None:
    """Count a command that found the room changed at every attempt."""
    _BUSY.inc()


@contextmanager
def connection() -> Iterator[None]:
    """Count one connected player during this block."""
    with _CONNECTIONS.track_inprogress():
        yield


def connection_opened(how: Opening) -> None:
    """Count a connection that has received ``welcome``."""
    _OPENINGS.labels(how).inc()


def connection_closed(code: int) -> None:
    """Count a connection that the server closed with this close code."""
    _CLOSINGS.labels(str(code)).inc()


def connection_dropped(why: Drop) -> None:
    """Count a connection that the server ended without telling the client."""
    _DROPS.labels(why).inc()


def lease_lapsed() -> None:
    """Count a connection that broke without being closed: its presence lease ran out."""
    _LAPSES.inc()


def deadline_met(late_ms: int) -> None:
    """Count a handled deadline. ``late_ms`` is the time between the deadline and its handling."""
    _LATENESS.observe(late_ms / 1000)


def hand_booked(ke: int, waited_ms: int) -> None:
    """Count a booked hand. ``ke``: the 颗 of its winners. ``waited_ms``: time from its end to the booking."""
    _HANDS.inc()
    _KE.inc(ke)
    _BOOKING.observe(max(0, waited_ms) / 1000)


def hand_disputed() -> None:
    """Count a hand that the database already holds with a different result."""
    _DISPUTES.inc()


def room_rebuilt() -> None:
    """Count a room that was rebuilt from the database."""
    _REBUILDS.inc()


def loop_failed(loop: str) -> None:
    """Count a failure of a background loop."""
    _LOOP_FAILURES.labels(loop).inc()


def room_failed(loop: str) -> None:
    """Count a room that a background loop passed over because of a fault."""
    _ROOM_FAILURES.labels(loop).inc()


def hand_voided() -> None:
    """Count a hand that is void because the program could not go on."""
    _VOIDED.inc()


def loop_lagged(seconds: float) -> None:
    """Note by how many seconds a sleeping task of this process woke too late."""
    _LAG.observe(max(0.0, seconds))


def holds_released(count: int) -> None:
    """Count released holds of room cards that no room needed."""
    _RELEASED.inc(count)


def tidied(what: str, count: int) -> None:
    """Count deleted old data of one kind. The kind ``doubtful`` counts hands that had to stay."""
    _TIDIED.labels(what).inc(count)


def rooms_counted(by_phase: Mapping[str, int], now_ms: int) -> None:
    """Set the number of live rooms in each phase, also where it is 0. ``now_ms`` is the time of the count."""
    for phase, count in by_phase.items():
        _ROOMS.labels(phase).set(count)
    _CENSUS.set(now_ms / 1000)


def outbox_counted(waiting: int, dead: int, oldest_ms: int) -> None:
    """Set the number of results that wait and that cannot be booked, and the age of the oldest one in ms."""
    _OUTBOX.set(waiting)
    _OUTBOX_DEAD.set(dead)
    _OUTBOX_AGE.set(oldest_ms / 1000)


def ke_counted(won: int, lost: int) -> None:
    """Set the sums of 颗 over all seats of all booked hands. Both are positive and must be equal."""
    _BOOKS.labels("won").set(won)
    _BOOKS.labels("lost").set(lost)


def cards_counted(by_place: Mapping[str, int]) -> None:
    """Set the number of room cards that are minted, burned, available and held."""
    for place, cards in by_place.items():
        _CARDS.labels(place).set(cards)
