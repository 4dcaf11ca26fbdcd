"""``python -m app replay``: the hands of a bug bundle once more."""

import argparse
import sys
from pathlib import Path

from app.commands.common import WRONG, Refused


def add_replay(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the command to those of the program."""
    about = "play the hands of a bug bundle again; exit code 1 if one of them comes out otherwise"
    replay = commands.add_parser("replay", help=about, description=about)
    replay.add_argument("bundle", help="the file that the console gave, or - for standard input")
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
        raise Refused(f"{name} is no bundle: {error}.") from None
    for hand, wrong in results:
        sys.stdout.write(f"{hand}: {wrong or 'the same to the byte'}\n")
    failed = sum(wrong is not None for _, wrong in results)
    sys.stderr.write(f"{len(results)} hands played again, {failed} of them otherwise.\n")
    if not results:
        sys.stderr.write(
            "No hand of that room was finished, or the time of their logs was over (RETENTION__LOGS_DAYS).\n"
        )
    return WRONG if failed else 0
