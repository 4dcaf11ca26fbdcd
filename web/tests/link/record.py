"""Writes recorded.json: frames as the server renders them, and a digest of the view after each of them.

Run from the top folder: ``PYTHONPATH=. .venv/bin/python web/tests/link/record.py``.
"""

import json
from hashlib import sha256
from pathlib import Path

from app.rooms.state.settings import RoomSettings
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Client, Json, Table, settings

OUT = Path(__file__).with_name("recorded.json")


def digest(view: Json) -> str:
    """Eight hex digits of the view's canonical JSON."""
    text = json.dumps(view, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return sha256(text.encode()).hexdigest()[:8]


class Recorder(Client):
    """A client that notes the digest after every frame."""

    def receive(self, data: bytes) -> None:
        """Fold a frame as usual."""
        super().receive(data)
        DIGESTS.append(digest(self.view))


DIGESTS: list[str] = []


def record(name: str, chosen: RoomSettings, humans: int, seed: int) -> Json:
    """A whole match as the member of slot 0 saw it."""
    DIGESTS.clear()
    table = Table.started(chosen, humans, seed)
    first = table.clients[0]
    recorder = Recorder(0, first.seq, first.hash, first.view)
    table.clients[0] = recorder
    start = {"seq": first.seq, "hash": first.hash, "view": first.view}
    play_out(table, active=range(humans))
    frames = [data.decode() for data in recorder.frames]
    return {"name": name, "start": start, "frames": frames, "digests": list(DIGESTS), "hash": recorder.hash}


def main() -> None:
    """Matches with and without an opening, for three and for four."""
    opening = settings(exchange_three="any", void_suit=True)
    robbing = settings("mobile", players=3, robbed_kong="void", passed_win="free")
    matches = [
        record("exchange and void suit", opening, 2, 5),
        record("listed rules, four people", settings("listed"), 4, 3),
        record("three players", robbing, 1, 11),
    ]
    OUT.write_text(json.dumps(matches, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
