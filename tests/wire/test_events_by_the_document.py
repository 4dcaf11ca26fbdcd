"""The table of events in docs/protocol.md is complete, and the recorded hand follows it."""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any, Final, get_args

import msgspec
import pytest

from app.wire.messages.client import ClientMessage, HandAction, RoomAction
from app.wire.messages.events import WireEvent
from app.wire.messages.server import Frame, RoomView, ServerMessage
from app.wire.messages.views import HandView, PlayerView
from tests.support.client import apply_frame
from tests.support.markdown import ROOT
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Table, plain_settings
from tests.support.wire.document import EXAMPLE, PROTOCOL, codes, rows, section
from tests.wire.test_schema import validator
from tests.witness.second_fold import second

FRAMES: Final = re.findall(r"^< (\{\"seq\".*\})   # ([0-9a-f]{16})$", EXAMPLE, re.MULTILINE)
SAID: Final = re.findall(r"^< (\{\"type\".*\})$", EXAMPLE, re.MULTILINE)
FOLDS: Final = ("app/client/fold.py", "web/src/link/fold.ts", "tests/witness/second_fold.py")
ASKED: Final = re.findall(r"^> (\{\"type\".*\})$", EXAMPLE, re.MULTILINE)


def test_every_event_has_its_row_with_its_fields() -> None:
    told: dict[str, set[str]] = {}
    for cell, _ in rows("Events", "event", "change"):
        for name, fields in re.findall(r"`([a-z_]+)`([^`]*)", cell):
            told[name] = set(re.findall(r"[a-z_]+\??", fields))
    kinds: Mapping[str, Any] = {kind.__struct_config__.tag: kind for kind in get_args(WireEvent)}
    assert told == {
        name: {field.name + "?" * (not field.required) for field in msgspec.structs.fields(kind)}
        for name, kind in kinds.items()
    }


def test_every_event_that_changes_a_hand_is_folded_everywhere() -> None:
    folds = [(ROOT / file).read_text("utf-8") for file in FOLDS]
    for cell, change in rows("Events", "event", "change"):
        if not change.startswith("nothing"):
            missing = {
                (name, file)
                for name in codes(cell)
                for file, fold in zip(FOLDS, folds, strict=True)
                if not re.search(rf"(\b|_){name}\b", fold)
            }
            assert missing == set()


def test_every_action_has_its_row_with_its_fields() -> None:
    told = {
        name: set(re.findall(r'"([a-z_]+)"', rest))
        for column in ("allowed when `view.decision` has", "who, when")
        for cell, _ in rows("Acting", "action", column)
        for name, rest in re.findall(r'^`\{"type":"([a-z_]+)"(.*)\}`$', cell)
    }
    kinds = {kind.__struct_config__.tag: kind for kind in (*get_args(HandAction), *get_args(RoomAction))}
    assert told.keys() == kinds.keys()
    for name, kind in kinds.items():
        assert {field.name for field in msgspec.structs.fields(kind)} <= told[name], name


def test_every_message_and_every_field_is_in_the_document() -> None:
    words = set(re.findall(r"[a-z_]+", PROTOCOL.text))
    for kind in (*get_args(ClientMessage), *get_args(ServerMessage), Frame):
        tag = kind.__struct_config__.tag
        assert tag is None or f'"type":"{tag}"' in PROTOCOL.text, "docs/protocol.md lacks the message"
    _, definitions = msgspec.json.schema_components(
        [*get_args(ClientMessage), *get_args(ServerMessage), Frame]
    )
    fields = {(name, field) for name, kind in definitions.items() for field in kind.get("properties", ())}
    assert len(fields) > 100
    assert {(name, field) for name, field in fields if field not in words} == set()


def test_every_field_of_the_view_is_named() -> None:
    text = section("The view")
    table = {name for (cell,) in rows("The view", "field") for name in codes(cell)}
    assert table | {"phase"} == {field.name for field in msgspec.structs.fields(RoomView)}
    for kind in (HandView, PlayerView):
        assert {field.name for field in msgspec.structs.fields(kind)} <= set(codes(text))


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(
    "options",
    [
        {"exchange_three": "same_suit", "void_suit": True},
        {"exchange_three": "any", "robbed_kong": "void", "players": 3},
        {"void_suit": True, "blood_battle": False},
    ],
)
def test_whole_hands_fold_alike(options: dict[str, object], seed: int, folded_twice: set[str]) -> None:
    table = Table.started(plain_settings(options), humans=3, seed=seed)
    play_out(table, active=(0, 1, 2))
    assert {"drew", "discarded", "settled"} <= folded_twice


def test_the_recorded_hand_obeys_schema_chain_and_table() -> None:
    snapshot = next(json.loads(text) for text in SAID if json.loads(text)["type"] == "snapshot")
    view, chain, seq = snapshot["view"], snapshot["hash"], snapshot["seq"]
    of_frames = validator("Frame")
    for text, link in FRAMES:
        frame = json.loads(text)
        of_frames.validate(frame)
        chain = hashlib.sha256(chain.encode() + text.encode()).hexdigest()[:16]
        assert (frame["seq"], chain) == (seq + 1, link)
        assert second(view, frame) == apply_frame(view, frame)
        view, seq = second(view, frame), frame["seq"]
    assert view["phase"] == "ended"
    for one_way, texts in ((validator("ServerMessage"), SAID), (validator("ClientMessage"), ASKED)):
        for text in texts:
            one_way.validate(json.loads(text.replace('"ticket":"…"', f'"ticket":"{"t" * 43}"')))
