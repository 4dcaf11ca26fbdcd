"""Whole matches: each room ends, each client folds its view, and each hand is booked."""

import pytest

from app.rooms.steps.outbox import MatchEnded
from app.rules.record.replay import read_log, replay
from tests.support.rooms.players import play_out
from tests.support.rooms.table import Table, settings

PRESETS = ("classic", "listed", "mobile", "folk")


def assert_booked(table: Table, hands: int) -> None:
    """Check all hands: in order, their 颗 sum to zero, their logs replay, the totals are shown."""
    ended = table.ended_hands()
    assert [item.hand for item in ended] == list(range(1, hands + 1))
    for item in ended:
        assert sum(item.record.deltas) == 0
        (lines,) = read_log(item.record.log)
        assert replay(lines) == lines
        assert item.record.exhausted == any(line["type"] == "exhausted" for line in lines)
    players = len(table.room.members)
    assert table.room.totals() == tuple(
        sum(item.record.deltas[seat] for item in ended) for seat in range(players)
    )
    assert [item.record.last for item in ended] == [False] * (hands - 1) + [True]
    assert sum(isinstance(item, MatchEnded) for item in table.outbox) == 1


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("void_suit", [False, True])
@pytest.mark.parametrize("exchange", ["off", "same_suit", "any"])
def test_every_match_ends(preset: str, players: int, void_suit: bool, exchange: str) -> None:
    chosen = settings(preset, players=players, void_suit=void_suit, exchange_three=exchange)
    table = Table.started(chosen, humans=players - 1, seed=players)
    play_out(table, active=range(players - 1))
    assert table.phase() == "ended"
    assert_booked(table, 1)


@pytest.mark.parametrize("window", ["fast", "steady"])
def test_a_match_of_four_hands(window: str) -> None:
    chosen = settings(window="steady" if window == "steady" else "fast", hands=4)
    table = Table.started(chosen, humans=3)
    play_out(table, active=(0, 1))
    assert_booked(table, 4)


def test_bots_alone_with_one_silent_player() -> None:
    table = Table.started(settings(hands=4), humans=1)
    play_out(table)
    assert table.member(0).auto
    assert_booked(table, 4)


def test_silent_players_all_go_on_auto() -> None:
    table = Table.started(settings(hands=1, void_suit=True, exchange_three="any"), humans=4)
    play_out(table)
    assert all(member.auto for member in table.room.present)


def test_bots_win_hands() -> None:
    won = 0
    for seed in range(6):
        table = Table.started(settings(), humans=1, seed=seed)
        play_out(table)
        won += len(table.ended_hands()[0].record.wins)
    assert won >= 10


@pytest.mark.parametrize("blood_battle", [True, False])
@pytest.mark.parametrize("robbed_kong", ["stands", "void"])
def test_random_play_with_robbed_kongs(blood_battle: bool, robbed_kong: str) -> None:
    for seed in range(4):
        chosen = settings("listed", blood_battle=blood_battle, robbed_kong=robbed_kong)
        table = Table.started(chosen, humans=4, seed=seed)
        play_out(table, active=range(4))
        assert_booked(table, 1)
