"""Dissolving a match by agreement of everybody who is online when it is proposed."""

from dataclasses import replace

from app.rooms.state.room import Vote
from app.rooms.steps.commands import AnswerDissolve, ProposeDissolve
from app.rooms.steps.draft import Draft
from app.rooms.steps.ending import close
from app.rooms.steps.outcome import Reject
from app.rules.hand.state import put_at


def propose(draft: Draft, command: ProposeDissolve) -> None:
    """Open a vote, once a hand for each player. Bots agree, offline players are not waited for.

    Raises Reject: vote_open, vote_limit.
    """
    member = draft.member(command.player_id)
    draft.want("playing", "settling", "between")
    if draft.room.vote is not None:
        raise Reject("vote_open")
    if member.proposed:
        raise Reject("vote_limit")
    draft.put(replace(member, proposed=True))
    asked = tuple(m.slot for m in draft.room.humans if m.online or m.slot == member.slot)
    answers = tuple(
        True if m is not None and (m.bot or m.slot == member.slot) else None for m in draft.room.members
    )
    until = draft.now + draft.room.settings.pace.vote_ms
    draft.room = replace(draft.room, vote=Vote(member.slot, until, asked, answers))
    _count(draft)


def answer(draft: Draft, command: AnswerDissolve) -> None:
    """One refusal ends the vote, also that of a player who was offline when it began.

    Raises Reject: no_vote.
    """
    member = draft.member(command.player_id)
    vote = draft.room.vote
    if vote is None:
        raise Reject("no_vote")
    if not command.agree:
        refuse(draft)
        return
    answers = put_at(vote.answers, member.slot, True)
    draft.room = replace(draft.room, vote=replace(vote, answers=answers))
    _count(draft)


def refuse(draft: Draft) -> None:
    """The match goes on."""
    draft.room = replace(draft.room, vote=None)


def _count(draft: Draft) -> None:
    vote = draft.room.vote
    if vote is not None and all(vote.answers[slot] for slot in vote.asked):
        close(draft, "dissolved")
