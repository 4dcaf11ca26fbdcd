"""Reserves in the database what a step needs before the live room changes: seats and room cards."""

from dataclasses import dataclass
from typing import Final

from app.db import Database
from app.db.cards import charges
from app.db.cards.card_records import NotEnough
from app.db.hands import player_rooms, rooms
from app.db.hands.records import RosterMember
from app.db.people.standing import lock_players, require_free
from app.play.books.bookings import order_of
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


@dataclass(frozen=True, slots=True)
class Needs:
    """What a step needs: seats for ``newcomers`` (player ids), and ``dues`` in cards."""

    newcomers: tuple[str, ...]
    dues: Dues | None


_NOTHING: Final = Needs((), None)


class Reservations:
    """Makes the reservations of steps. One per process."""

    def __init__(self, db: Database) -> None:
        self._db = db

    def begin(self, player_id: str | None) -> "CommandReservations":
        """Begin one command of a player; ``player_id`` None: a command of the table itself."""
        return CommandReservations(self._db, player_id)


class CommandReservations:
    """Makes the reservations for all attempts at one command.

    A player who takes a seat first makes the room their one open room, and cards are held for a match. A step
    is committed only against the version it was computed from, and reservations are released only together
    with the roster of a newer version. So those of a committed step always stand: a release in between means
    a newer version, at which the commit fails. If the room rejects a later attempt, another step has changed
    its members or ended it; the roster or the end of that step releases them.
    """

    def __init__(self, db: Database, player_id: str | None) -> None:
        self._db = db
        self._player_id = player_id
        self._refused: Place | None = None

    def needed(self, before: Room, after: Room) -> Needs | None:
        """What the step from ``before`` to ``after`` needs. None if it needs nothing."""
        needs = Needs(newcomers(before, after), dues_of_step(before, after, self._player_id))
        return None if needs == _NOTHING else needs

    async def make(self, place: Place, before: Room, needs: Needs, now: int) -> bool:
        """Reserve what a step from ``before`` needs. A repeat changes nothing.

        False if the database knows a newer version of the room: load the room again.

        Raises SeatedElsewhere, NoPlayer, PlayerBanned, NoCards, RoomOver, DatabaseUnavailable.
        """
        # Second refusal at the same version: the store has lost steps that the database knows.
        # Accept the state of the store.
        insist = self._refused == place
        try:
            done = await self._reserve(place, before, needs, now, insist=insist)
        except NotEnough as short:
            raise self._no_cards(short) from None
        self._refused = None if done else place
        return done

    async def _reserve(self, place: Place, before: Room, needs: Needs, now: int, *, insist: bool) -> bool:
        order = order_of(place.epoch, place.version)
        async with self._db.write() as tx:
            await lock_players(tx, *needs.newcomers)
            await require_free(tx, *needs.newcomers)
            if not await rooms.confirm_roster(
                tx, before.id, before.owner, roster_of(before), order, insist=insist
            ):
                record = await rooms.by_id(tx, before.id)
                if record is not None and not record.open:
                    raise RoomOver(record.close_reason)
                return False
            for player_id in needs.newcomers:
                await player_rooms.enter(tx, player_id, before.id, now)
            if needs.dues is not None:
                await charges.hold_dues(tx, before.id, before.settings.payer, needs.dues, now)
        return True

    def _no_cards(self, short: NotEnough) -> NoCards:
        code = "no_cards" if short.player_id == self._player_id else "payer_no_cards"
        return NoCards(code, short.needed, short.available)


def newcomers(before: Room, after: Room) -> tuple[str, ...]:
    """Ids of the players who have a seat after a step and had none before it, in order."""
    known = {member.player_id for member in before.humans}
    ids = (member.player_id for member in after.humans if member.player_id not in known)
    return tuple(sorted(player_id for player_id in ids if player_id is not None))


def roster_of(room: Room) -> tuple[RosterMember, ...]:
    """The members as database records."""
    return tuple(
        RosterMember(member.slot, member.seat, member.player_id, member.name, member.left)
        for member in room.present
    )
