"""Time as data: everything that will happen by itself, and when (server ms)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias, assert_never

from app.rooms.handlers import lobby, matches, votes
from app.rooms.handlers.auto import set_auto
from app.rooms.handlers.play import act_automatically, close_window, time_out
from app.rooms.state.member import Member
from app.rooms.state.room import Play, Room, Vote, Window
from app.rooms.steps.commands import Grace
from app.rooms.steps.draft import Draft
from app.rules.hand.legal import pending_seats

STEPS_PER_TICK: Final = 64
"""More than one moment can hold; what is left after them is due at once again."""


@dataclass(frozen=True, slots=True)
class SeatAlarm:
    """The table acts for the member: a bot, 托管, or his time is over."""

    slot: int


@dataclass(frozen=True, slots=True)
class WindowAlarm:
    """The claim window closes."""


@dataclass(frozen=True, slots=True)
class NextHandAlarm:
    """The next hand is dealt, whoever is ready."""


@dataclass(frozen=True, slots=True)
class VoteAlarm:
    """The vote is over; silence has refused."""


@dataclass(frozen=True, slots=True)
class AbsentAlarm:
    """An offline player of a room without a turn limit goes on 托管."""

    slot: int


@dataclass(frozen=True, slots=True)
class OwnerAlarm:
    """The lobby's owner has been away for too long."""


Alarm: TypeAlias = SeatAlarm | WindowAlarm | NextHandAlarm | VoteAlarm | AbsentAlarm | OwnerAlarm


def next_deadline(room: Room) -> int | None:
    """When the next Tick has something to do, in server ms; None if only people can move the room."""
    return min((at for at, _ in _alarms(room)), default=None)


def tick(draft: Draft) -> None:
    """Do everything that is due, the earliest first."""
    for _ in range(STEPS_PER_TICK):
        due = [(at, alarm) for at, alarm in _alarms(draft.room) if at <= draft.now]
        if not due:
            return
        _ring(draft, min(due, key=lambda entry: entry[0])[1])


def grace(draft: Draft, command: Grace) -> None:
    """After an outage nobody's time is over before ``until``, votes and the next hand's clock included."""
    room, until = draft.room, command.until
    draft.room = replace(
        room,
        members=tuple(None if m is None else _spare(m, room, until) for m in room.members),
        vote=_later_vote(room.vote, until),
        next_at=None if room.next_at is None else max(room.next_at, until),
    )
    if room.play is not None:
        draft.room = replace(draft.room, play=_spare_play(room.play, until))


def _alarms(room: Room) -> Iterator[tuple[int, Alarm]]:
    if room.phase == "playing":
        yield from _hand_alarms(room)
    if room.phase == "between" and room.next_at is not None:
        yield room.next_at, NextHandAlarm()
    if room.vote is not None:
        yield room.vote.until, VoteAlarm()
    owner_due = lobby.owner_due(room)
    if owner_due is not None:
        yield owner_due, OwnerAlarm()


def _hand_alarms(room: Room) -> Iterator[tuple[int, Alarm]]:
    play = room.play
    if play is None:
        return
    steady = play.window is not None and play.window.latest is not None
    for member in room.present:
        at = _seat_due(member, steady=steady)
        if at is not None:
            yield at, SeatAlarm(member.slot)
        absent = _absent_due(member, room)
        if absent is not None:
            yield absent, AbsentAlarm(member.slot)
    if play.window is not None:
        waiting = bool(pending_seats(play.state))
        close_at = play.window.latest if waiting else play.window.earliest
        if close_at is not None:
            yield close_at, WindowAlarm()


def _seat_due(member: Member, *, steady: bool) -> int | None:
    """When the table acts for him. A steady window needs no clock of his own: its end answers for all."""
    asked = member.asked
    if asked is None:
        return None
    if asked.auto_at is not None:
        return asked.auto_at
    return None if steady else asked.until


def _absent_due(member: Member, room: Room) -> int | None:
    if room.settings.turn_seconds is not None or member.automatic or member.offline_since is None:
        return None
    return member.offline_since + room.settings.pace.absent_ms


def _ring(draft: Draft, alarm: Alarm) -> None:
    match alarm:
        case SeatAlarm(slot=slot):
            member = _at(draft, slot)
            if member.automatic:
                act_automatically(draft, member)
            else:
                time_out(draft, member)
        case WindowAlarm():
            close_window(draft)
        case NextHandAlarm():
            matches.deal_hand(draft)
        case VoteAlarm():
            votes.refuse(draft)
        case AbsentAlarm(slot=slot):
            set_auto(draft, _at(draft, slot), True)
        case OwnerAlarm():
            lobby.replace_owner(draft)
        case _:
            assert_never(alarm)


def _at(draft: Draft, slot: int) -> Member:
    member = draft.room.members[slot]
    if member is None:
        raise ValueError(f"slot {slot} is empty")
    return member


def _spare(member: Member, room: Room, until: int) -> Member:
    asked, since = member.asked, member.offline_since
    if asked is not None and asked.until is not None:
        asked = replace(asked, until=max(asked.until, until))
    if since is not None:
        since = max(since, until - room.settings.pace.absent_ms)
    return replace(member, asked=asked, offline_since=since)


def _later_vote(vote: Vote | None, until: int) -> Vote | None:
    return None if vote is None else replace(vote, until=max(vote.until, until))


def _spare_play(play: Play, until: int) -> Play:
    window = play.window
    if window is not None and window.latest is not None:
        end = max(window.latest, until)
        window = Window(end, end)
    return replace(play, window=window, clock=None if play.clock is None else max(play.clock, until))
