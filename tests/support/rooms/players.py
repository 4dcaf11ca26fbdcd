"""Players for tests: the answers of a decision, random answers, and whole matches."""

from collections.abc import Iterable, Sequence

import msgspec

from app.rooms.steps.commands import PlayerCommand, Ready
from app.wire.messages.client import Act, HandAction
from tests.support.rooms.chance import Chance
from tests.support.rooms.table import Json, Table


def decision_of(table: Table, slot: int) -> Json | None:
    """The open decision of the member, as the client of the member sees it."""
    decision: Json | None = table.clients[slot].view["decision"]
    return decision


def choices(decision: Json, pick: Chance) -> list[Json]:
    """The legal answers of the decision as wire actions; one random triple for each way to exchange."""
    found: list[Json] = [{"type": "discard", "tile": tile} for tile in split(decision.get("discard", ""))]
    found += [{"type": "void", "suit": suit} for suit in decision.get("void", ())]
    found += [{"type": "kong", "tile": tile} for tile in decision.get("kong", ())]
    if "pung" in decision:
        found.append({"type": "pung", "tile": decision["pung"]})
    if "win" in decision:
        found.append({"type": "win"})
    if decision.get("can_pass"):
        found.append({"type": "pass"})
    for choice in decision.get("exchange", ()):
        picked = pick.sample(split(choice["choices"]), choice["pick"])
        found.append({"type": "exchange", "tiles": split(choice["must"]) + picked})
    return found


def split(text: str) -> list[str]:
    """The tile names in a text such as ``123m55p``."""
    tiles: list[str] = []
    ranks: list[str] = []
    for char in text:
        if char.isdigit():
            ranks.append(char)
        else:
            tiles += [rank + char for rank in ranks]
            ranks = []
    return tiles


def wire_action(action: Json) -> HandAction:
    """The JSON action as a message."""
    act = msgspec.convert({"type": "act", "action_id": "action-1", "action": action}, Act)
    decoded = act.action
    assert isinstance(decoded, HandAction)
    return decoded


def random_answer(table: Table, slot: int) -> bool:
    """The member answers at random, with a win if possible. False without an open decision."""
    decision = decision_of(table, slot)
    if decision is None:
        return False
    allowed = choices(decision, table.chance)
    wins = [action for action in allowed if action["type"] == "win"]
    kongs = [action for action in allowed if action["type"] in {"kong", "pung"}]
    pool = wins or (kongs if kongs and table.chance.happens(70) else allowed)
    table.answer(slot, wire_action(table.chance.choice(pool)))
    return True


def play_out(table: Table, active: Sequence[int] = (), limit: int = 20_000) -> None:
    """Play until the match ends: the ``active`` slots answer and get ready, the others are silent."""
    for _ in range(limit):
        match table.room.phase:
            case "ended" | "dissolved":
                return
            case "settling":
                table.wait(table.chance.below(3_000))
                table.settle()
            case "between":
                _get_ready(table, active)
            case _:
                _play_some(table, active)
    raise AssertionError(f"the room does not end: {table.room!r}")


def _get_ready(table: Table, active: Iterable[int]) -> None:
    unready = [slot for slot in active if not table.member(slot).ready]
    if unready and table.chance.happens(80):
        player_id = table.member(unready[0]).player_id
        assert player_id is not None
        command: PlayerCommand = Ready(player_id, client_seed=table.chance.bytes()[:16])
        table.do(command)
        return
    assert table.tick()


def _play_some(table: Table, active: Sequence[int]) -> None:
    asked = [slot for slot in active if decision_of(table, slot) is not None]
    if asked and table.chance.happens(90):
        table.now += table.chance.below(400)
        random_answer(table, table.chance.choice(asked))
        return
    assert table.tick(), "nobody can move the room"
