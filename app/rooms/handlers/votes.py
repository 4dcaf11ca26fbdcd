"""Dissolves a room if all players agree who are online when it is proposed."""

from dataclasses import replace

from app.rooms.state.room import Vote
from app.rooms.steps.commands import AnswerDissolve, ProposeDissolve
from app.rooms.steps.draft import Draft
from app.rooms.steps.ending import close
from app.rooms.steps.outcome import Reject
from app.rules.hand.state import put_at


def propose(draft: Draft, command: ProposeDissolve) -> None:
    """Open a vote. Each player may propose once in a hand. Bots agree; offline players are not asked.

    Raises Reject: not_member, wrong_phase, vote_open, vote_limit.
    """
    member = draft.member(command.player_id)
    draft.want("playing", "settling", "between")
    if draft.room.vote is not None:
        raise Reject("vote_open")
    if member.proposed:
        raise Reject("vote_limit")
    draft.put(replace(member, proposed=True))
    asked = tuple(m.slot for m in draft.room.humans if m.online)
    answers = tuple(
        True if m is not None and (m.bot or m.slot == member.slot) else None for m in draft.room.members
    )
    until = draft.now + draft.room.settings.pace.vote_ms
    _count(draft, Vote(member.slot, until, asked, answers))


def answer(draft: Draft, command: AnswerDissolve) -> None:
    """Answer the vote. One refusal ends it, also by a player who is not asked.

    Raises Reject: not_member, no_vote.
    """
    member = draft.member(command.player_id)
    vote = draft.room.vote
    if vote is None:
        raise Reject("no_vote")
    if not command.agree:
        refuse(draft)
        return
    _count(draft, replace(vote, answers=put_at(vote.answers, member.slot, True)))


def refuse(draft: Draft) -> None:
    """End the vote; the match goes on."""
    draft.room = replace(draft.room, vote=None)


def _count(draft: Draft, vote: Vote) -> None:
    draft.room = replace(draft.room, vote=vote)
    if all(vote.answers[slot] for slot in vote.asked):
        close(draft, "dissolved")
