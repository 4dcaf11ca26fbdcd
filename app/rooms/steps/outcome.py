"""What the reducer answers."""

from dataclasses import dataclass

from app.rooms.state.room import Room
from app.rooms.steps.outbox import OutboxItem
from app.rules.hand.events import Event


@dataclass(frozen=True, slots=True)
class Ambient:
    """What comes from outside with every command: the server's time in ms and 32 fresh secret bytes."""

    now: int
    entropy: bytes

    def __repr__(self) -> str:
        return f"Ambient(now={self.now})"


@dataclass(frozen=True, slots=True)
class Reply:
    """The acknowledged action of a member.

    ``seq`` is the frame that shows its effect, once it is known; None where no frame will, for he has left.
    """

    slot: int
    action_id: str
    seq: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """The next room; nothing has changed and nothing is to be stored if it is the very same object.

    ``events`` are the hand's events in order, not redacted. ``reply`` is set for commands with an envelope.
    """

    room: Room
    events: tuple[Event, ...] = ()
    outbox: tuple[OutboxItem, ...] = ()
    reply: Reply | None = None

    def __repr__(self) -> str:
        return f"<Outcome {self.room!r}, {len(self.events)} events>"


class Reject(Exception):
    """The room refuses a command and is unchanged.

    ``code``: action_id_reused, illegal (``detail`` is the engine's code), no_bot, no_hand,
    no_vote, not_member, not_owner, not_ready, room_full, settling, stale_decision, vote_limit, vote_open,
    wrong_phase.
    """

    def __init__(self, code: str, detail: str | None = None) -> None:
        super().__init__(code if detail is None else f"{code}: {detail}")
        self.code = code
        self.detail = detail
