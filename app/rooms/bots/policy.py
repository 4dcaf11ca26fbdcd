"""What the table does for a seat: a bot thinks, 托管 only wins or lets go."""

from app.rooms.bots.bots import choose
from app.rooms.state.member import Member
from app.rules.hand.actions import Action, Win
from app.rules.hand.legal import default_action, legal_actions
from app.rules.hand.state import HandState
from app.rules.seen.view import view


def automatic_action(state: HandState, member: Member) -> Action:
    """The answer of a bot, or of a player on 托管: the win if there is one, else what silence means."""
    legal = legal_actions(state, member.seat)
    if member.bot:
        return choose(view(state, member.seat), legal)
    win = Win(member.seat)
    return win if win in legal else default_action(state, member.seat)
