"""Prints the figures of docs/performance.md: ``python -m bench``."""

import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from statistics import median

from app.rules.options.options import PRESETS
from app.rules.scoring.waits import wait_values
from app.serving.worker import calm_collector
from bench.clock import ROUNDS, alternate, once, percentile, ratio
from bench.hands import dealt_hands, turn_hands, won_hands
from bench.play import HANDS, applying, playing, recorded
from bench.players import Official, Ours, Riichi, Task

PLAYERS = (Ours(), Riichi(), Official())
WIDTH = 46


def main() -> int:
    """Print all tables. Returns 0."""
    first = first_sight()
    print(f"Python {sys.version.split()[0]}, {ROUNDS} rounds in turns, CPU time, medians.")
    heads = [Ours.name, *(f"{player.name} {version(player.name)}" for player in PLAYERS[1:])]
    print(f"{'µs each (times as long as app.rules)':{WIDTH}}" + "".join(f"{head:>24}" for head in heads))
    won = won_hands("bench", 1000)
    ready = [hand.before for hand in won]
    turns = turn_hands("bench", 200)
    row("score a whole hand, with items", len(won), [p.score(won) for p in PLAYERS])
    row("waits of a ready 13-tile hand", len(ready), [p.waits(ready) for p in PLAYERS])
    row("the same with the worth of each", len(ready), [p.wait_values(ready) for p in PLAYERS])
    row("discards of a 14-tile hand, waits with worth", len(turns), [p.discards(turns) for p in PLAYERS])
    recording = recorded(HANDS)
    row("one apply", len(recording), [applying(recording)])
    row("one whole random hand", HANDS, [playing])
    print(first)
    return 0


def row(name: str, number: int, tasks: Sequence[Task]) -> None:
    """Print one line: the median of each task in µs, and its ratio to the first."""
    times = alternate(tasks)
    cells = [f"{median(times[0]) / number * 1e6:.2f}"]
    cells += [f"{median(own) / number * 1e6:.2f} ({ratio(own, times[0]):.2f}×)" for own in times[1:]]
    print(f"{name:{WIDTH}}" + "".join(f"{cell:>24}" for cell in cells))


def first_sight() -> str:
    """Times of ``wait_values`` for hands that are not in any cache, as text."""
    hands = dealt_hands("first", 10_000) + [hand.before for hand in won_hands("first", 10_000)]

    def asking(hand: tuple[int, ...]) -> Callable[[], object]:
        return lambda: wait_values(PRESETS["classic"], (), hand)

    calm_collector()
    times = [once(asking(hand)) * 1e6 for hand in hands]
    middle, high, top = (percentile(times, share) for share in (0.5, 0.99, 1))
    return (
        f"waits with values of {len(hands)} new 13-tile hands, half of them ready, from cold tables: "
        f"median {middle:.1f} µs, 99th percentile {high:.1f} µs, longest {top:.0f} µs"
    )


if __name__ == "__main__":
    sys.exit(main())
