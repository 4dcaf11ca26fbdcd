"""Compares the stored counts of a position with one way to count."""

from collections.abc import Callable, Iterator

from app.rules.hand.state import HandState
from tests.perft.count import divide
from tests.perft.positions import Position


def mismatches(position: Position, count: Callable[[HandState, int], int], max_nodes: int) -> Iterator[str]:
    """A text for each wrong count of a position.

    Stops at the first depth with more than ``max_nodes`` lines.
    """
    for depth, wanted in sorted(position.counts.items()):
        if wanted > max_nodes:
            return
        found = count(position.state, depth)
        if found != wanted:
            yield report(position, depth, wanted, found)


def report(position: Position, depth: int, wanted: int, found: int) -> str:
    """The wrong count, and each first action with its part of the engine's count."""
    parts = (f"  {action}: {part}\n" for action, part in divide(position.state, depth))
    return f"{position.name}: perft {depth} is {found}, not {wanted}\n{''.join(parts)}"
