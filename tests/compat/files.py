"""Where the recorded bytes of the releases are, and what their index says of them."""

from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

HERE: Final = Path(__file__).parent


class RoomFacts(Struct, frozen=True):
    """What is expected of one recorded room. Times are server ms.

    ``stage``: the name of the recorded moment. ``hand_phase``: None without a hand on the table.
    ``asked``: the slots with an open decision. ``options``: those that differ from the preset.
    """

    file: str
    stage: str
    schema: int
    preset: str
    options: dict[str, object]
    players: int
    phase: str
    hand_phase: str | None
    match: int
    hand_number: int
    totals: list[int]
    names: list[str | None]
    owner: int
    asked: list[int]
    vote: bool
    now: int
    deadline: int | None


def releases() -> list[Path]:
    """The folder of each recorded release."""
    return sorted(path for path in HERE.iterdir() if (path / "rooms").is_dir())


def room_facts(release: Path) -> list[RoomFacts]:
    """The index of the rooms of a release."""
    return msgspec.json.decode((release / "rooms" / "index.json").read_bytes(), type=list[RoomFacts])


def logs(release: Path) -> list[Path]:
    """The recorded logs of a release, one file for each preset."""
    return sorted((release / "logs").glob("*.jsonl"))
