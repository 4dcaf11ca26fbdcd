"""Times of tasks in CPU seconds. Tasks alternate, so that other load affects all of them equally."""

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from time import process_time

from app.serving.worker import calm_collector

ROUNDS = 15
LEAST = 0.05
"""Seconds. A shorter task repeats within its round until it has run this long."""


def alternate(tasks: Sequence[Callable[[], object]], rounds: int = ROUNDS) -> list[list[float]]:
    """The times of each task in seconds. Each round runs every task. A first pass warms up."""
    calm_collector()
    passes = [max(1, round(LEAST / max(once(task), 1e-6))) for task in tasks]
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(rounds):
        for task, number, taken in zip(tasks, passes, times, strict=True):
            taken.append(once(task, number))
    return times


def once(task: Callable[[], object], passes: int = 1) -> float:
    """CPU seconds of one pass, as the mean of ``passes``."""
    start = process_time()
    for _ in range(passes):
        task()
    return (process_time() - start) / passes


def ratio(times: Sequence[float], base: Sequence[float]) -> float:
    """The median over all rounds of the time divided by the base time."""
    return median(other / own for other, own in zip(times, base, strict=True))


def percentile(times: Iterable[float], share: float) -> float:
    """The time that the given share of all times does not exceed."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]
