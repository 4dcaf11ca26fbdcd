"""The figures of docs/protocol.md are those of the code."""

from typing import Final

import msgspec
import pytest

from app.api.public.people import CODES_TRIED
from app.config.settings import LimitSettings, PaceSettings, ReapSettings
from app.gateway.connection import HEARTBEAT_S, SILENCE_S
from app.gateway.limits import BURST, MESSAGE_BYTES, MESSAGES_PER_SECOND, STRIKES, UNKNOWN_PER_ADDRESS
from app.rooms.state.member import REMEMBERED_ACTIONS
from app.rooms.state.settings import RoomSettings
from app.rules.options.options import make_options
from app.stores.tickets import TICKET_TTL_MS
from app.wire.messages import events, server, views
from tests.support.wire.document import numbers, rows, section

LIMITS: Final = LimitSettings()
PACE: Final = PaceSettings()
REAP: Final = ReapSettings()
TEN_MINUTES: Final = "ten minutes"


def test_how_often() -> None:
    told = {what: numbers(most) for what, _, most in rows(section("How often"), "what |")}
    assert list(told.values()) == [
        [LIMITS.requests_per_min],
        [LIMITS.guests_per_10_min, LIMITS.guests_per_day],
        [LIMITS.rooms_per_10_min],
        [LIMITS.wrong_codes_per_session, LIMITS.wrong_codes_per_address],
        [CODES_TRIED],
        [LIMITS.tickets_per_min],
        [LIMITS.sockets_per_session, LIMITS.sockets_per_address, UNKNOWN_PER_ADDRESS],
    ]
    assert TICKET_TTL_MS == 60_000


def test_how_long() -> None:
    table = rows(section("How long a table waits"), "what |")
    _, fast, steady, bot, hand, vote, owner, absent, alone, closed = (how_long for _, how_long in table)
    claims = [
        RoomSettings("classic", make_options("classic", {}), seconds).claim_ms for seconds in (15, 30, 60)
    ]
    assert [f"{claim // 1000}" for claim in claims if claim is not None] == ["10", "15", "20"]
    assert "10, 15 or 20 s with `turn_seconds` 15, 30 or 60" in fast
    assert f"{PACE.pause_ms / 1000} s" in fast
    assert [steady, bot] == [f"{PACE.steady_ms // 1000} s", f"{PACE.bot_ms / 1000} s"]
    assert numbers(hand)[0] * 1000 == PACE.next_hand_ms
    assert numbers(vote)[0] * 1000 == PACE.vote_ms
    assert numbers(owner)[0] * 1000 == PACE.owner_ms
    assert numbers(absent)[0] * 1000 == PACE.absent_ms
    assert numbers(alone) == [REAP.lobby_minutes, REAP.game_minutes, REAP.ended_minutes]
    assert numbers(closed)[0] == REAP.ended_minutes


@pytest.mark.parametrize(
    ("title", "sentence"),
    [
        ("Acting", f"The last {REMEMBERED_ACTIONS} accepted actions"),
        ("Errors and close codes", f"{BURST} messages at once and {MESSAGES_PER_SECOND} a second"),
        ("The socket", f"at most {MESSAGE_BYTES} bytes"),
        ("Heartbeat and reconnecting", f"closes after {int(SILENCE_S)} s of silence"),
    ],
)
def test_other_figures(title: str, sentence: str) -> None:
    assert sentence in section(title)
    assert (STRIKES, HEARTBEAT_S) == (3, 10)
    assert f"last {REMEMBERED_ACTIONS} accepted acts" in (server.Ack.__doc__ or "")


def test_what_has_a_default_is_left_out_except_in_the_room() -> None:
    structs = {
        found
        for module in (server, views, events)
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, msgspec.Struct)
    }
    sent_always = {
        (struct.__name__, field.name)
        for struct in structs
        for field in msgspec.structs.fields(struct)
        if not field.required and not struct.__struct_config__.omit_defaults
    }
    assert sent_always == {("RoomInfo", "payer"), ("RoomInfo", "cost")}
