"""Messages of a client become commands of the room."""

import msgspec
import pytest

from app.rooms.steps import commands
from app.rules.hand import actions
from app.wire.intents import MissingDecision, command_of
from app.wire.messages.client import Act

SEED = "ab" * 16


def command(action: dict[str, object], decision: int | None = None) -> commands.PlayerCommand:
    """The command of a message with this action."""
    message: dict[str, object] = {"type": "act", "action_id": "action-1", "action": action}
    if decision is not None:
        message["decision"] = decision
    act = msgspec.convert(message, Act)
    return command_of("p", act.action, act.decision)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"type": "exchange", "tiles": ["9m", "1m", "5m"]}, actions.Exchange(0, (0, 4, 8))),
        ({"type": "void", "suit": "s"}, actions.Void(0, 2)),
        ({"type": "discard", "tile": "7z"}, actions.Discard(0, 29)),
        ({"type": "pung", "tile": "1p"}, actions.Pung(0, 9)),
        ({"type": "kong", "tile": "1s"}, actions.Kong(0, 18)),
        ({"type": "win"}, actions.Win(0)),
        ({"type": "pass"}, actions.Pass(0)),
    ],
)
def test_actions_of_the_hand(action: dict[str, object], expected: commands.SeatAction) -> None:
    assert command(action, 7) == commands.TakeAction("p", 7, expected)
    with pytest.raises(MissingDecision):
        command(action)


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        ({"type": "ready", "client_seed": SEED}, commands.Ready("p", True, b"\xab" * 16)),
        ({"type": "ready", "client_seed": SEED, "ready": False}, commands.Ready("p", False, b"\xab" * 16)),
        ({"type": "add_bot", "all": True}, commands.AddBot("p", True)),
        ({"type": "remove_bot", "seat": 2}, commands.RemoveBot("p", 2)),
        ({"type": "remove_player", "seat": 2, "name": "丙"}, commands.RemovePlayer("p", 2, "丙")),
        ({"type": "hand_over", "seat": 1, "name": "乙"}, commands.HandOver("p", 1, "乙")),
        ({"type": "start"}, commands.Start("p")),
        ({"type": "leave"}, commands.Leave("p")),
        ({"type": "auto", "on": True}, commands.Auto("p", True)),
        ({"type": "propose_dissolve"}, commands.ProposeDissolve("p")),
        ({"type": "answer_dissolve", "agree": False}, commands.AnswerDissolve("p", False)),
        ({"type": "rematch"}, commands.Rematch("p")),
    ],
)
def test_actions_of_the_room(action: dict[str, object], expected: commands.PlayerCommand) -> None:
    assert command(action) == expected


@pytest.mark.parametrize(
    "action", [{"type": "tick"}, {"type": "settled", "match": 1, "hand": 1}, {"type": "draw"}]
)
def test_c5_what_only_the_table_does_is_no_message(action: dict[str, object]) -> None:
    with pytest.raises(msgspec.ValidationError):
        command(action)
