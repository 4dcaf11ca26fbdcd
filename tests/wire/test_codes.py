"""Every code that a client can hear stands in docs/protocol.md, and no other."""

import re
from typing import Final

import pytest

from app.api.http.codes import CODES
from app.gateway.closing import CloseCode
from app.rooms.steps.outcome import Reject
from app.rules.hand.actions import IllegalAction
from app.wire.intents import command_of
from app.wire.messages.client import (
    DiscardAction,
    ExchangeAction,
    HandAction,
    KongAction,
    PassAction,
    PungAction,
    VoidAction,
    WinAction,
)
from tests.support.rooms.chance import Chance
from tests.support.rooms.players import choices, decision_of, split, wire_action
from tests.support.rooms.table import Table, plain_settings
from tests.support.wire.document import codes, numbers, rows, section
from tests.support.wire.said import said

UNREACHABLE: Final = {
    "not_your_turn": "who is not asked has no decision to name",
    "already_answered": "the first answer closes the decision: stale_decision",
    "hand_over": "the room is settling by then",
    "bad_suit": "such a message does not fit the schema",
    "window_open": "only the table closes a window",
}
"""What the rules can say and a client cannot hear, because the room is asked first."""

TRIED: Final[tuple[HandAction, ...]] = (
    PassAction(),
    WinAction(),
    *(kind(tile) for kind in (DiscardAction, PungAction, KongAction) for tile in ("1m", "5p", "9s", "7z")),
    *(VoidAction(suit) for suit in ("m", "p", "s")),
    ExchangeAction(["1m", "2m", "3p"]),
    ExchangeAction(["5z", "5z", "5z"]),
)


def test_every_error_of_http_has_its_row_and_its_status() -> None:
    told: dict[str, int] = {}
    for names, statuses, _ in rows(section("HTTP"), "code | status"):
        each, stated = codes(names), numbers(statuses)
        told |= dict(zip(each, stated if len(stated) > 1 else stated * len(each), strict=True))
    assert told == {code: spec.status for code, spec in CODES.items()}


def test_every_error_of_a_socket_has_its_row() -> None:
    told = {code for names, *_ in rows(section("Errors and close codes"), "error |") for code in codes(names)}
    raised = said("gateway", "Closing", at=1) | said("gateway", "Error") | said("gateway", "BadMessage")
    assert told == raised


def test_every_close_code_has_its_row() -> None:
    table = rows(section("Errors and close codes"), "code |")
    assert {number for cell, *_ in table for number in numbers(cell)} == {
        *map(int, CloseCode),
        1000,
        1001,
        1009,
    }


def refusals() -> tuple[set[str], set[str]]:
    """What acks say: the codes of the room, and those of the rules."""
    room: set[str] = set()
    rules: set[str] = set()
    for names, meaning in rows(section("Acting"), "ack code |"):
        if names == "`illegal:…`":
            rules |= set(codes(meaning))
        else:
            room |= set(codes(names))
    return room, rules


def test_every_code_of_an_ack_has_its_row() -> None:
    room, rules = refusals()
    for_others = {"illegal", "no_hand"}
    cards, over = {"no_cards", "payer_no_cards"}, {"room_over"}
    assert room == (said("rooms", "Reject") - for_others) | cards | over
    listed = re.findall(r"[a-z]+(?:_[a-z]+)+", (IllegalAction.__doc__ or "").partition("one of:")[2])
    assert rules == set(listed) - set(UNREACHABLE)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_answer_is_refused_in_other_words(seed: int) -> None:
    options = {
        "exchange_three": "same_suit",
        "void_suit": True,
        "passed_win": "higher_only",
        "forced_win": 16,
    }
    table = Table.started(plain_settings(options), humans=4, seed=seed)
    heard: set[str] = set()
    while table.phase() == "playing":
        asked = [slot for slot in range(4) if decision_of(table, slot) is not None]
        if asked:
            heard |= _try_everything(table, table.chance.choice(asked), table.chance)
        else:
            table.tick()
    assert heard <= refusals()[1]
    assert {"wrong_phase", "not_in_hand", "bad_exchange", "void_suit_first"} <= heard


def _try_everything(table: Table, slot: int, chance: Chance) -> set[str]:
    """All the refusals that one decision can bring; then it is answered, and answered again."""
    player, decision = table.member(slot).player_id, decision_of(table, slot)
    assert player is not None
    assert decision is not None
    allowed = choices(decision, chance)
    own = split(table.clients[slot].view["hand"]["hand"])
    of_two_suits = ExchangeAction([own[0], own[len(own) // 2], own[-1]])
    heard = {
        _refusal(table, player, action, decision["id"])
        for action in (*TRIED, of_two_suits)
        if action not in map(wire_action, allowed)
    }
    table.answer(slot, wire_action(chance.choice(allowed)))
    with pytest.raises(Reject, match=r"stale_decision|settling"):
        table.do(command_of(player, PassAction(), decision["id"]))
    return heard


def _refusal(table: Table, player: str, action: HandAction, decision: int) -> str:
    with pytest.raises(Reject) as refused:
        table.do(command_of(player, action, decision))
    assert refused.value.code == "illegal"
    return str(refused.value.detail)
