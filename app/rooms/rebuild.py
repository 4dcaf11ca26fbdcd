"""A room made anew from what the database knows, after the live state was lost."""

from dataclasses import dataclass

from app.rooms.state.member import Member, Stream
from app.rooms.state.room import Phase, Room, hand_id_of, seal
from app.rooms.state.settings import RoomSettings
from app.rooms.steps.outcome import Ambient
from app.rules.tiles.tiles import Ke, Seat


@dataclass(frozen=True, slots=True)
class SavedMember:
    """A row of the roster."""

    slot: int
    seat: int
    player_id: str | None
    name: str
    bot: bool
    left: bool = False


@dataclass(frozen=True, slots=True)
class SavedRoom:
    """What was booked. ``match`` is 0 before the first one; ``results`` are the deltas of its settled hands.

    ``next_dealer`` deals the next hand; None before the first hand of the match was settled.
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
    """The room at its last booked moment: a hand that was in play is void and nobody pays.

    A lobby if no match has begun, ended if the last hand was booked, else waiting for the next hand, which is
    dealt when somebody is back. Everybody is offline and not ready. Streams begin anew: the store gives the
    room a new epoch.
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
