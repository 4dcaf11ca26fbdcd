"""A Dockerfile as a list of instructions, read as strictly as this project writes them."""

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
    """One instruction; ``flags`` are its leading ``--name=value``, ``rest`` what follows them."""

    word: str
    flags: dict[str, str]
    rest: str
    line: int

    @property
    def words(self) -> list[str]:
        """``rest`` as a shell would split it."""
        return shlex.split(self.rest)

    @property
    def command(self) -> list[str] | None:
        """The exec form of CMD, None for the shell form."""
        try:
            found = json.loads(self.rest)
        except ValueError:
            return None
        return found if isinstance(found, list) else None


@dataclass(frozen=True, slots=True)
class Stage:
    """What one FROM begins."""

    name: str
    base: str
    instructions: tuple[Instruction, ...]

    def of(self, word: str) -> list[Instruction]:
        """Its instructions of a kind."""
        return [one for one in self.instructions if one.word == word]

    @property
    def environment(self) -> dict[str, str]:
        """What its ENV lines set."""
        pairs = (word.partition("=") for one in self.of("ENV") for word in one.words)
        return {name: value for name, _, value in pairs}


def read(text: str) -> list[Stage]:
    """The stages of a Dockerfile. Raises ValueError for what this project does not use."""
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
    """Whether .dockerignore keeps a path out of the build: the last pattern that fits decides."""
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
