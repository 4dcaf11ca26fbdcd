"""Random hands of each preset, with their logs and their summary."""

import hashlib
import json
from collections import Counter
from functools import cache

import pytest

from app.rules.options.option_specs import OptionError
from app.rules.options.options import make_options
from app.rules.record.log import log_bytes
from app.rules.record.replay import read_log, replay
from app.rules.simulate.simulate import run_simulation, simulate
from app.rules.tiles.wall import seating

RUNS: dict[str, dict[str, object]] = {
    "classic": {},
    "listed": {"void_suit": True},
    "mobile": {"exchange_three": "same_suit", "robbed_kong": "void"},
    "folk": {"passed_win": "until_draw", "seating": "keep"},
}
HANDS = 200
"""Hands for each preset; enough for all rare events."""


@cache
def run(preset: str) -> tuple[dict[str, object], tuple[bytes, ...]]:
    """The summary and the log of each hand."""
    logs: list[bytes] = []
    summary = run_simulation(HANDS, 2, preset, RUNS[preset], logs.append)
    return summary, tuple(logs)


@pytest.mark.parametrize("preset", RUNS)
def test_everything_happens_in_so_many_hands(preset: str) -> None:
    summary, logs = run(preset)
    assert (summary["preset"], summary["seed"], summary["hands"]) == (preset, 2, HANDS)
    assert len(logs) == HANDS
    for name in ("wins", "kongs", "passes", "several_winners", "robbed_kongs", "exhausted", "ke_moved"):
        value = summary[name]
        assert isinstance(value, int)
        assert value > 0, name
    assert summary["digest"] == hashlib.sha256(b"".join(logs)).hexdigest()
    assert json.loads(json.dumps(summary)) == summary


def test_the_summary_does_not_need_a_sink() -> None:
    logs: list[bytes] = []
    assert run_simulation(3, 2, "classic", {}) == run_simulation(3, 2, "classic", {}, logs.append)
    assert len(logs) == 3


@pytest.mark.parametrize("preset", RUNS)
def test_hand_follows_hand(preset: str) -> None:
    dealer = 0
    for index, data in enumerate(run(preset)[1]):
        ((*lines,),) = read_log(data)
        deltas = lines[-1]["deltas"]
        assert isinstance(deltas, list)
        assert sum(deltas) == 0
        assert lines[0]["hand"] == index % 8 + 1
        if index % 8:
            assert lines[0]["dealer"] == dealer
        dealer = int(str(lines[-1]["next_dealer"]))
        if index % 2 == 0:
            assert log_bytes(replay(lines)) == data


@pytest.mark.parametrize("preset", RUNS)
def test_the_summary_counts_what_the_log_says(preset: str) -> None:
    summary, logs = run(preset)
    lines = [line for hand in read_log(b"".join(logs)) for line in hand]
    kinds = Counter(str(line["type"]) for line in lines)
    assert (summary["wins"], summary["kongs"]) == (kinds["win"], kinds["kong"])
    assert (summary["passes"], summary["exhausted"]) == (kinds["pass"], kinds["exhausted"])
    robbed = {
        (at, lines[at]["tile"])
        for at in range(1, len(lines))
        if lines[at].get("by") == "rob_kong" and lines[at - 1]["type"] != "win"
    }
    assert summary["robbed_kongs"] == len(robbed)
    several = sum(
        lines[at]["type"] == lines[at + 1]["type"] == "win" and lines[at - 1]["type"] != "win"
        for at in range(1, len(lines) - 1)
    )
    assert summary["several_winners"] == several
    items = Counter(name for line in lines if line["type"] == "win" for name in dict(_map(line["items"])))
    assert list(_map(summary["items"]).items()) == sorted(items.items(), key=lambda item: (-item[1], item[0]))
    assert summary["ke_moved"] == sum(
        paid["ke"] for line in lines if line["type"] == "settle" for paid in _list(line["transfers"])
    )


def _map(value: object) -> dict[str, int]:
    assert isinstance(value, dict)
    return value


def _list(value: object) -> list[dict[str, int]]:
    assert isinstance(value, list)
    return value


def test_the_same_seed_gives_the_same_hands() -> None:
    options = make_options("classic", {"players": 3})
    first, again, other = (
        [hand.events for hand in simulate(5, seed, "classic", options)] for seed in (1, 1, 2)
    )
    assert first == again
    assert first != other


def test_the_highest_throw_deals_first_where_seats_are_kept() -> None:
    options = make_options("classic", {"seating": "keep", "hands": 1})
    hands = [hand.header for hand in simulate(8, 1, "classic", options)]
    dealers = [header.dealer for header in hands]
    assert dealers == [seating(header.deal.seating_dice, 4)[0] for header in hands]
    assert len(set(dealers)) > 1


def test_the_sink_may_be_left_out() -> None:
    assert run_simulation(0, 1, "classic", {})["digest"] == hashlib.sha256().hexdigest()


def test_bad_options_are_refused() -> None:
    with pytest.raises(OptionError):
        run_simulation(1, 1, "classic", {"cap": 0})
