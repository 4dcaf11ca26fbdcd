"""The modest player answers with one of its offers, and not foolishly."""

from typing import Any

from app.client.brain import tiles_in
from tests.support.client import choose


def view(hand: str, drawn: str | None = None, void: str | None = None, **decision: Any) -> dict[str, Any]:
    me = {"tiles": 13, "melds": [], "river": [], "claimed": [], "void": void, "won": None}
    others = [dict(me, void=None) for _ in range(3)]
    return {
        "seat": 0,
        "waits": {},
        "decision": {"id": 1, **decision} if decision else None,
        "hand": {"hand": hand, "drawn": drawn, "players": [me, *others]},
    }


def test_tiles_of_a_string() -> None:
    assert tiles_in("123m55p7z") == ["1m", "2m", "3m", "5p", "5p", "7z"]


def test_it_is_silent_when_it_is_not_asked() -> None:
    assert choose(view("123m")) is None


def test_it_wins_before_everything_else() -> None:
    asked = view("123m", discard="123m", win={"ke": 2, "items": {}}, kong=["1m"])
    assert choose(asked) == {"type": "win"}


def test_it_sheds_the_suit_it_has_fewest_of() -> None:
    asked = view("123456m345789p1s", "9s", discard="123456m345789p19s")
    assert choose(asked) in ({"type": "discard", "tile": "1s"}, {"type": "discard", "tile": "9s"})


def test_it_sheds_the_void_suit_first_even_if_it_is_long() -> None:
    asked = view("112233m456p789s1z", None, "m", discard="112233m")
    answer = choose(asked)
    assert answer is not None
    assert answer["tile"].endswith("m")


def test_it_takes_the_discard_that_waits_for_most() -> None:
    asked = view("1m", discard="123m", ready={"1m": {"5m": 2}, "2m": {"5m": 2, "8m": 7}})
    assert choose(asked) == {"type": "discard", "tile": "2m"}


def test_it_does_not_pung_the_suit_it_is_shedding_nor_when_ready() -> None:
    asked = view("123456m345789p1s", pung="1s", can_pass=True)
    assert choose(asked) == {"type": "pass"}
    asked = view("123456m3345789p", pung="3p", can_pass=True)
    assert choose(asked) == {"type": "pung", "tile": "3p"}
    assert choose({**asked, "waits": {"5p": 2}}) == {"type": "pass"}


def test_it_takes_what_is_suggested_for_sealed_choices() -> None:
    exchange = [{"must": "", "choices": "123456m", "pick": 3}]
    assert choose(view("123456m", exchange=exchange, suggested="123m")) == {
        "type": "exchange",
        "tiles": ["1m", "2m", "3m"],
    }
    assert choose(
        view("123456m", void=None, suggested="s")
        | {"decision": {"id": 1, "void": ["m", "s"], "suggested": "s"}}
    ) == {
        "type": "void",
        "suit": "s",
    }
