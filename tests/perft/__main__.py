"""Counts the positions to a chosen depth: ``python -m tests.perft [--help]``."""

import argparse
import sys
import time

from tests.perft.check import mismatches
from tests.perft.count import count_naively, perft
from tests.perft.oracle import accepted_perft
from tests.perft.positions import Position, read_folder


def main() -> int:
    """Return 0 if all counts are right."""
    parser = argparse.ArgumentParser(prog="python -m tests.perft", description="Count decisions.")
    parser.add_argument("names", nargs="*", help="positions (file/id) or files; all if none is given")
    parser.add_argument("--max-nodes", type=int, default=1_000_000, help="for the engine")
    parser.add_argument("--naive-nodes", type=int, default=20_000, help="for the naive table")
    parser.add_argument("--tried-nodes", type=int, default=1_000, help="for trying every action")
    args = parser.parse_args()
    wrong: list[str] = []
    for position in read_folder().values():
        if not args.names or {position.name, position.name.partition("/")[0]} & set(args.names):
            wrong += _check(position, args)
    sys.stdout.write("".join(wrong))
    return 1 if wrong else 0


def _check(position: Position, args: argparse.Namespace) -> list[str]:
    begin = time.perf_counter()
    wrong = [
        *mismatches(position, perft, args.max_nodes),
        *mismatches(position, count_naively, args.naive_nodes),
        *mismatches(position, accepted_perft, args.tried_nodes),
    ]
    seconds = time.perf_counter() - begin
    sys.stdout.write(f"{'WRONG' if wrong else 'ok':5} {seconds:6.1f} s  {position.name}\n")
    sys.stdout.flush()
    return wrong


if __name__ == "__main__":
    sys.exit(main())
