"""Room cards at the door of a step: what it costs is held in the database before the live room changes."""

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
    """Somebody has fewer room cards than the step costs him.

    ``code`` is no_cards for the player who asked, payer_no_cards if another one cannot pay.
    """

    def __init__(self, code: str, needed: int, available: int) -> None:
        super().__init__(code)
        self.needed = needed
        self.available = available


@dataclass(frozen=True, slots=True)
class Place:
    """Where the live room stood when the step was worked out."""

    epoch: int
    version: int


class CardHolds:
    """Holds the cards of steps. One for a process."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def visit(self, player_id: str | None) -> "CommandHolds":
        """For one command of a player, or of the table."""
        return CommandHolds(self._db, player_id)


class CommandHolds:
    """The attempts at one command.

    A step is committed only against the version it was worked out from, and holds are given back only by
    whoever knows a newer roster. So once the step is committed, its cards are held: a hold that was given
    back meanwhile would have meant another version. If the room refuses a later attempt, another step has
    changed its members, or ended it: the roster of that step, or its end, gives the cards back.
    """

    def __init__(self, db: Database, player_id: str | None) -> None:
        self._db = db
        self._player_id = player_id
        self._refused: Place | None = None

    async def pay(self, place: Place, before: Room, after: Room, now: int) -> bool:
        """Hold what the step from ``before`` costs; False if the database knows a newer room: load again.

        Raises NoCards, RoomOver, DatabaseUnavailable.
        """
        dues = dues_of_step(before, after, self._player_id)
        if dues is None:
            return True
        # the store is asked again, and says the same: it has lost what the database heard of
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
    """The members as the database takes them."""
    return tuple(
        RosterMember(member.slot, member.seat, member.player_id, member.name, member.left)
        for member in room.present
    )
