"""Rebuilds a room from the database after the store has lost its state."""

from dataclasses import dataclass

from app.rooms.state.member import Member, Stream
from app.rooms.state.room import Phase, Room, hand_id_of, seal
from app.rooms.state.settings import RoomSettings
from app.rooms.steps.outcome import Ambient
from app.rules.tiles.tiles import Ke, Seat


@dataclass(frozen=True, slots=True)
class SavedMember:
    """One row of the roster in the database."""

    slot: int
    seat: int
    player_id: str | None
    name: str
    bot: bool
    left: bool = False


@dataclass(frozen=True, slots=True)
class SavedRoom:
    """What the database knows of a room.

    ``match``: number of the newest match, 0 before the first. ``results``: the deltas of its booked hands,
    in 颗 by seat. ``next_dealer``: the seat that deals the next hand, None if no hand of the match is booked.
    """

    id: str
    code: str
    owner_slot: int
    settings: RoomSettings
    members: tuple[SavedMember, ...]
    match: int
    results: tuple[tuple[Ke, ...], ...]
    next_dealer: Seat | None


def rebuild_room(saved: SavedRoom, ambient: Ambient) -> Room:
    """Returns the room after its last booked hand. A hand that was in play is void: nobody pays for it.

    The phase is ``lobby`` if no match has begun, ``ended`` if the last hand of the match is booked, else
    ``between``; the next hand is dealt after a player connects. All players are offline and not ready. Each
    stream starts at 0, because the store gives the room a new epoch.
    """
    players = saved.settings.options.players
    played = len(saved.results)
    phase = _phase(saved)
    next_match, next_hand = (saved.match, played + 1) if phase == "between" else (saved.match + 1, 1)
    return Room(
        id=saved.id,
        code=saved.code,
        owner=saved.owner_slot,
        settings=saved.settings,
        members=_members(saved, ambient.now),
        streams=(Stream(),) * players,
        phase=phase,
        match=saved.match,
        hand_number=played,
        dealer=saved.next_dealer,
        results=saved.results,
        sealed=seal(saved.id, next_match, next_hand, ambient.entropy),
        hand_id=hand_id_of(saved.id, saved.match, played) if played else None,
    )


def _phase(saved: SavedRoom) -> Phase:
    if saved.match == 0:
        return "lobby"
    return "ended" if len(saved.results) >= saved.settings.options.hands else "between"


def _members(saved: SavedRoom, now: int) -> tuple[Member | None, ...]:
    found: dict[int, Member] = {
        row.slot: Member(
            slot=row.slot,
            seat=row.seat,
            player_id=row.player_id,
            name=row.name,
            bot=row.bot,
            offline_since=None if row.bot else now,
            left=row.left,
        )
        for row in saved.members
    }
    return tuple(found.get(slot) for slot in range(saved.settings.options.players))
