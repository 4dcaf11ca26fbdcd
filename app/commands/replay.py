"""The command ``replay``: replays the hands of a bug bundle and compares the result byte for byte."""

import argparse
import sys
from pathlib import Path

from app.commands.common import WRONG, Refused


def add_replay(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this command to the parser of the program."""
    about = "replay the hands of a bug bundle; the exit code is 1 if one of them differs"
    replay = commands.add_parser("replay", help=about, description=about)
    replay.add_argument("bundle", help="a bug bundle of the console, or - for standard input")
    replay.set_defaults(run=_replay)


def _replay(parsed: argparse.Namespace) -> int:
    from app.play.operator.bundle import BadBundle, replayed

    name = "The input" if parsed.bundle == "-" else parsed.bundle
    try:
        data = sys.stdin.buffer.read() if parsed.bundle == "-" else Path(parsed.bundle).read_bytes()
        results = list(replayed(data))
    except OSError as error:
        raise Refused(f"{name} cannot be read: {error.strerror}.") from None
    except BadBundle as error:
        raise Refused(f"{name} is not a bug bundle: {error}.") from None
    for hand, wrong in results:
        sys.stdout.write(f"{hand}: {wrong or 'identical'}\n")
    failed = sum(wrong is not None for _, wrong in results)
    sys.stderr.write(f"{len(results)} hands replayed, {failed} of them with a difference.\n")
    if not results:
        sys.stderr.write(
            "The bundle has no hand: its room finished none, or logs are deleted (RETENTION__LOGS_DAYS).\n"
        )
    return WRONG if failed else 0
