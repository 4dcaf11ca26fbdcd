"""Every argument and the standard input of every command take bad text: one sentence, never a trace."""

import argparse
import io
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from app.commands.common import UNUSABLE
from app.commands.program import main, parser
from tests.support.nasties import NASTIES, hidden

pytestmark = pytest.mark.database
KEEPS_RUNNING: Final = {"play", "serve", "worker"}
"""Commands that serve until they are stopped. A refused argument ends them before."""
GIVEN: Final = {
    "--player": "0" * 32,
    "--cards": "1",
    "--key": "gift-0001",
    "--room": "123456",
    "--hands": "1",
}
NOT_IN_ARGUMENTS: Final = {"nul"}
"""A NUL ends an argument of a process."""


def commands(
    one: argparse.ArgumentParser, *before: str
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    """Each command with its words."""
    deeper = [each for each in one._actions if isinstance(each, argparse._SubParsersAction)]
    for action in deeper:
        for name, found in action.choices.items():
            yield from commands(found, *before, name)
    if not deeper:
        yield before, one


def lines(
    words: tuple[str, ...], command: argparse.ArgumentParser, folder: Path
) -> Iterator[tuple[argparse.Action, list[str]]]:
    """Each argument of a command that takes a text, with a command line that ends before its value."""
    taking = [each for each in command._actions if each.nargs is None and each.dest != "help"]
    for one in taking:
        if one.type is int or one.choices is not None:
            continue
        line = list(words)
        for other in taking:
            if other is one or not (other.required or other.dest in {"hands"}):
                continue
            value = GIVEN.get((other.option_strings or [""])[0], str(folder / "file"))
            line += [*other.option_strings[:1], value]
        yield one, line


@pytest.fixture
def at(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, and a migrated database."""
    monkeypatch.setenv("DATABASE_URL", url)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def of_a_process(text: str) -> str:
    """The text as an argument of a process: bytes that are no UTF-8 become lone surrogates."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape")


def run(
    arguments: list[str], capsys: pytest.CaptureFixture[str], stdin: bytes = b""
) -> tuple[int | str | None, set[str]]:
    """The exit code, and the hidden characters of the output."""
    old, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    code: int | str | None
    try:
        code = main(arguments)
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdin = old
    said = capsys.readouterr()
    return code, hidden((said.out + said.err).replace("\n", ""))


def test_arguments(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = []
    for words, command in commands(parser()):
        for one, line in lines(words, command, at):
            for what, text in NASTIES.items():
                value = of_a_process(text)
                if what in NOT_IN_ARGUMENTS or (words[0] in KEEPS_RUNNING and not hidden(value)):
                    continue
                code, shows = run([*line, *one.option_strings[:1], value], capsys, b"correct horse battery\n")
                if code not in {0, 1, UNUSABLE} or shows:
                    wrong.append((*words, one.dest, what, code, shows))
    assert wrong == []


def test_standard_input(at: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = []
    for what, text in NASTIES.items():
        raw = text.encode("utf-8", "surrogatepass") + b"\n"
        hand = json.dumps({"hand": text, "tile": text, "preset": text, "options": {text: text}}).encode()
        for arguments in (
            ["score", "--jsonl"],
            ["admin", "create", "boss"],
            ["replay", "-"],
            ["restore", "-"],
        ):
            for stdin in (raw, hand):
                code, shows = run(arguments, capsys, stdin)
                if code not in {0, 1, UNUSABLE} or shows:
                    wrong.append((*arguments, what, code, shows))
    assert wrong == []


def test_an_unknown_argument(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tidy", NASTIES["controls"]], capsys) == (2, set())


def test_every_text_has_its_place() -> None:
    found = {
        (*words, one.dest)
        for words, command in commands(parser())
        for one, _ in lines(words, command, Path())
    }
    assert {
        ("admin", "create", "name"),
        ("admin", "remove", "name"),
        ("admin", "grant", "reason"),
        ("bots", "url"),
        ("backup", "file"),
        ("migrate", "to"),
        ("simulate", "preset"),
        ("init-env", "domain"),
    } <= found
