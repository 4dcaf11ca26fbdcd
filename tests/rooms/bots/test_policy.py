"""What the table does for bots and for players under 托管."""

from app.rooms.bots.bots import choose
from app.rooms.bots.policy import automatic_action
from app.rooms.steps.commands import Auto
from app.rules.hand.actions import Win
from app.rules.hand.legal import default_action, legal_actions, pending_seats
from app.rules.seen.view import view
from tests.support.rooms.table import Table, settings


def test_a_bot_follows_its_strategy_and_a_player_under_auto_the_default() -> None:
    strategies = 0
    for seed in range(1, 4):
        table = Table.started(settings(), humans=2, seed=seed)
        for player in ("p0", "p1"):
            table.do(Auto(player, on=True))
        while table.phase() == "playing" and table.room.play is not None:
            state = table.room.play.state
            for seat in pending_seats(state):
                member = table.seated_at(seat)
                action, default = automatic_action(state, member), default_action(state, seat)
                legal = legal_actions(state, seat)
                if member.bot:
                    assert action == choose(view(state, seat), legal)
                    strategies += action != default
                else:
                    assert action == (Win(seat) if Win(seat) in legal else default)
            table.tick()
    assert strategies > 0
