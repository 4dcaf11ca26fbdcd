"""How a room is played: its rules, its clocks and its pace, all frozen when the room is made."""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from app.rules.options.options import Options

TurnSeconds: TypeAlias = Literal[15, 30, 60] | None
WindowMode: TypeAlias = Literal["fast", "steady"]
Payer: TypeAlias = Literal["owner", "split", "winner"]

_CLAIM_MS: Final[dict[int | None, int | None]] = {15: 10_000, 30: 15_000, 60: 20_000, None: None}


@dataclass(frozen=True, slots=True)
class Pace:
    """Lengths of time in ms.

    ``pause_ms``: the least length of a claim window, kept even if nobody may claim.
    ``bot_ms``: how long bots and 托管 think. ``steady_ms``: every claim window of the mode ``steady``.
    ``next_hand_ms``: the next hand is dealt without waiting for more players.
    ``vote_ms``: silence after it refuses. ``grace_ms``: what a player has at least after an outage.
    ``absent_ms``: in a room without a turn limit, when an offline player goes on 托管.
    ``owner_ms``: when an offline owner of a lobby loses the room to the next player.
    """

    pause_ms: int = 600
    bot_ms: int = 900
    steady_ms: int = 3_000
    next_hand_ms: int = 20_000
    vote_ms: int = 60_000
    grace_ms: int = 5_000
    absent_ms: int = 60_000
    owner_ms: int = 120_000


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """What the table agreed on. ``turn_seconds`` None: nobody who is online is ever hurried.

    A match costs ``cost`` room cards, 0 in a free room: its owner pays, all players split it, or its winner
    pays. ``tell_addresses``: the table hears which players share an address, and not only the operator.
    """

    preset: str
    options: Options
    turn_seconds: TurnSeconds = 30
    window: WindowMode = "fast"
    pace: Pace = field(default_factory=Pace)
    payer: Payer = "owner"
    cost: int = 0
    tell_addresses: bool = False

    @property
    def turn_ms(self) -> int | None:
        """The time for a decision on a turn, for an exchange and for a void suit, in ms."""
        return None if self.turn_seconds is None else self.turn_seconds * 1000

    @property
    def claim_ms(self) -> int | None:
        """The longest a claim window of the mode ``fast`` stays open, in ms."""
        return _CLAIM_MS[self.turn_seconds]
