"""The codes of a refused act."""

from app.gateway.messages import reject_code
from app.rooms.steps.outcome import Reject


def test_a_refusal_of_the_rules_says_which_rule() -> None:
    """As docs/protocol.md writes the code."""
    assert reject_code(Reject("illegal", "not_in_hand")) == "illegal:not_in_hand"
    assert reject_code(Reject("settling")) == "settling"
