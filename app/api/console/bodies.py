"""Bodies of requests that the console makes."""

from typing import Annotated

from pydantic import Field

from app.api.http.answers import shown
from app.api.http.bodies import LINE, NO_NUL, WORDS, Body
from app.db.cards.card_records import ACT_KEY, LONGEST_REASON, MOST_CARDS

ActKey = Annotated[str, Field(pattern=ACT_KEY)]
Reason = Annotated[str, Field(max_length=LONGEST_REASON), LINE]


class Credentials(Body):
    """Name and password of an operator. ``code``: six digits of the authenticator, if the account has one."""

    model_config = shown({"name": "boss", "password": "correct horse battery", "code": "287082"})

    name: Annotated[str, Field(max_length=40, pattern=NO_NUL)]
    password: Annotated[str, Field(max_length=200)]
    code: Annotated[str, Field(max_length=10)] = ""


class Movement(Body):
    """Room cards to give to a player, or to take back. The same ``key`` again changes nothing."""

    model_config = shown({"cards": 10, "key": "gift-0001", "reason": "节日"})

    take_back: bool = False
    cards: Annotated[int, Field(ge=1, le=MOST_CARDS)]
    key: ActKey
    reason: Reason = ""


class Rights(Body):
    """What a player may not do from now on. ``muted``: the player keeps a name that the server gives."""

    model_config = shown({"banned": True, "muted": False, "reason": "捣乱"})

    banned: bool
    muted: bool
    reason: Reason = ""


class Announcement(Body):
    """A text for every lobby and table; empty to remove it."""

    model_config = shown({"text": "今晚十点维护"})

    text: Annotated[str, Field(max_length=300), LINE]


class Drain(Body):
    """Whether the server refuses new rooms."""

    model_config = shown({"on": True})

    on: bool


class Inspection(Body):
    """Why the operator has to see the hands. The same ``key`` again is the same act: one audit line."""

    model_config = shown({"reason": "玩家投诉", "key": "look-0001"})

    reason: Annotated[str, Field(min_length=1, max_length=LONGEST_REASON), WORDS]
    key: ActKey
