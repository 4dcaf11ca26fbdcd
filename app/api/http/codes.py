"""The table of HTTP error codes: status, message and further members of each. Everything else reads it."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

ErrorCode: TypeAlias = Literal[
    "already_elsewhere",
    "bad_csrf",
    "bad_login",
    "bad_name",
    "bad_notation",
    "bad_origin",
    "bad_request",
    "banned",
    "busy",
    "draining",
    "internal",
    "key_reused",
    "match_running",
    "method_not_allowed",
    "muted",
    "no_admin",
    "no_cards",
    "no_hand",
    "no_kong",
    "no_session",
    "not_complete",
    "not_found",
    "not_robbed",
    "only_robbed",
    "out_of_range",
    "overloaded",
    "played_together",
    "rate_limited",
    "removed",
    "room_full",
    "room_unavailable",
    "same_player",
    "seated",
    "store_unavailable",
    "three_suits",
    "tile_not_in_hand",
    "too_large",
    "too_many_tiles",
    "unknown_option",
    "unknown_preset",
    "void_suit",
    "wrong_count",
    "wrong_recovery_code",
    "wrong_type",
]


@dataclass(frozen=True, slots=True)
class ErrorSpec:
    """One code. ``more``: further members of its error object. ``retry``: the answer has Retry-After."""

    status: int
    message: str
    more: tuple[str, ...] = ()
    retry: bool = False


CODES: Final[Mapping[ErrorCode, ErrorSpec]] = MappingProxyType(
    {
        "already_elsewhere": ErrorSpec(
            409, "You have a seat in another room. Leave that room first.", ("room",)
        ),
        "bad_csrf": ErrorSpec(
            403, "The header X-CSRF-Token is missing or wrong. Send the token that signing in returned."
        ),
        "bad_login": ErrorSpec(401, "The name, the password or the six-digit code is wrong."),
        "bad_name": ErrorSpec(
            422, "A name needs 1 to 12 visible characters, and must not read like a bot's or the operator's."
        ),
        "bad_notation": ErrorSpec(422, "The tiles cannot be read. Write them like 123m55p."),
        "bad_origin": ErrorSpec(403, "This request did not come from a page of this server."),
        "bad_request": ErrorSpec(422, "The request cannot be read. Check the field that is named."),
        "banned": ErrorSpec(403, "The operator of this server has blocked your account."),
        "busy": ErrorSpec(
            503, "Other requests changed the room first at every attempt. Try again in a moment.", retry=True
        ),
        "draining": ErrorSpec(503, "The server opens no new rooms before its maintenance. Try again later."),
        "internal": ErrorSpec(500, "The server failed. Try again; if it fails again, tell the operator."),
        "key_reused": ErrorSpec(409, "This key belongs to another request. Use a new key."),
        "match_running": ErrorSpec(409, "The match of this room has already begun."),
        "method_not_allowed": ErrorSpec(
            405, "This address does not support that method. The header Allow lists the methods."
        ),
        "muted": ErrorSpec(403, "The operator does not let you change your name."),
        "no_admin": ErrorSpec(401, "Sign in to the console first."),
        "no_cards": ErrorSpec(409, "There are not enough room cards.", ("cost", "available")),
        "no_hand": ErrorSpec(409, "No hand is in play in this room."),
        "no_kong": ErrorSpec(422, "A hand without a kong draws no replacement tile (R55)."),
        "no_session": ErrorSpec(401, "Sign in with a name first."),
        "not_complete": ErrorSpec(422, "The hand is neither four groups and a pair nor seven pairs (R20)."),
        "not_found": ErrorSpec(404, "There is nothing at this address."),
        "not_robbed": ErrorSpec(422, "This tile cannot come from a robbed kong."),
        "only_robbed": ErrorSpec(
            422, "A robbed kong is neither after a kong nor on the last tile (R11, R55)."
        ),
        "out_of_range": ErrorSpec(422, "The value of the option is out of range."),
        "overloaded": ErrorSpec(503, "The storage of the server is full. Try again later.", retry=True),
        "played_together": ErrorSpec(409, "These two players have sat in one room. They cannot be merged."),
        "rate_limited": ErrorSpec(429, "Too many requests. Wait for the seconds in Retry-After.", retry=True),
        "removed": ErrorSpec(409, "The owner has removed you from this room. Try again later."),
        "room_full": ErrorSpec(409, "Every seat of this room is taken."),
        "room_unavailable": ErrorSpec(404, "There is no open room with this code."),
        "same_player": ErrorSpec(409, "This is your own recovery code. Use the code of the other guest."),
        "seated": ErrorSpec(409, "Leave your room first."),
        "store_unavailable": ErrorSpec(
            503,
            "The server cannot reach its storage. Try again in a moment.",
            retry=True,
        ),
        "three_suits": ErrorSpec(422, "A winning hand has at most two suits (R21)."),
        "tile_not_in_hand": ErrorSpec(422, "The winning tile is not in the hand."),
        "too_large": ErrorSpec(413, "The request body is over 16 KiB."),
        "too_many_tiles": ErrorSpec(422, "The hand has more than four of one tile."),
        "unknown_option": ErrorSpec(422, "There is no option with this name."),
        "unknown_preset": ErrorSpec(422, "There is no preset with this name."),
        "void_suit": ErrorSpec(422, "The hand has tiles of its void suit (R7)."),
        "wrong_count": ErrorSpec(422, "The hand has the wrong number of tiles."),
        "wrong_recovery_code": ErrorSpec(404, "No player has this recovery code. Check each character."),
        "wrong_type": ErrorSpec(422, "The value of the option has the wrong type."),
    }
)


def known_code(text: str) -> ErrorCode:
    """The code that reads ``text``. Raises KeyError if the table does not have it."""
    return _BY_TEXT[text]


_BY_TEXT: Final[Mapping[str, ErrorCode]] = {code: code for code in CODES}
