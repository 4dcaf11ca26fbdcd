"""The stored counts agree with the engine, with the naive table, and with trying every action."""

import pytest

from app.rules.tiles.tiles import parse_tiles
from tests.perft.check import mismatches
from tests.perft.count import count_naively, perft
from tests.perft.oracle import accepted_perft
from tests.perft.positions import read_folder, read_positions
from tests.support.exact import exactly

ENGINE_NODES = 3_000
NAIVE_NODES = 600
TRIED_NODES = 40
POSITIONS = read_folder()
MIRROR = """
id   mirror   # the second of two files
rules classic forced_win=4
hands 1479m258p369s567z9p | [111p]234567m78p44m
wall 6p9s
turn 0 draw 9p
perft 1 14
perft 2 1
"""


@pytest.mark.parametrize("name", POSITIONS)
def test_the_engine_counts_right(name: str) -> None:
    assert "".join(mismatches(POSITIONS[name], perft, ENGINE_NODES)) == ""


@pytest.mark.parametrize("name", POSITIONS)
def test_the_naive_table_counts_the_same(name: str) -> None:
    assert "".join(mismatches(POSITIONS[name], count_naively, NAIVE_NODES)) == ""


@pytest.mark.parametrize("name", POSITIONS)
def test_trying_every_action_counts_the_same(name: str) -> None:
    assert "".join(mismatches(POSITIONS[name], accepted_perft, TRIED_NODES)) == ""


def test_every_position_has_lines_of_all_lengths() -> None:
    for position in POSITIONS.values():
        depths = sorted(position.counts)
        assert depths[:2] == [1, 2], position.name
        assert any(position.counts.values()) or position.name == "forced_win/on-turn"


def test_a_position_is_read() -> None:
    (mirror,) = read_positions("two", MIRROR)
    assert (mirror.name, mirror.counts) == ("two/mirror", {1: 14, 2: 1})
    assert (mirror.state.options.forced_win, mirror.state.options.players) == (4, 2)
    assert mirror.state.wall == parse_tiles("6p9s")


def test_a_tile_that_occurs_five_times_is_refused() -> None:
    with pytest.raises(ValueError, match=exactly("mirror: more than four of a kind")):
        list(read_positions("two", MIRROR.replace("6p9s", "9p9p9p9p")))


def test_a_mismatch_names_each_first_action_with_its_part() -> None:
    (mirror,) = read_positions("two", MIRROR)
    (text,) = mismatches(mirror, perft, ENGINE_NODES)
    head, *parts = text.splitlines()
    total = perft(mirror.state, 2)
    assert head == f"two/mirror: perft 2 is {total}, not 1"
    assert len(parts) == 14
    assert "  0 discard 9p: 0" in parts, "seat 1 has to win, and the hand ends"
    assert sum(int(part.rpartition(" ")[2]) for part in parts) == total > 1
