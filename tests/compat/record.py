"""Records the bytes that this release stores: ``python -m tests.compat.record 0.2.0``."""

import sys
from pathlib import Path

import msgspec

from app.rooms.handlers.clocks import next_deadline
from app.rooms.state.codec import SCHEMA
from app.rules.options.options import options_diff
from app.rules.simulate.simulate import run_simulation
from tests.compat.files import HERE, RoomFacts
from tests.support.rooms.phases import SETUPS, Recorded, Setup, recorded

HANDS = 4
LOGGED: tuple[tuple[str, dict[str, object]], ...] = (
    ("classic", {}),
    ("listed", {"exchange_three": "any", "void_suit": True}),
    ("mobile", {"players": 3}),
    ("folk", {"exchange_three": "same_suit", "players": 2}),
)
"""Presets of the recorded logs, each with the options that differ from it."""


def main(release: str) -> None:
    """Write the folder of a release. Raises FileExistsError if it exists: recorded bytes never change."""
    folder = HERE / release
    (folder / "rooms").mkdir(parents=True)
    (folder / "logs").mkdir()
    facts = [_record(folder / "rooms", setup, room) for setup in SETUPS for room in recorded(setup)]
    index = msgspec.json.format(msgspec.json.encode(facts), indent=1)
    (folder / "rooms" / "index.json").write_bytes(index + b"\n")
    for seed, (preset, options) in enumerate(LOGGED, 1):
        with (folder / "logs" / f"{preset}.jsonl").open("xb") as file:
            run_simulation(HANDS, seed, preset, options, file.write)


def _record(folder: Path, setup: Setup, recorded_room: Recorded) -> RoomFacts:
    facts = facts_of(setup, recorded_room)
    (folder / facts.file).write_bytes(recorded_room.data)
    return facts


def facts_of(setup: Setup, recorded_room: Recorded) -> RoomFacts:
    """The facts of a room that has just been played."""
    room = recorded_room.room
    return RoomFacts(
        file=f"{recorded_room.stage}-{setup.preset}-{setup.players}.bin",
        stage=recorded_room.stage,
        schema=SCHEMA,
        preset=setup.preset,
        options=options_diff(setup.preset, room.settings.options),
        players=setup.players,
        phase=room.phase,
        hand_phase=None if room.play is None else type(room.play.state.phase).__name__.lower(),
        match=room.match,
        hand_number=room.hand_number,
        totals=list(room.totals()),
        names=[None if member is None else member.name for member in room.members],
        owner=room.owner,
        asked=[member.slot for member in room.present if member.asked is not None],
        vote=room.vote is not None,
        now=recorded_room.now,
        deadline=next_deadline(room),
    )


if __name__ == "__main__":
    main(sys.argv[1])
