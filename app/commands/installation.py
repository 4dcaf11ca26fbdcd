"""The commands for a whole installation: ``init-env``, ``backup``, ``restore`` and ``migrate``."""

import argparse
import sys
from collections.abc import Callable
from pathlib import Path


def add_operations(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add these commands to the parser of the program."""
    env = _command(
        commands,
        "init-env",
        "write .env with fresh secrets for docker compose; never overwrites a file",
        _init_env,
    )
    env.add_argument("--file", type=Path, default=Path(".env"), help="file to write (.env)")
    env.add_argument("--domain", default="", help="domain name of the server; it brings https")
    env.add_argument("--print", action="store_true", help="print the text instead of writing a file")
    backup = _command(
        commands, "backup", "write the whole database into one file; the server may keep running", _backup
    )
    backup.add_argument("file", help="a new file, or - for standard output")
    restore = _command(
        commands, "restore", "put a backup into an empty database; the server must not run", _restore
    )
    restore.add_argument("file", help="a file that `backup` wrote, or - for standard input")
    restore.add_argument("--check", action="store_true", help="only check that the file is complete")
    restore.add_argument(
        "--discard-live",
        action="store_true",
        help="empty the store too; rooms go on from their last booked hand",
    )
    migrate = _command(commands, "migrate", "update the tables of the database", _migrate)
    migrate.add_argument(
        "--to", help="another revision of the tables, for a return to an older version of the server"
    )
    migrate.add_argument("--yes", action="store_true", help="go on even if rows are lost")


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
    sys.stdout.write(f"{parsed.file} is written. Start the server with: docker compose up -d --build\n")
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
