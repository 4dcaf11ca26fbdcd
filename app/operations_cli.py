"""The operator's commands on a whole installation: ``init-env``, ``backup`` and ``restore``."""

import argparse
import sys
from pathlib import Path
from typing import Final

UNUSABLE: Final = 2
"""Exit code for arguments, settings or surroundings that cannot be used."""


def add_operations(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add the commands to those of the program."""
    about = "write a .env with fresh secrets for docker compose; an existing one is left alone"
    env = commands.add_parser("init-env", help=about, description=about)
    env.add_argument("--file", type=Path, default=Path(".env"), help="where to (.env)")
    env.add_argument("--domain", default="", help="the name under which the server is reached; brings https")
    env.add_argument("--print", action="store_true", help="print it instead of writing a file")
    env.set_defaults(run=_init_env)


def _init_env(parsed: argparse.Namespace) -> int:
    from app.env_file import EnvFileRefused, env_text, write_env

    try:
        text = env_text(parsed.domain)
        if parsed.print:
            sys.stdout.write(text)
            return 0
        write_env(parsed.file, text)
    except EnvFileRefused as error:
        sys.stderr.write(f"{error}\n")
        return UNUSABLE
    sys.stdout.write(f"{parsed.file} is written. Start with: docker compose up -d --build\n")
    return 0
