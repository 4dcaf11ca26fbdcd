"""The clocks of a room: what happens without a player's action, and when (server ms)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, NamedTuple, TypeAlias, assert_never

from app.rooms.handlers import matches, seats, votes
from app.rooms.handlers.auto import set_auto
from app.rooms.handlers.play import act_automatically, close_window, time_out
from app.rooms.state.member import Member
from app.rooms.state.room import Play, Room, Vote, Window, in_slot
from app.rooms.steps.commands import Grace
from app.rooms.steps.draft import Draft
from app.rules.hand.legal import pending_seats

STEPS_PER_TICK: Final = 64
"""Most alarms that one Tick handles. The rest is due at once again, with the next Tick."""


@dataclass(frozen=True, slots=True)
class SeatAlarm:
    """The table acts for the member: a bot, 托管, or the time is over."""

    slot: int


@dataclass(frozen=True, slots=True)
class WindowAlarm:
    """The claim window closes."""


@dataclass(frozen=True, slots=True)
class NextHandAlarm:
    """The next hand is dealt, also if players are not ready."""


@dataclass(frozen=True, slots=True)
class VoteAlarm:
    """The time of the vote is over."""

    vote: Vote


@dataclass(frozen=True, slots=True)
class AbsentAlarm:
    """In a room without a turn limit, 托管 begins for a player who is offline or silent for too long."""

    slot: int


@dataclass(frozen=True, slots=True)
class OwnerAlarm:
    """The owner of the lobby is offline for too long: the player in the slot ``heir`` owns it."""

    heir: int


@dataclass(frozen=True, slots=True)
class LapseAlarm:
    """An offline player has lost the seat, because others wait."""

    slot: int


Alarm: TypeAlias = SeatAlarm | WindowAlarm | NextHandAlarm | VoteAlarm | AbsentAlarm | OwnerAlarm | LapseAlarm


class Due(NamedTuple):
    """An alarm and when it is due (server ms)."""

    at: int
    alarm: Alarm


def next_deadline(room: Room) -> int | None:
    """When the next Tick has something to do (server ms); None if only a command can change the room."""
    return min((due.at for due in _alarms(room)), default=None)


def tick(draft: Draft) -> None:
    """Handle the alarms that are due, the earliest first, at most STEPS_PER_TICK."""
    for _ in range(STEPS_PER_TICK):
        first = min(_alarms(draft.room), key=lambda due: due.at, default=None)
        if first is None or first.at > draft.now:
            return
        _ring(draft, first.alarm)


def grace(draft: Draft, command: Grace) -> None:
    """After an outage no clock of the room ends before ``until``: decisions, window, vote, next hand."""
    room, until = draft.room, command.until
    draft.room = replace(
        room,
        members=tuple(None if m is None else _spare(m, room, until) for m in room.members),
        vote=_later_vote(room.vote, until),
        next_at=_later(room.next_at, until),
    )
    if room.play is not None:
        draft.room = replace(draft.room, play=_spare_play(room.play, until))


def _alarms(room: Room) -> Iterator[Due]:
    if room.phase == "playing" and room.play is not None:
        yield from _hand_alarms(room, room.play)
    if room.phase == "between" and room.next_at is not None:
        yield Due(room.next_at, NextHandAlarm())
    if room.vote is not None:
        yield Due(room.vote.until, VoteAlarm(room.vote))
    succession = seats.succession(room)
    if succession is not None:
        yield Due(succession.at, OwnerAlarm(succession.heir))
    for at, slot in seats.lapses(room):
        yield Due(at, LapseAlarm(slot))


def _hand_alarms(room: Room, play: Play) -> Iterator[Due]:
    steady = play.window is not None and play.window.latest is not None
    for member in room.present:
        at = _seat_due(member, steady=steady)
        if at is not None:
            yield Due(at, SeatAlarm(member.slot))
        absent = _absent_due(member, room)
        if absent is not None:
            yield Due(absent, AbsentAlarm(member.slot))
    if play.window is not None:
        waiting = bool(pending_seats(play.state))
        close_at = play.window.latest if waiting else play.window.earliest
        if close_at is not None:
            yield Due(close_at, WindowAlarm())


def _seat_due(member: Member, *, steady: bool) -> int | None:
    """When the table acts for the member. In a steady window no seat has its own clock: its end is enough."""
    asked = member.asked
    if asked is None:
        return None
    if asked.auto_at is not None:
        return asked.auto_at
    return None if steady else asked.until


def _absent_due(member: Member, room: Room) -> int | None:
    if room.settings.turn_seconds is not None or member.automatic:
        return None
    pace, asked = room.settings.pace, member.asked
    silent = None if asked is None else asked.opened_at + pace.silent_ms
    absent = None if member.offline_since is None else member.offline_since + pace.absent_ms
    return min((at for at in (silent, absent) if at is not None), default=None)


def _ring(draft: Draft, alarm: Alarm) -> None:
    match alarm:
        case SeatAlarm(slot=slot):
            member = in_slot(draft.room, slot)
            if member.automatic:
                act_automatically(draft, member)
            else:
                time_out(draft, member)
        case WindowAlarm():
            close_window(draft)
        case NextHandAlarm():
            matches.deal_hand(draft)
        case VoteAlarm(vote=vote):
            votes.time_over(draft, vote)
        case AbsentAlarm(slot=slot):
            set_auto(draft, in_slot(draft.room, slot), True)
        case OwnerAlarm(heir=heir):
            seats.replace_owner(draft, heir)
        case LapseAlarm(slot=slot):
            seats.lapse(draft, slot)
        case _:
            assert_never(alarm)


def _spare(member: Member, room: Room, until: int) -> Member:
    pace, asked, since = room.settings.pace, member.asked, member.offline_since
    if asked is not None:
        opened_at = max(asked.opened_at, until - pace.silent_ms)
        asked = replace(asked, opened_at=opened_at, until=_later(asked.until, until))
    if since is not None:
        since = max(since, until - pace.absent_ms)
    return replace(member, asked=asked, offline_since=since)


def _later(at: int | None, until: int) -> int | None:
    return None if at is None else max(at, until)


def _later_vote(vote: Vote | None, until: int) -> Vote | None:
    return None if vote is None else replace(vote, until=max(vote.until, until))


def _spare_play(play: Play, until: int) -> Play:
    window = play.window
    if window is not None and window.latest is not None:
        end = max(window.latest, until)
        window = Window(end, end)
    return replace(play, window=window, clock=_later(play.clock, until))
