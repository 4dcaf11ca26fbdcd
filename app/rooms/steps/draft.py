"""The working copy of one step: the room so far, its events and its outbox."""

from dataclasses import replace

from app.rooms.state.member import Member
from app.rooms.state.room import Phase, Room, seated, with_member
from app.rooms.steps.outbox import OutboxItem, Roster, RosterEntry
from app.rooms.steps.outcome import Ambient, Outcome, Reject
from app.rules.hand.events import Event
from app.rules.tiles.tiles import Seat


class Draft:
    """One step in progress. Handlers replace ``room`` and append to ``events`` and ``outbox``."""

    def __init__(self, room: Room, ambient: Ambient) -> None:
        self.before = room
        self.room = room
        self.now = ambient.now
        self.entropy = ambient.entropy
        self.events: list[Event] = []
        self.outbox: list[OutboxItem] = []

    def put(self, member: Member) -> None:
        """Put the member into the member's slot."""
        self.room = with_member(self.room, member)

    def member(self, player_id: str) -> Member:
        """The player's member. Raises Reject: not_member."""
        found = self.room.by_player(player_id)
        if found is None:
            raise Reject("not_member")
        return found

    def owner(self, player_id: str) -> Member:
        """The player's member, who must own the room. Raises Reject: not_member, not_owner."""
        found = self.member(player_id)
        if found.slot != self.room.owner:
            raise Reject("not_owner")
        return found

    def seated(self, seat: Seat) -> Member:
        """The member at the seat. Raises ValueError for an empty seat."""
        return seated(self.room, seat)

    def want(self, *phases: Phase) -> None:
        """Raises Reject (settling, wrong_phase) unless the room is in one of the phases."""
        if self.room.phase not in phases:
            raise Reject("settling" if self.room.phase == "settling" else "wrong_phase")

    def put_roster(self) -> None:
        """Put the current members into the outbox."""
        entries = tuple(
            RosterEntry(m.slot, m.seat, m.player_id, m.name, m.bot, m.left) for m in self.room.present
        )
        self.outbox.append(Roster(self.room.id, self.room.match, entries, self.room.owner))

    def outcome(self) -> Outcome:
        """The outcome of the step. It holds the room before the step if nothing has changed."""
        room = self.before if self.room == self.before else self.room
        return Outcome(room, tuple(self.events), tuple(self.outbox))


def set_ready(member: Member, ready: bool, client_seed: bytes | None) -> Member:
    """The member, ready with the seed, or not ready and without a seed."""
    return replace(member, ready=ready, client_seed=client_seed if ready else None)
