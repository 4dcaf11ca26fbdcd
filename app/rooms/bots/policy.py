"""The action that the table takes for a seat."""

from app.rooms.bots.bots import choose
from app.rooms.state.member import Member
from app.rules.hand.actions import Action, Win
from app.rules.hand.legal import default_action, legal_actions
from app.rules.hand.state import HandState
from app.rules.seen.view import view


def automatic_action(state: HandState, member: Member) -> Action:
    """A bot chooses by its own strategy. 托管 wins if it can, else takes the default action."""
    legal = legal_actions(state, member.seat)
    if member.bot:
        return choose(view(state, member.seat), legal)
    win = Win(member.seat)
    return win if win in legal else default_action(state, member.seat)
