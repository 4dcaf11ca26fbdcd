"""Renders the room for one member, without the hand, the decision and the waits."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from app.rooms.state.member import Member
from app.rooms.state.room import Room, in_slot
from app.rooms.state.settings import RoomSettings
from app.rooms.state.sharing import sharings
from app.rules.options.options import options_diff
from app.wire.messages.server import RoomView
from app.wire.messages.views import (
    DepartedView,
    OptionValue,
    RoomInfo,
    SeatInfo,
    SharingView,
    VoteEndView,
    VoteView,
)


def render_outline(room: Room, member: Member) -> RoomView:
    """The view of the member with empty ``decision``, ``waits`` and ``hand``."""
    return RoomView(
        room=_info(room),
        phase=room.phase,
        seat=member.seat,
        seats=_seats(room),
        match=room.match,
        hand_number=room.hand_number,
        dealer=room.dealer,
        seating_dice=[[list(dice or ()) for dice in thrown] for thrown in room.seating_dice],
        results=[list(deltas) for deltas in room.results],
        commitment=_commitment(room),
        vote=_vote(room),
        until=_until(room),
        decision=None,
        waits={},
        hand=None,
        hand_id=room.hand_id,
        sharing=_sharing(room),
        inspected_at=None if room.play is None else room.play.inspected_at,
        vote_end=_vote_end(room),
        departed=[DepartedView(gone.name, gone.why) for gone in room.departed if gone.match == room.match],
        voided=room.voided,
    )


def _info(room: Room) -> RoomInfo:
    settings = room.settings
    owner = room.members[room.owner]
    return RoomInfo(
        id=room.id,
        code=room.code,
        preset=settings.preset,
        options=_options(settings),
        players=settings.options.players,
        hands=settings.options.hands,
        turn_seconds=settings.turn_seconds,
        window=settings.window,
        owner=room.owner if owner is None else owner.seat,
        payer=settings.payer,
        cost=settings.cost,
    )


@lru_cache(maxsize=256)
def _options(settings: RoomSettings) -> dict[str, OptionValue]:
    return msgspec.convert(options_diff(settings.preset, settings.options), dict[str, OptionValue])


def _seats(room: Room) -> list[SeatInfo | None]:
    by_seat: Mapping[int, Member] = {member.seat: member for member in room.present}
    totals = room.totals()
    return [
        _seat_info(by_seat[seat], totals[seat]) if seat in by_seat else None for seat in range(len(totals))
    ]


def _sharing(room: Room) -> list[SharingView]:
    shown = sharings(room)
    if not room.settings.tell_addresses:
        shown = tuple(each for each in shown if each.what == "device")
    return [SharingView(each.what, list(each.seats)) for each in shown]


def _seat_info(member: Member, total: int) -> SeatInfo:
    return SeatInfo(
        name=member.name,
        bot=member.bot,
        online=member.online,
        ready=member.ready,
        auto=member.auto,
        rematch=member.rematch,
        left=member.left,
        total=total,
    )


def _commitment(room: Room) -> str | None:
    """The commitment of the hand in play, else of the next hand."""
    if room.phase in {"playing", "settling"} and room.play is not None:
        return room.play.sealed.commitment
    return None if room.sealed is None else room.sealed.commitment


def _vote(room: Room) -> VoteView | None:
    vote = room.vote
    if vote is None:
        return None
    answers: list[bool | None] = [None] * len(room.members)
    proposer = 0
    for member in room.present:
        answers[member.seat] = vote.answers[member.slot]
        if member.slot == vote.proposer:
            proposer = member.seat
    return VoteView(proposer, vote.until, answers)


def _vote_end(room: Room) -> VoteEndView | None:
    end = room.vote_end
    if end is None:
        return None
    return VoteEndView(
        in_slot(room, end.proposer).seat,
        end.agreed,
        _seats_of(room, end.refused),
        _seats_of(room, end.silent),
    )


def _seats_of(room: Room, slots: tuple[int, ...]) -> list[int]:
    return sorted(in_slot(room, slot).seat for slot in slots)


def _until(room: Room) -> int | None:
    """The time limit that all members see. That of a claim is only in the decision of the seat."""
    if room.phase == "between":
        return room.next_at
    return room.play.clock if room.phase == "playing" and room.play is not None else None
