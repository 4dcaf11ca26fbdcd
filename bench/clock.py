"""Times of tasks in CPU seconds, taken in turns so that a busy machine is unkind to all alike."""

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from time import process_time

from app.serving.worker import calm_collector

ROUNDS = 15
LEAST = 0.05
"""Seconds; a task that takes less is repeated within its round until it has taken this long."""


def alternate(tasks: Sequence[Callable[[], object]], rounds: int = ROUNDS) -> list[list[float]]:
    """For each task its times; in each round every task has its turn. A first pass warms up, untold."""
    calm_collector()
    passes = [max(1, round(LEAST / max(once(task), 1e-6))) for task in tasks]
    times: list[list[float]] = [[] for _ in tasks]
    for _ in range(rounds):
        for task, number, taken in zip(tasks, passes, times, strict=True):
            taken.append(once(task, number))
    return times


def once(task: Callable[[], object], passes: int = 1) -> float:
    """CPU seconds of one pass, of as many."""
    start = process_time()
    for _ in range(passes):
        task()
    return (process_time() - start) / passes


def ratio(times: Sequence[float], base: Sequence[float]) -> float:
    """How many times longer than the base, by the median round."""
    return median(other / own for other, own in zip(times, base, strict=True))


def percentile(times: Iterable[float], share: float) -> float:
    """The time that a share of all do not exceed."""
    ordered = sorted(times)
    return ordered[min(int(len(ordered) * share), len(ordered) - 1)]
