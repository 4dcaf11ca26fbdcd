"""The settings of a room: rules, clocks and pace. They never change after the room is made."""

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

    ``pause_ms``: shortest claim window, also if no seat may claim. ``bot_ms``: delay of bots and 托管.
    ``steady_ms``: length of each claim window in mode ``steady``. ``next_hand_ms``: longest wait for players
    to be ready for the next hand. ``vote_ms``: length of a vote; silence refuses. ``grace_ms``: least time
    left for each player after an outage. ``absent_ms``: time until an offline player counts as absent: a new
    vote does not ask them, and in a room without a turn limit 托管 begins. ``silent_ms``: in a room without a
    turn limit, time until 托管 begins for a player online who does not answer. ``owner_ms``: time until an
    offline owner loses the lobby to another player. ``away_ms``: time until an offline player loses the seat
    in a lobby, and after a match if others wait for a rematch. ``barred_ms``: time for which a player whom
    the owner has removed may not come back.
    """

    pause_ms: int = 600
    bot_ms: int = 900
    steady_ms: int = 3_000
    next_hand_ms: int = 20_000
    vote_ms: int = 60_000
    grace_ms: int = 5_000
    absent_ms: int = 60_000
    owner_ms: int = 120_000
    silent_ms: int = 300_000
    away_ms: int = 180_000
    barred_ms: int = 600_000


@dataclass(frozen=True, slots=True)
class RoomSettings:
    """The settings of a room. ``turn_seconds`` None: a player who is online has ``silent_ms``.

    ``cost``: room cards for each match, 0 in a free room. ``payer``: the owner pays, all players split the
    cost, or the winner pays. ``tell_addresses``: the table, too, sees which players share an address;
    otherwise only the operator does.
    """

    preset: str
    options: Options
    turn_seconds: TurnSeconds
    window: WindowMode = "fast"
    pace: Pace = field(default_factory=Pace)
    payer: Payer = "owner"
    cost: int = 0
    tell_addresses: bool = False

    @property
    def turn_ms(self) -> int | None:
        """Time for a turn, an exchange or a void suit, in ms; None without a limit."""
        return None if self.turn_seconds is None else self.turn_seconds * 1000

    @property
    def claim_ms(self) -> int | None:
        """Longest claim window of mode ``fast``, in ms; None without a limit."""
        return _CLAIM_MS[self.turn_seconds]
