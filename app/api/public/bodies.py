"""Bodies of requests that players and clients make."""

from typing import Annotated, Literal

from pydantic import Field

from app.api.http.answers import Payer, StoredOptions, Suit, Window, WinKind, shown
from app.api.http.bodies import WORDS, Body


class NewGuest(Body):
    """A nickname of a new guest. With ``bearer`` the answer has a token, and no cookie is set."""

    model_config = shown({"name": "阿勇"}, {"name": "阿勇", "bearer": True})

    name: Annotated[str, Field(max_length=64)]
    bearer: bool = False


class NewName(Body):
    """Another nickname."""

    model_config = shown({"name": "二娃"})

    name: Annotated[str, Field(max_length=64)]


class NewRoomBody(Body):
    """A room to create. The same ``key`` from the same player gives the same room.

    ``options``: what differs from the preset. ``turn_seconds``: time for a decision in s, null for no limit.
    """

    model_config = shown({"key": "a3f1c09e27d84b65", "options": {"hands": 4}, "payer": "split"})

    key: Annotated[str, Field(pattern=r"^[0-9A-Za-z_-]{8,40}$")]
    preset: Annotated[str, Field(max_length=40)] = "classic"
    options: Annotated[StoredOptions, Field(default_factory=dict, max_length=60)]
    turn_seconds: Literal[15, 30, 60] | None = 30
    window: Window = "fast"
    payer: Payer = "owner"


class HandToScore(Body):
    """A hand to score: 14 tiles with the winning ``tile``, or 13 tiles without one.

    ``hand`` is written as in R1 and R2 and includes the winning tile. ``options``: what differs from the
    preset.
    """

    model_config = shown({"hand": "11123455567p999s", "tile": "9s", "by": "draw"}, {"hand": "1112345556789p"})

    hand: Annotated[str, Field(max_length=120)]
    tile: Annotated[str, Field(max_length=20)] | None = None
    preset: Annotated[str, Field(max_length=40)] = "classic"
    options: Annotated[StoredOptions, Field(default_factory=dict, max_length=60)]
    by: WinKind = "discard"
    after_kong: bool = False
    last_tile: bool = False
    void_suit: Suit | None = None


class Recovery(Body):
    """A recovery code. With ``bearer`` the answer has a token, and no cookie is set."""

    model_config = shown({"code": "7K3M-9QZD-V1XB-4H8T"})

    code: Annotated[str, Field(max_length=40)]
    bearer: bool = False


class OtherGuest(Body):
    """The recovery code of the guest who becomes part of this player."""

    model_config = shown({"code": "7K3M-9QZD-V1XB-4H8T"})

    code: Annotated[str, Field(max_length=40)]


class DeviceName(Body):
    """A name for a session."""

    model_config = shown({"name": "手机"})

    name: Annotated[str, Field(min_length=1, max_length=40), WORDS]


class Farewell(Body):
    """The wish to delete the account. ``forever`` has to be true: nobody can bring the account back."""

    model_config = shown({"forever": True})

    forever: bool
