"""Dissolves a room if all players who are present agree."""

from dataclasses import replace
from typing import Final

from app.rooms.state.member import Member
from app.rooms.state.room import Vote, VoteEnd, in_slot
from app.rooms.steps.commands import AnswerDissolve, ProposeDissolve
from app.rooms.steps.draft import Draft
from app.rooms.steps.ending import close
from app.rooms.steps.outcome import Reject
from app.rules.hand.state import put_at

LAST_PART: Final = 6
"""Who has been offline for the last sixth of the time of a vote abstains. A shorter gap changes nothing."""


def propose(draft: Draft, command: ProposeDissolve) -> None:
    """Open a vote. It asks who is online and who went offline less than ``absent_ms`` ago. Bots agree.

    A player whose proposal got a no may not propose again in this hand.
    Raises Reject: not_member, wrong_phase, vote_open, vote_limit.
    """
    member = draft.member(command.player_id)
    draft.want("playing", "settling", "between")
    if draft.room.vote is not None:
        raise Reject("vote_open")
    if member.proposed:
        raise Reject("vote_limit")
    asked = tuple(m.slot for m in draft.room.humans if _present(draft, m))
    answers = tuple(
        True if m is not None and (m.bot or m.slot == member.slot) else None for m in draft.room.members
    )
    until = draft.now + draft.room.settings.pace.vote_ms
    draft.room = replace(draft.room, vote_end=None)
    _count(draft, Vote(member.slot, until, asked, answers))


def answer(draft: Draft, command: AnswerDissolve) -> None:
    """Answer the vote. One refusal ends it, also by a player who is not asked.

    Raises Reject: not_member, no_vote.
    """
    member = draft.member(command.player_id)
    vote = draft.room.vote
    if vote is None:
        raise Reject("no_vote")
    if command.agree:
        _count(draft, replace(vote, answers=put_at(vote.answers, member.slot, True)))
        return
    draft.put(replace(in_slot(draft.room, vote.proposer), proposed=True))
    _end(draft, VoteEnd(vote.proposer, agreed=False, refused=(member.slot,)))


def time_over(draft: Draft, vote: Vote) -> None:
    """The time is over. Who is offline or on 托管 abstains; the silence of others refuses."""
    silent = tuple(slot for slot in vote.asked if not vote.answers[slot])
    agreed = all(_abstains(draft, in_slot(draft.room, slot)) for slot in silent)
    _end(draft, VoteEnd(vote.proposer, agreed, silent=silent))


def _count(draft: Draft, vote: Vote) -> None:
    draft.room = replace(draft.room, vote=vote)
    if all(vote.answers[slot] for slot in vote.asked):
        _end(draft, VoteEnd(vote.proposer, agreed=True))


def _end(draft: Draft, end: VoteEnd) -> None:
    draft.room = replace(draft.room, vote=None, vote_end=end)
    if end.agreed:
        close(draft, "dissolved")


def _present(draft: Draft, member: Member) -> bool:
    return member.online or member.away_ms(draft.now) < draft.room.settings.pace.absent_ms


def _abstains(draft: Draft, member: Member) -> bool:
    gap = draft.room.settings.pace.vote_ms // LAST_PART
    return member.auto or (not member.online and member.away_ms(draft.now) >= gap)
