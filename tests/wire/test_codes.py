"""The tables of codes in docs/protocol.md have every code that a client can get, and no other."""

from typing import Final, get_args

import pytest

from app.api.http.codes import CODES
from app.gateway.closing import CloseCode
from app.rooms.steps.outcome import Reject
from app.rules.hand.events import Reason
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
from tests.support.exact import exactly
from tests.support.markdown import ROOT
from tests.support.rooms.chance import Chance
from tests.support.rooms.players import choices, decision_of, split, wire_action
from tests.support.rooms.table import Table, plain_settings
from tests.support.wire.document import codes, numbers, rows
from tests.support.wire.said import said, words_in

UNREACHABLE: Final = {
    "not_your_turn": "a player who is not asked has no decision to name",
    "already_answered": "the first answer closes the decision: stale_decision",
    "hand_over": "the room is settling by then",
    "bad_suit": "such a message does not fit the schema",
    "window_open": "only the table closes a window",
}
"""Codes of the rules that no client gets, because the room judges the action first, and why."""

TRIED: Final[tuple[HandAction, ...]] = (
    PassAction(),
    WinAction(),
    *(kind(tile) for kind in (DiscardAction, PungAction, KongAction) for tile in ("1m", "5p", "9s", "7z")),
    *(VoidAction(suit) for suit in ("m", "p", "s")),
    ExchangeAction(["1m", "2m", "3p"]),
    ExchangeAction(["5z", "5z", "5z"]),
)


def _named(title: str, *columns: str) -> dict[str, list[str]]:
    """The other cells of each row by the one code in its first cell; no code has two rows."""
    table = [(codes(first), others) for first, *others in rows(title, *columns)]
    assert all(len(names) == 1 for names, _ in table)
    named = {names[0]: others for names, others in table}
    assert len(named) == len(table)
    return named


def test_every_error_of_http_has_its_row_and_its_status() -> None:
    of_clients = _named("HTTP", "code", "status", "meaning")
    of_console = _named("HTTP", "console code", "status")
    told = {code: numbers(cell)[0] for code, (cell, *_) in (of_clients | of_console).items()}
    assert not set(of_clients) & set(of_console)
    assert told == {code: spec.status for code, spec in CODES.items()}


def test_every_error_of_a_socket_has_its_row() -> None:
    table = _named("Errors and close codes", "error", "closes with")
    raised = said("gateway", "Closing", at=1) | said("gateway", "Error") | said("gateway", "BadMessage")
    assert set(table) == raised
    named = {number for (closes,) in table.values() for number in numbers(closes) if number > 999}
    assert named <= set(CloseCode)


def test_every_close_code_has_its_row() -> None:
    table = [numbers(cell) for (cell,) in rows("Errors and close codes", "close code")]
    assert [len(row) for row in table] == [1] * len(table)
    assert sorted(row[0] for row in table) == sorted({*map(int, CloseCode), 1000, 1001, 1002, 1007, 1009})


def test_every_code_of_an_ack_has_its_row() -> None:
    for_others = {"illegal", "no_hand"}
    cards, over = {"no_cards", "payer_no_cards"}, {"room_over"}
    assert set(_named("Acting", "ack code")) == (said("rooms", "Reject") - for_others) | cards | over
    assert illegal() == words_in("rules/hand") - set(get_args(Reason)) - set(UNREACHABLE)


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_code_of_an_ack_has_words(language: str) -> None:
    words = (ROOT / "web/src/i18n" / language / "core/errors.ts").read_text("utf-8")
    wanted = _named("Acting", "ack code").keys() | illegal()
    assert [code for code in sorted(wanted) if f"  {code}: " not in words] == []


def illegal() -> set[str]:
    """The codes of the rules that a client can get."""
    return set(_named("Acting", "illegal code"))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_answer_is_refused_with_another_code(seed: int) -> None:
    options = {
        "exchange_three": "same_suit",
        "void_suit": True,
        "passed_win": "higher_only",
        "forced_win": 16,
    }
    table = Table.started(plain_settings(options), humans=4, seed=seed)
    got: set[str] = set()
    while table.phase() == "playing":
        asked = [slot for slot in range(4) if decision_of(table, slot) is not None]
        if asked:
            got |= _try_everything(table, table.chance.choice(asked), table.chance)
        else:
            table.tick()
    assert got <= illegal()
    assert {"wrong_phase", "not_in_hand", "bad_exchange", "void_suit_first"} <= got


def _try_everything(table: Table, slot: int, chance: Chance) -> set[str]:
    """The codes of all refusals at one decision. Then it is answered, and answered a second time."""
    player, decision = table.member(slot).player_id, decision_of(table, slot)
    assert player is not None
    assert decision is not None
    allowed = choices(decision, chance)
    own = split(table.clients[slot].view["hand"]["hand"])
    of_two_suits = ExchangeAction([own[0], own[len(own) // 2], own[-1]])
    got = {
        _refusal(table, player, action, decision["id"])
        for action in (*TRIED, of_two_suits)
        if action not in map(wire_action, allowed)
    }
    table.answer(slot, wire_action(chance.choice(allowed)))
    with pytest.raises(Reject, match=exactly("stale_decision", "settling")):
        table.do(command_of(player, PassAction(), decision["id"]))
    return got


def _refusal(table: Table, player: str, action: HandAction, decision: int) -> str:
    with pytest.raises(Reject) as refused:
        table.do(command_of(player, action, decision))
    assert refused.value.code == "illegal"
    return str(refused.value.detail)
