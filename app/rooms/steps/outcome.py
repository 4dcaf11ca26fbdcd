"""What the reducer returns, and how it refuses."""

from dataclasses import dataclass

from app.rooms.state.room import Room
from app.rooms.steps.outbox import OutboxItem
from app.rules.hand.events import Event


@dataclass(frozen=True, slots=True)
class Ambient:
    """The input from outside for one command. ``now``: server ms. ``entropy``: 32 fresh secret bytes."""

    now: int
    entropy: bytes

    def __repr__(self) -> str:
        return f"Ambient(now={self.now})"


@dataclass(frozen=True, slots=True)
class Reply:
    """The acknowledgement of a member's action.

    ``seq``: number of the frame that shows the effect; ``render_step`` sets it. None if the player has left,
    because a player who has left gets no frame.
    """

    slot: int
    action_id: str
    seq: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The next room. If it is the same object as the room before, there is nothing to store.

    ``events``: the events of the hand in order, not redacted. ``reply``: set for a command in an envelope.
    """

    room: Room
    events: tuple[Event, ...] = ()
    outbox: tuple[OutboxItem, ...] = ()
    reply: Reply | None = None

    def __repr__(self) -> str:
        return f"<Outcome {self.room!r}, {len(self.events)} events>"


class Reject(Exception):
    """The room refuses a command and does not change.

    ``code``: action_id_reused, illegal (``detail``: code of the engine), no_bot, no_hand, no_player, no_vote,
    not_member, not_owner, not_ready, removed, room_full, settling, stale_decision, vote_limit, vote_open,
    wrong_phase.
    """

    def __init__(self, code: str, detail: str | None = None) -> None:
        super().__init__(code if detail is None else f"{code}: {detail}")
        self.code = code
        self.detail = detail
