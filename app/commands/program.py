"""The command line ``python -m app …``. Each subcommand imports only what it needs."""

import argparse
import contextlib
import io
import json
import re
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from app.commands.admin import add_accounts
from app.commands.common import UNUSABLE, Refused
from app.commands.installation import add_operations
from app.commands.ledger import add_ledger
from app.commands.replay import add_replay
from app.commands.settings import read_settings, warn
from app.commands.tidy import add_tidy
from app.kit.shown import is_plain, shown
from app.version import VERSION

if TYPE_CHECKING:
    from app.config.settings import Settings


_FILES: Final = frozenset({"file", "bundle"})
"""Arguments that name a file, whose name may be anything."""
_LONGEST: Final = 2000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a subcommand and return its exit code. ``arguments`` are those of the process by default."""
    _show_everything()
    parsed = parser().parse_args(arguments)
    run: Callable[[argparse.Namespace], int] = parsed.run
    try:
        _check_words(parsed)
        return run(parsed)
    except Refused as error:
        return _refuse(str(error))
    except UnicodeDecodeError:
        return _refuse("The input is not UTF-8 text.")
    except KeyboardInterrupt:
        return 0
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] == "app":
            raise
        sys.stderr.write(
            f"This Python ({sys.executable}) lacks the package {error.name}: use .venv/bin/python after "
            "`make setup`, or `docker compose run --rm --no-deps app python -m app …`.\n"
        )
        return UNUSABLE
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except OSError as error:
        if error.filename is None:
            raise
        return _refuse(f"{error.filename} cannot be used: {error.strerror}.")


def _show_everything() -> None:
    """Write characters that the terminal cannot encode as escapes."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _check_words(parsed: argparse.Namespace) -> None:
    """Raises Refused for an argument with a character that nobody sees."""
    for name, value in vars(parsed).items():
        if isinstance(value, str) and name not in _FILES and not is_plain(value):
            raise Refused(f"The argument {name} has hidden characters: {value!r}.")


def _refuse(message: str) -> int:
    """Write the message to stderr. Returns the exit code."""
    sys.stderr.write(f"{shown(message, _LONGEST, lines=True)}\n")
    return UNUSABLE


class _Parser(argparse.ArgumentParser):
    """Repeats hidden characters of a command line as escapes."""

    def error(self, message: str) -> NoReturn:
        """Write the message and end the program."""
        super().error(shown(message, _LONGEST, lines=True))


def parser() -> argparse.ArgumentParser:
    """The parser of all commands. A parsed command line has ``run``, the function of its command."""
    program: argparse.ArgumentParser = _Parser(
        prog="python -m app", description="广安麻将: a room-card server."
    )
    program.add_argument("--version", action="version", version=VERSION)
    commands = program.add_subparsers(required=True, metavar="COMMAND")
    for name, run, about in (
        (
            "play",
            _play,
            "open a table with its own database and store, unless URLs are set",
        ),
        ("serve", _serve, "serve with REDIS_URL and a migrated database"),
    ):
        command = commands.add_parser(name, help=about, description=about)
        command.add_argument("--host", help="address to listen on (HOST)")
        command.add_argument("--port", type=int, help="port to listen on (PORT)")
        command.add_argument("--workers", type=int, help="number of worker processes (WORKERS)")
        command.set_defaults(run=run)
    _add_tools(commands)
    add_accounts(add_ledger(commands))
    add_replay(commands)
    add_operations(commands)
    add_tidy(commands)
    worker = commands.add_parser("worker", description="One of several workers. `serve` and `play` start it.")
    worker.add_argument("--fd", type=int, required=True)
    worker.set_defaults(run=_worker)
    return program


def _add_tools(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    score = commands.add_parser("score", help="score hands, one JSON object per line, from stdin to stdout")
    score.add_argument("--jsonl", action="store_true", required=True, help="read and write JSON lines")
    score.set_defaults(run=_score)
    simulate = commands.add_parser("simulate", help="play random legal hands and print a summary")
    simulate.add_argument("--hands", type=int, default=1000, help="number of hands (1000)")
    simulate.add_argument("--seed", type=int, default=1, help="seed of all random choices (1)")
    simulate.add_argument("--preset", default="classic", help="name of the rule set (classic)")
    simulate.add_argument("--options", default="{}", help="options that differ from the preset, as JSON")
    simulate.add_argument("--log", type=Path, help="write the logs of all hands to this file")
    simulate.set_defaults(run=_simulate)
    bots = commands.add_parser("bots", help="send bots into a room through the public interface")
    bots.add_argument("--url", default="http://127.0.0.1:8000", help="the server (http://127.0.0.1:8000)")
    bots.add_argument("--room", required=True, help="room code, six digits")
    bots.add_argument("--count", type=int, default=3, help="number of bots (3)")
    bots.set_defaults(run=_bots)
    schema = commands.add_parser("export-schema", help="print the JSON Schema of the protocol")
    schema.set_defaults(run=_export_schema)
    document = commands.add_parser("export-openapi", help="print the OpenAPI document of the HTTP routes")
    document.add_argument("--console", action="store_true", help="print that of the console instead")
    document.set_defaults(run=_export_openapi)
    types = commands.add_parser("export-client-types", help="print the types of the reference client")
    types.add_argument("what", choices=("http", "wire"), help="types of HTTP or of the WebSocket")
    types.set_defaults(run=_export_client_types)


def _given(parsed: argparse.Namespace) -> dict[str, object]:
    """The settings that the command line gives. None where it gives none."""
    return {name: getattr(parsed, name, None) for name in ("host", "port", "workers")}


def _play(parsed: argparse.Namespace) -> int:
    return _run_server(parsed, own_parts=True)


def _serve(parsed: argparse.Namespace) -> int:
    return _run_server(parsed, own_parts=False)


def _run_server(parsed: argparse.Namespace, *, own_parts: bool) -> int:
    """Check everything, print the address of the server, then serve. Returns the exit code. Raises Refused.

    ``own_parts``: start a private store and update the tables, as `play` does.
    """
    from app.config.settings import SettingsInvalid
    from app.serving.launch import Unusable
    from app.serving.listen import CannotListen

    try:
        settings = read_settings(**_given(parsed))
        with contextlib.ExitStack() as stack:
            return _served(settings, stack, own_parts=own_parts)
    except (SettingsInvalid, Unusable, CannotListen) as error:
        raise Refused(str(error)) from None


def _served(settings: "Settings", stack: contextlib.ExitStack, *, own_parts: bool) -> int:
    from app.serving.banner import banner
    from app.serving.descriptors import LEAST, WANTED, raise_limit
    from app.serving.launch import (
        Unusable,
        check_folder,
        check_numbers,
        check_surroundings,
        embedded_store,
        run_async,
        run_worker,
        run_workers,
    )
    from app.serving.listen import listen
    from app.serving.weak import weak_passwords
    from app.telemetry.logs import configure_logs

    configure_logs(settings.log_level)
    if raise_limit() < LEAST:
        raise Unusable(
            f"This process may open only a few files and sockets. It needs {LEAST}: allow more with "
            f"`ulimit -n {WANTED}`, and start again."
        )
    weak = tuple(weak_passwords(settings))
    if weak and not own_parts:
        raise Unusable(weak[0])
    warn(weak)
    check_numbers(settings)
    sock = stack.enter_context(listen(settings.host, settings.port))
    free = own_parts if settings.free_rooms is None else settings.free_rooms
    settings = settings.changed(port=sock.getsockname()[1], free_rooms=free)
    if own_parts:
        check_folder(settings)
        settings = settings.changed(redis_url=stack.enter_context(embedded_store(settings)))
    warn(run_async(check_surroundings(settings, may_migrate=own_parts)))
    if not (settings.web_dir / "index.html").is_file():
        warn([f"The web client is not built ({settings.web_dir}): run `make setup`."])
    said = banner(settings.host, settings.port, settings.public_base, proxied=settings.behind_proxy)
    print(said, flush=True)
    if settings.workers > 1:
        return run_workers(settings, sock)
    run_worker(settings, sock)
    return 0


def _worker(parsed: argparse.Namespace) -> int:
    from app.config.settings import load_settings
    from app.serving.launch import Unusable, run_worker
    from app.telemetry.logs import configure_logs

    settings = load_settings()
    configure_logs(settings.log_level)
    try:
        run_worker(settings, socket.socket(fileno=parsed.fd), parent_fd=sys.stdin.fileno())
    except Unusable as error:
        raise Refused(str(error)) from None
    return 0


def _score(_: argparse.Namespace) -> int:
    from app.rules.scoring.score_line import score_line

    for line in sys.stdin:
        if line.strip():
            print(json.dumps(score_line(line), separators=(",", ":")))
    return 0


def _simulate(parsed: argparse.Namespace) -> int:
    from app.rules.options.options import OptionError
    from app.rules.simulate.simulate import run_simulation

    try:
        overrides = json.loads(parsed.options)
        if not isinstance(overrides, dict):
            raise TypeError("not an object")
        with contextlib.ExitStack() as stack:
            sink = stack.enter_context(parsed.log.open("wb")).write if parsed.log is not None else None
            summary = run_simulation(parsed.hands, parsed.seed, parsed.preset, overrides, sink)
    except OptionError as error:
        raise Refused(f"{error.field} cannot be used: {error}.") from None
    except (ValueError, TypeError):
        raise Refused("--options is not a JSON object.") from None
    except OSError as error:
        raise Refused(f"{parsed.log} cannot be written to: {error.strerror}.") from None
    print(json.dumps(summary, ensure_ascii=False, indent=2))
    return 0


def _bots(parsed: argparse.Namespace) -> int:
    import asyncio

    import httpx

    from app.client.api import ServerRefusal
    from app.client.bots import run_bots

    if not parsed.url.startswith(("http://", "https://")):
        raise Refused(f"{parsed.url} is not a URL: it must begin with http:// or https://.") from None
    if re.fullmatch(r"[0-9]{6}", parsed.room) is None:
        raise Refused(f"{parsed.room} is not a room code: it must be six digits.") from None
    try:
        asyncio.run(run_bots(parsed.url, parsed.room, parsed.count))
    except ServerRefusal as error:
        raise Refused(f"Room {parsed.room} cannot be joined: {error}") from None
    except httpx.TransportError:
        raise Refused(f"No server answers at {parsed.url}.") from None
    return 0


def _export_schema(_: argparse.Namespace) -> int:
    from app.wire.messages.schema import schema_text

    sys.stdout.write(schema_text())
    return 0


def _export_openapi(parsed: argparse.Namespace) -> int:
    from app.api.routes import console_document, public_document

    sys.stdout.write(console_document() if parsed.console else public_document())
    return 0


def _export_client_types(parsed: argparse.Namespace) -> int:
    from app.commands.client_types import http_types, wire_types

    sys.stdout.write(http_types() if parsed.what == "http" else wire_types())
    return 0
