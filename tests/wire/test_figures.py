"""The figures in the tables of docs/protocol.md are those of the code."""

from typing import Final

import msgspec

from app.api.http.flood import REQUESTS_AT_ONCE
from app.api.public.people import CODES_TRIED
from app.client.table import IDLE_S, LAST_BACKOFF_S, RESEND_S
from app.config.settings import LimitSettings, PaceSettings, ReapSettings
from app.gateway.connection import HEARTBEAT_S, SILENCE_S
from app.gateway.hello import HELLO_S
from app.gateway.limits import (
    BURST,
    HANDSHAKES_AT_ONCE,
    MESSAGE_BYTES,
    MESSAGES_PER_SECOND,
    STRIKE_WINDOW_S,
    STRIKES,
    UNKNOWN_PER_ADDRESS,
)
from app.gateway.pipe import SEND_S
from app.rooms.state.member import REMEMBERED_ACTIONS
from app.rooms.state.settings import RoomSettings, TurnSeconds
from app.rules.options.options import make_options
from app.serving.sockets import BYTES_AT_ONCE, BYTES_PER_SECOND, FRAMES_AT_ONCE, FRAMES_PER_SECOND
from app.stores.tickets import TICKET_TTL_MS
from app.wire.messages import events, server, views
from tests.support.wire.document import codes, numbers, rows

PER_WORKER: Final = "LIMITS__SOCKETS_PER_WORKER"
"""A limit of the server as a whole; a client cannot tell it from an overload."""
TURNS: Final[dict[str, TurnSeconds]] = {"15": 15, "30": 30, "60": 60, "null": None}


def _set(prefix: str, settings: LimitSettings | PaceSettings | ReapSettings) -> dict[str, float]:
    return {f"{prefix}__{name}".upper(): value for name, value in settings.model_dump().items()}


def test_how_often() -> None:
    table = rows("How often", "at most", "setting")
    told = {codes(setting)[0]: numbers(most)[0] for most, setting in table if setting != "–"}
    assert told == {
        name: most for name, most in _set("limits", LimitSettings()).items() if name != PER_WORKER
    }
    assert [numbers(most)[0] for most, setting in table if setting == "–"] == [
        REQUESTS_AT_ONCE,
        CODES_TRIED,
        HANDSHAKES_AT_ONCE * LimitSettings().sockets_per_address,
        UNKNOWN_PER_ADDRESS,
    ]


def test_how_long_a_table_waits() -> None:
    table = rows("How long a table waits", "how long", "setting")
    scale = {"s": 1_000, "min": 1}
    told = {(codes(name)[0], numbers(long)[0] * scale[long.split()[1]]) for long, name in table}
    reap = ReapSettings().model_dump(exclude={"forgotten_hours"})
    assert told == {
        *_set("pace", PaceSettings()).items(),
        *((f"REAP__{name}".upper(), minutes) for name, minutes in reap.items()),
    }


def test_how_long_a_claim_window_lasts() -> None:
    for name, window in rows("How long a table waits", "`turn_seconds`", "claim window, `fast`"):
        claim_ms = RoomSettings("classic", make_options("classic", {}), TURNS[name]).claim_ms
        assert [number * 1_000 for number in numbers(window)] == ([] if claim_ms is None else [claim_ms])


def test_figures_of_the_socket() -> None:
    told = {codes(name)[0]: numbers(value) for name, value in rows("The socket", "figure", "value")}
    assert told == {
        "message_bytes": [MESSAGE_BYTES],
        "messages_per_second": [MESSAGES_PER_SECOND],
        "burst": [BURST],
        "strikes": [STRIKES, STRIKE_WINDOW_S],
        "hello_s": [HELLO_S],
        "ticket_ms": [TICKET_TTL_MS],
        "heartbeat_ms": [HEARTBEAT_S * 1_000],
        "idle_s": [IDLE_S],
        "silence_s": [SILENCE_S],
        "send_s": [SEND_S],
        "frames_at_once": [FRAMES_AT_ONCE],
        "frames_per_second": [FRAMES_PER_SECOND],
        "bytes_at_once": [BYTES_AT_ONCE],
        "bytes_per_second": [BYTES_PER_SECOND],
        "resend_s": [RESEND_S],
        "longest_wait_s": [LAST_BACKOFF_S],
        "remembered_actions": [REMEMBERED_ACTIONS],
    }


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
