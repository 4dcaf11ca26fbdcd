"""The operator's commands on a whole installation: ``init-env``, ``backup``, ``restore`` and ``migrate``."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path


def add_operations(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands to those of the program."""
    env = _command(
        commands,
        "init-env",
        "write a .env with fresh secrets for docker compose; never over another",
        _init_env,
    )
    env.add_argument("--file", type=Path, default=Path(".env"), help="where to (.env)")
    env.add_argument("--domain", default="", help="the name under which the server is reached; brings https")
    env.add_argument("--print", action="store_true", help="print it instead of writing a file")
    backup = _command(
        commands, "backup", "keep the whole database in one file; the server may go on meanwhile", _backup
    )
    backup.add_argument("file", help="a new file, or - for standard output")
    restore = _command(
        commands, "restore", "put a backup into an empty database; the server must not run", _restore
    )
    restore.add_argument("file", help="a file that `backup` wrote, or - for standard input")
    restore.add_argument("--check", action="store_true", help="only look whether the file is whole")
    restore.add_argument(
        "--discard-live",
        action="store_true",
        help="empty the store as well: rooms go on from their last booked hand",
    )
    migrate = _command(commands, "migrate", "bring the database to the newest tables", _migrate)
    migrate.add_argument(
        "--to", help="another revision instead, as before an upgrade of the server is undone"
    )
    migrate.add_argument("--yes", action="store_true", help="also if rows are lost by that")


def _command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    about: str,
    run: Callable[[argparse.Namespace], int],
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=about, description=about)
    command.set_defaults(run=run)
    return command


def _init_env(parsed: argparse.Namespace) -> int:
    from app.commands.env_file import env_text, write_env

    text = env_text(parsed.domain)
    if parsed.print:
        sys.stdout.write(text)
        return 0
    write_env(parsed.file, text)
    sys.stdout.write(f"{parsed.file} is written. Start with: docker compose up -d --build\n")
    return 0


def _backup(parsed: argparse.Namespace) -> int:
    from app.commands.installation_work import back_up, back_up_to

    done = back_up_to(sys.stdout.buffer) if parsed.file == "-" else back_up(Path(parsed.file))
    sys.stderr.write(f"{done}\n")
    return 0


def _restore(parsed: argparse.Namespace) -> int:
    from app.commands.installation_work import check, put_back, readable

    source = sys.stdin.buffer if parsed.file == "-" else Path(parsed.file)
    with readable(source) as file:
        done = check(file) if parsed.check else put_back(file, discard_live=parsed.discard_live)
    sys.stderr.write(f"{done}\n")
    return 0


def _migrate(parsed: argparse.Namespace) -> int:
    from app.commands.installation_work import bring_to

    sys.stderr.write(f"{bring_to(parsed.to, may_lose=parsed.yes)}\n")
    return 0
