"""Reads a Dockerfile as a list of instructions. It knows only the forms that this project uses."""

import json
import re
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
KNOWN: Final = frozenset(
    {"FROM", "WORKDIR", "COPY", "RUN", "ENV", "USER", "EXPOSE", "HEALTHCHECK", "STOPSIGNAL", "CMD"}
)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One instruction. ``flags``: its leading ``--name=value``. ``rest``: the text after them."""

    word: str
    flags: dict[str, str]
    rest: str
    line: int

    @property
    def words(self) -> list[str]:
        """The words of ``rest``, split as by a shell."""
        return shlex.split(self.rest)

    @property
    def command(self) -> list[str] | None:
        """The words of an instruction in exec form. None for the shell form."""
        try:
            found = json.loads(self.rest)
        except ValueError:
            return None
        return found if isinstance(found, list) else None


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: a FROM and the instructions after it."""

    name: str
    base: str
    instructions: tuple[Instruction, ...]

    def of(self, word: str) -> list[Instruction]:
        """All instructions with this word, such as ``COPY``."""
        return [one for one in self.instructions if one.word == word]

    @property
    def environment(self) -> dict[str, str]:
        """The variables of its ENV lines."""
        pairs = (word.partition("=") for one in self.of("ENV") for word in one.words)
        return {name: value for name, _, value in pairs}


def read(text: str) -> list[Stage]:
    """The stages of a Dockerfile. Raises ValueError for a form that this project does not use."""
    stages: list[Stage] = []
    for one in _instructions(text):
        if one.word == "FROM":
            base, *named = one.words
            name = named[1] if len(named) == 2 and named[0].upper() == "AS" else ""
            stages.append(Stage(name, base, ()))
            continue
        last = stages.pop()
        stages.append(Stage(last.name, last.base, (*last.instructions, one)))
    return stages


def ignored(path: str) -> bool:
    """Whether .dockerignore excludes a path from the build. The last pattern that fits decides."""
    verdict = False
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        pattern = line.strip()
        if not pattern or pattern.startswith("#"):
            continue
        keep = pattern.startswith("!")
        form = re.escape(pattern.lstrip("!")).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
        if re.match(rf"{form}(?:/.*)?$", path):
            verdict = not keep
    return verdict


def _instructions(text: str) -> list[Instruction]:
    found: list[Instruction] = []
    joined, first = "", 0
    for number, line in enumerate(text.splitlines(), 1):
        if line.lstrip().startswith("#") or (not joined and not line.strip()):
            continue
        first = first if joined else number
        joined += line.strip()
        if joined.endswith("\\"):
            joined = joined.removesuffix("\\").rstrip() + " "
            continue
        found.append(_instruction(joined, first))
        joined = ""
    if joined:
        raise ValueError("the last instruction does not end")
    return found


def _instruction(joined: str, line: int) -> Instruction:
    word, _, rest = joined.partition(" ")
    if word not in KNOWN:
        raise ValueError(f"line {line}: {word} is not used here")
    flags = {}
    while flag := re.match(r"--([a-z-]+)=(\S+)\s+", rest):
        flags[flag[1]] = flag[2]
        rest = rest[flag.end() :]
    return Instruction(word, flags, rest.strip(), line)
