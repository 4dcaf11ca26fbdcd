"""What each member is sent: whole views, frames that say how they change, and the chain of frames."""

import hashlib
from dataclasses import dataclass, replace
from typing import Final, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from app.rooms.state.member import Member, Stream
from app.rooms.state.room import Room, with_member
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
    """One frame as it is stored and sent: its number, its link of the chain and its bytes."""

    slot: int
    seq: int
    hash: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Rendered:
    """A step ready to be committed: the room with its streams moved on, and the frames.

    ``dropped`` are slots whose member has gone: their streams are to be cut before anything is added, and a
    number is left out, so that no connection of the old member can follow the next one's stream.
    """

    room: Room
    frames: tuple[SlotFrame, ...]
    dropped: tuple[int, ...]
    reply: Reply | None


def render_step(before: Room, outcome: Outcome) -> Rendered:
    """The frames of a step for everybody who is a member before and after it.

    The reply, and the receipt kept for it, name the frame that shows the action to its member.
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
    """The next link: 16 hex digits of SHA-256 over the previous link in ASCII and the frame's bytes."""
    return hashlib.sha256(previous.encode() + data).hexdigest()[:16]


def render_snapshot(room: Room, slot: int) -> Snapshot:
    """The member's whole view with the head of his stream. Raises ValueError for an empty slot."""
    stream = room.streams[slot]
    return Snapshot(stream.seq, stream.hash, render_view(room, slot))


def render_view(room: Room, slot: int) -> RoomView:
    """Everything the member of a slot may know. Raises ValueError for an empty slot."""
    member = _member(room, slot)
    outline = render_outline(room, member)
    return msgspec.structs.replace(
        outline,
        decision=_decision(room, member),
        waits={} if room.play is None else render_waits(room.play, member.seat),
        hand=_hand(room, member),
    )


def render_frame(before: Room, outcome: Outcome, slot: int, seq: int) -> Frame | None:
    """How the member's view changes in a step; None if it does not.

    None as well for who has just come or gone: a member begins with a snapshot.
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
    a, b = render_outline(before, old), render_outline(room, new)
    return RoomPatch(
        room=_changed(a.room, b.room),
        phase=_changed(a.phase, b.phase),
        seat=_changed(a.seat, b.seat),
        seats=_changed(a.seats, b.seats),
        match=_changed(a.match, b.match),
        hand_number=_changed(a.hand_number, b.hand_number),
        dealer=_changed(a.dealer, b.dealer),
        seating_dice=_changed(a.seating_dice, b.seating_dice),
        results=_changed(a.results, b.results),
        commitment=_changed(a.commitment, b.commitment),
        vote=_changed(a.vote, b.vote),
        until=_changed(a.until, b.until),
        decision=_decision_change(room, old, new),
        waits=_waits_change(before, room, old, new),
        hand=_hand(room, new) if whole else UNSET,
        hand_id=_changed(a.hand_id, b.hand_id),
        sharing=_changed(a.sharing, b.sharing),
        inspected_at=_changed(a.inspected_at, b.inspected_at),
    )


def _changed(before: T, after: T) -> T | UnsetType:
    return UNSET if before == after else after


def _decision_change(room: Room, old: Member, new: Member) -> Decision | UnsetType | None:
    """A decision changes with its id or its clock; what it offers stays the same while it is open."""
    return UNSET if _ask_key(old) == _ask_key(new) else _decision(room, new)


def _ask_key(member: Member) -> tuple[int, int | None] | None:
    return None if member.asked is None else (member.asked.id, member.asked.until)


def _waits_change(before: Room, room: Room, old: Member, new: Member) -> dict[str, int] | UnsetType:
    if _waits_key(before, old) == _waits_key(room, new):
        return UNSET
    a = {} if before.play is None else render_waits(before.play, old.seat)
    b = {} if room.play is None else render_waits(room.play, new.seat)
    return _changed(a, b)


def _waits_key(room: Room, member: Member) -> object:
    """Whatever the waits follow from."""
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
    """Whether the hand is sent anew: dealt, cleared away, or seen from another seat."""
    if (before.play is None) != (room.play is None):
        return True
    return room.play is not None and (reseated or any(isinstance(event, Dealt) for event in events))


def _stamp(rendered: Rendered) -> Rendered:
    """The reply and the receipt with the number of the frame that shows the action, if one does."""
    reply = rendered.reply
    if reply is None:
        return rendered
    if reply.slot in rendered.dropped:
        return replace(rendered, reply=replace(reply, seq=None))
    seq = rendered.room.streams[reply.slot].seq
    member = rendered.room.members[reply.slot]
    room = rendered.room
    if member is not None and member.recent and member.recent[-1].action_id == reply.action_id:
        receipt = member.recent[-1]._replace(seq=seq)
        room = with_member(room, replace(member, recent=(*member.recent[:-1], receipt)))
    return replace(rendered, room=room, reply=replace(reply, seq=seq))


def _occupant(room: Room, slot: int) -> Member | None:
    """The player who reads the slot's stream."""
    member = room.members[slot]
    return member if member is not None and member.human else None


def _member(room: Room, slot: int) -> Member:
    member = room.members[slot]
    if member is None:
        raise ValueError(f"slot {slot} is empty")
    return member
