"""Switches 托管 on and off."""

from dataclasses import replace

from app.rooms.handlers.matches import deal_if_ready
from app.rooms.state.member import Member
from app.rooms.steps.commands import Auto
from app.rooms.steps.draft import Draft


def auto(draft: Draft, command: Auto) -> None:
    """The player switches their 托管. Raises Reject: not_member, wrong_phase."""
    member = draft.member(command.player_id)
    draft.want("playing", "settling", "between")
    set_auto(draft, member, command.on)


def set_auto(draft: Draft, member: Member, on: bool) -> None:
    """Set 托管 of the member. An open decision keeps its time limit."""
    if member.auto == on:
        return
    asked = member.asked
    if asked is not None:
        asked = replace(asked, auto_at=draft.now + draft.room.settings.pace.bot_ms if on else None)
    draft.put(replace(member, auto=on, timeouts=0, asked=asked))
    deal_if_ready(draft)
