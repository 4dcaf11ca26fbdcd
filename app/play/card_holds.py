"""Holds the room cards that a step costs in the database, before the live room changes."""

from dataclasses import dataclass

from app.db import Database
from app.db.cards import charges
from app.db.cards.card_records import NotEnough
from app.db.hands import rooms
from app.db.hands.records import RosterMember
from app.play.bookings import order_of
from app.play.errors import RoomOver
from app.rooms.state.cards import Dues, dues_of_step
from app.rooms.state.room import Room
from app.rooms.steps.outcome import Reject


class NoCards(Reject):
    """A player has fewer room cards than the step costs.

    ``code``: no_cards if it is the player who sent the command, payer_no_cards if it is another player.
    ``needed``, ``available``: cards.
    """

    def __init__(self, code: str, needed: int, available: int) -> None:
        super().__init__(code)
        self.needed = needed
        self.available = available


@dataclass(frozen=True, slots=True)
class Place:
    """Epoch and version of the live room that a step was computed from."""

    epoch: int
    version: int


class CardHolds:
    """Holds the cards of steps. One per process."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def visit(self, player_id: str | None) -> "CommandHolds":
        """Begin one command of a player; ``player_id`` None: a command of the table itself."""
        return CommandHolds(self._db, player_id)


class CommandHolds:
    """Holds cards for all attempts at one command.

    A step is committed only against the version it was computed from, and holds are released only together
    with the roster of a newer version. So the cards of a committed step are always held: a release in between
    means a newer version, at which the commit fails. If the room rejects a later attempt, another step has
    changed its members or ended it; the roster or the end of that step releases the cards.
    """

    def __init__(self, db: Database, player_id: str | None) -> None:
        self._db = db
        self._player_id = player_id
        self._refused: Place | None = None

    async def pay(self, place: Place, before: Room, after: Room, now: int) -> bool:
        """Hold the cards that the step from ``before`` to ``after`` costs.

        False if the database knows a newer version of the room: load the room again.

        Raises NoCards, RoomOver, DatabaseUnavailable.
        """
        dues = dues_of_step(before, after, self._player_id)
        if dues is None:
            return True
        # Second refusal at the same version: the store has lost steps that the database knows.
        # Accept the state of the store.
        insist = self._refused == place
        try:
            done = await self._hold(place, before, dues, now, insist=insist)
        except NotEnough as short:
            raise self._no_cards(short) from None
        self._refused = None if done else place
        return done

    async def _hold(self, place: Place, before: Room, dues: Dues, now: int, *, insist: bool) -> bool:
        order = order_of(place.epoch, place.version)
        async with self._db.write() as tx:
            if not await rooms.confirm_roster(
                tx, before.id, before.owner, roster_of(before), order, insist=insist
            ):
                record = await rooms.by_id(tx, before.id)
                if record is not None and not record.open:
                    raise RoomOver(record.close_reason)
                return False
            await charges.hold_dues(tx, before.id, before.settings.payer, dues, now)
        return True

    def _no_cards(self, short: NotEnough) -> NoCards:
        code = "no_cards" if short.player_id == self._player_id else "payer_no_cards"
        return NoCards(code, short.needed, short.available)


def roster_of(room: Room) -> tuple[RosterMember, ...]:
    """The members as database records."""
    return tuple(
        RosterMember(member.slot, member.seat, member.player_id, member.name, member.left)
        for member in room.present
    )
