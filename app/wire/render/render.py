"""Renders for each member: views, frames that change them, and the hash chain of the frames."""

import hashlib
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from app.rooms.state.member import Member, Stream
from app.rooms.state.room import Room, in_slot, with_member
from app.rooms.steps.outcome import Outcome, Reply
from app.rules.hand.events import Dealt, Event
from app.rules.hand.state import Claiming, Turn
from app.wire.messages.server import Frame, RoomPatch, RoomView, Snapshot
from app.wire.messages.views import Decision, HandView
from app.wire.render.decision import render_decision, render_waits
from app.wire.render.events import render_events
from app.wire.render.hand import render_hand
from app.wire.render.room import render_outline

T = TypeVar("T")
_ENCODER: Final = msgspec.json.Encoder()


@dataclass(frozen=True, slots=True)
class SlotFrame:
    """One frame as the store keeps it: its slot, number, link of the hash chain, and bytes."""

    slot: int
    seq: int
    hash: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Rendered:
    """A step that is ready to commit: the room with its new stream heads, and the frames.

    ``dropped``: slots whose player has left. The store cuts their streams, and each skips one number, so no
    connection of the old player can follow the stream of the next one.
    """

    room: Room
    frames: tuple[SlotFrame, ...]
    dropped: tuple[int, ...]
    reply: Reply | None


def render_step(before: Room, outcome: Outcome) -> Rendered:
    """The frames of a step, for each player who is a member before and after it.

    The reply and its receipt get the number of the frame that shows the action.
    """
    room = outcome.room
    if room is before:
        return Rendered(room, (), (), outcome.reply)
    streams = list(room.streams)
    frames: list[SlotFrame] = []
    dropped: list[int] = []
    for slot, stream in enumerate(room.streams):
        old, new = _occupant(before, slot), _occupant(room, slot)
        if old is not None and (new is None or new.player_id != old.player_id):
            dropped.append(slot)
            streams[slot] = Stream(stream.seq + 1, chain(stream.hash, b"left"))
            continue
        frame = _slot_frame(before, outcome, slot, stream)
        if frame is not None:
            frames.append(frame)
            streams[slot] = Stream(frame.seq, frame.hash)
    moved = replace(room, streams=tuple(streams))
    return _stamp(Rendered(moved, tuple(frames), tuple(dropped), outcome.reply))


def chain(previous: str, data: bytes) -> str:
    """The next link: 16 hex digits of SHA-256 over the previous link (ASCII) and the bytes of the frame."""
    return hashlib.sha256(previous.encode() + data).hexdigest()[:16]


def render_snapshot(room: Room, slot: int) -> Snapshot:
    """The whole view of the member and the head of the stream. Raises ValueError for an empty slot."""
    stream = room.streams[slot]
    return Snapshot(stream.seq, stream.hash, render_view(room, slot))


def render_view(room: Room, slot: int) -> RoomView:
    """Everything that the member in the slot may know. Raises ValueError for an empty slot."""
    member = in_slot(room, slot)
    outline = render_outline(room, member)
    return msgspec.structs.replace(
        outline,
        decision=_decision(room, member),
        waits={} if room.play is None else render_waits(room.play, member.seat),
        hand=_hand(room, member),
    )


def render_frame(before: Room, outcome: Outcome, slot: int, seq: int) -> Frame | None:
    """How the view of the member in the slot changes in a step; None if it does not change.

    Also None for a player who has just joined or left: a new member begins with a snapshot.
    """
    room = outcome.room
    old, new = _occupant(before, slot), _occupant(room, slot)
    if old is None or new is None or old.player_id != new.player_id:
        return None
    whole = _goes_whole(before, room, outcome.events, reseated=old.seat != new.seat)
    events = []
    if not whole and before.play is not None and room.play is not None:
        events = render_events(before.play, room.play, outcome.events, new.seat)
    patch = _patch(before, room, old, new, whole=whole)
    if not events and patch == RoomPatch():
        return None
    return Frame(seq, events, UNSET if patch == RoomPatch() else patch)


def _slot_frame(before: Room, outcome: Outcome, slot: int, stream: Stream) -> SlotFrame | None:
    frame = render_frame(before, outcome, slot, stream.seq + 1)
    if frame is None:
        return None
    data = _ENCODER.encode(frame)
    return SlotFrame(slot, frame.seq, chain(stream.hash, data), data)


def _patch(before: Room, room: Room, old: Member, new: Member, *, whole: bool) -> RoomPatch:
    was, now = render_outline(before, old), render_outline(room, new)
    return RoomPatch(
        room=_changed(was.room, now.room),
        phase=_changed(was.phase, now.phase),
        seat=_changed(was.seat, now.seat),
        seats=_changed(was.seats, now.seats),
        match=_changed(was.match, now.match),
        hand_number=_changed(was.hand_number, now.hand_number),
        dealer=_changed(was.dealer, now.dealer),
        seating_dice=_changed(was.seating_dice, now.seating_dice),
        results=_changed(was.results, now.results),
        commitment=_changed(was.commitment, now.commitment),
        vote=_changed(was.vote, now.vote),
        until=_changed(was.until, now.until),
        decision=_decision_change(room, old, new),
        waits=_waits_change(before, room, old, new),
        hand=_hand(room, new) if whole else UNSET,
        hand_id=_changed(was.hand_id, now.hand_id),
        sharing=_changed(was.sharing, now.sharing),
        inspected_at=_changed(was.inspected_at, now.inspected_at),
        vote_end=_changed(was.vote_end, now.vote_end),
        departed=_changed(was.departed, now.departed),
        voided=_changed(was.voided, now.voided),
    )


def _changed(before: T, after: T) -> T | UnsetType:
    return UNSET if before == after else after


def _decision_change(room: Room, old: Member, new: Member) -> Decision | UnsetType | None:
    """The decision if its id or time limit has changed. Its legal answers do not change while it is open."""
    return UNSET if _ask_key(old) == _ask_key(new) else _decision(room, new)


def _ask_key(member: Member) -> tuple[int, int | None] | None:
    return None if member.asked is None else (member.asked.id, member.asked.until)


def _waits_change(before: Room, room: Room, old: Member, new: Member) -> dict[str, int] | UnsetType:
    if _waits_key(before, old) == _waits_key(room, new):
        return UNSET
    was = {} if before.play is None else render_waits(before.play, old.seat)
    now = {} if room.play is None else render_waits(room.play, new.seat)
    return _changed(was, now)


def _waits_key(room: Room, member: Member) -> object:
    """Everything that the waits depend on, to skip their calculation when it has not changed."""
    if room.play is None:
        return None
    state = room.play.state
    drawn = state.phase.drawn if isinstance(state.phase, Turn) and state.phase.seat == member.seat else None
    going = isinstance(state.phase, Turn | Claiming)
    own = state.seats[member.seat]
    return going, own.hand, own.melds, own.void, drawn, any(won.seat == member.seat for won in state.wins)


def _decision(room: Room, member: Member) -> Decision | None:
    if room.phase != "playing" or room.play is None or member.asked is None:
        return None
    return render_decision(room.play, member.asked, member.seat)


def _hand(room: Room, member: Member) -> HandView | None:
    return None if room.play is None else render_hand(room.play, room.hand_number, member.seat)


def _goes_whole(before: Room, room: Room, events: tuple[Event, ...], *, reseated: bool) -> bool:
    """Whether the frame holds the whole hand: it is dealt, removed, or seen from another seat."""
    if (before.play is None) != (room.play is None):
        return True
    return room.play is not None and (reseated or any(isinstance(event, Dealt) for event in events))


def _stamp(rendered: Rendered) -> Rendered:
    """Put the number of the frame that shows the action into reply and receipt; None after a leave."""
    reply = rendered.reply
    if reply is None:
        return rendered
    if reply.slot in rendered.dropped:
        return replace(rendered, reply=replace(reply, seq=None))
    seq = rendered.room.streams[reply.slot].seq
    member = in_slot(rendered.room, reply.slot)
    *older, receipt = member.recent
    member = replace(member, recent=(*older, receipt._replace(seq=seq)))
    return replace(rendered, room=with_member(rendered.room, member), reply=replace(reply, seq=seq))


def _occupant(room: Room, slot: int) -> Member | None:
    """The player who reads the stream of the slot."""
    member = room.members[slot]
    return member if member is not None and member.human else None
