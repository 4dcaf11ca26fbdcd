"""The hand on the table: decisions, actions, claim windows, and the end of the hand (R6-R13)."""

from dataclasses import replace

from app.rooms.bots.policy import automatic_action
from app.rooms.state.member import Ask, Member
from app.rooms.state.room import Play, Window
from app.rooms.steps.commands import TakeAction
from app.rooms.steps.draft import Draft
from app.rooms.steps.hand_log import hand_ended, more_log
from app.rooms.steps.outcome import Reject
from app.rules.hand.actions import Action, IllegalAction, Proceed
from app.rules.hand.legal import default_action, pending_seats
from app.rules.hand.state import Claiming, Over, Step
from app.rules.hand.transition import apply

TIMEOUTS_TO_AUTO = 2
"""Number of missed decisions in a row that start 托管."""


def act(draft: Draft, command: TakeAction) -> None:
    """Answer an open decision. The player's own action ends 托管.

    Raises Reject: not_member, wrong_phase, settling, stale_decision (the decision is not open), illegal.
    """
    member = draft.member(command.player_id)
    draft.want("playing")
    if member.asked is None or member.asked.id != command.decision:
        raise Reject("stale_decision")
    try:
        step = apply(playing(draft).state, replace(command.action, seat=member.seat))
    except IllegalAction as refused:
        raise Reject("illegal", refused.code) from refused
    draft.put(replace(member, asked=None, timeouts=0, auto=False))
    take(draft, step)
    go_on(draft)


def time_out(draft: Draft, member: Member) -> None:
    """The member's time is over: take the default action. TIMEOUTS_TO_AUTO in a row start 托管."""
    timeouts = member.timeouts + 1
    auto = member.auto or timeouts >= TIMEOUTS_TO_AUTO
    draft.put(replace(member, asked=None, timeouts=timeouts, auto=auto))
    _do(draft, default_action(playing(draft).state, member.seat))
    go_on(draft)


def act_automatically(draft: Draft, member: Member) -> None:
    """A bot or 托管 answers the open decision."""
    draft.put(replace(member, asked=None))
    _do(draft, automatic_action(playing(draft).state, member))
    go_on(draft)


def close_window(draft: Draft) -> None:
    """End the claim window: each open answer is a pass (R9). It does not count as a missed decision."""
    for seat in pending_seats(playing(draft).state):
        member = draft.seated(seat)
        draft.put(replace(member, asked=None))
        state = playing(draft).state
        _do(draft, automatic_action(state, member) if member.automatic else default_action(state, seat))
    go_on(draft)


def go_on(draft: Draft) -> None:
    """After an answer: close the claim window if it is due, then open the next decisions."""
    if draft.room.phase != "playing":
        return
    play = playing(draft)
    if play.window is not None and not pending_seats(play.state) and draft.now >= play.window.earliest:
        _do(draft, Proceed())
    ask_pending(draft)


def ask_pending(draft: Draft) -> None:
    """Open a decision for each seat that has to decide and has no open decision."""
    if draft.room.phase != "playing":
        return
    asked = [m for m in map(draft.seated, pending_seats(playing(draft).state)) if m.asked is None]
    asks = [_ask(draft, member) for member in asked]
    for member, ask in zip(asked, asks, strict=True):
        draft.put(replace(member, decisions=ask.id, asked=ask))
    play = playing(draft)
    if asks and play.window is None:
        clocks = [ask.until for ask in asks if ask.until is not None and ask.auto_at is None]
        draft.room = replace(draft.room, play=replace(play, clock=max(clocks, default=None)))


def take(draft: Draft, step: Step) -> None:
    """Take over a step of the engine: state, log, window and events; book the hand if it is over."""
    play = playing(draft)
    log = play.log + more_log(step.events)
    play = replace(play, state=step.state, log=log, window=_window(draft, play, step))
    draft.room = replace(draft.room, play=play)
    draft.events.extend(step.events)
    if isinstance(step.state.phase, Over):
        _end_hand(draft, play)


def playing(draft: Draft) -> Play:
    """The hand on the table. Raises ValueError if there is none."""
    if draft.room.play is None:
        raise ValueError("no hand is on the table")
    return draft.room.play


def _do(draft: Draft, action: Action) -> None:
    take(draft, apply(playing(draft).state, action))


def _end_hand(draft: Draft, play: Play) -> None:
    """Put the result into the outbox. The next hand waits until it is booked."""
    draft.room = replace(draft.room, phase="settling")
    draft.outbox.append(hand_ended(draft.room, play, draft.now))


def _window(draft: Draft, play: Play, step: Step) -> Window | None:
    if not isinstance(step.state.phase, Claiming):
        return None
    if play.window is not None:
        return play.window
    settings = draft.room.settings
    if settings.window == "steady":
        end = draft.now + settings.pace.steady_ms
        return Window(end, end)
    return Window(draft.now + settings.pace.pause_ms, None)


def _ask(draft: Draft, member: Member) -> Ask:
    auto_at = draft.now + draft.room.settings.pace.bot_ms if member.automatic else None
    return Ask(member.decisions + 1, draft.now, None if member.bot else _until(draft), auto_at)


def _until(draft: Draft) -> int | None:
    settings, play = draft.room.settings, playing(draft)
    if play.window is not None and play.window.latest is not None:
        return play.window.latest
    limit = settings.turn_ms if play.window is None else settings.claim_ms
    return None if limit is None else draft.now + limit
