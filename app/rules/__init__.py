"""The rules engine of 广安麻将: pure functions over frozen values. It uses the standard library only.

``start`` deals a hand. ``apply`` plays an action. ``legal_actions`` lists what a seat may do. ``view`` and
``redact`` show a state and an event as one seat may see them.
"""

from app.rules.hand.actions import Action, IllegalAction
from app.rules.hand.events import Event
from app.rules.hand.legal import default_action, legal_actions, pending_seats
from app.rules.hand.state import HandState, Step
from app.rules.hand.transition import apply, start
from app.rules.record.codec import decode, encode
from app.rules.seen.view import redact, view
from app.rules.tiles.wall import Deal, commitment, derive_deal

__all__ = [
    "Action",
    "Deal",
    "Event",
    "HandState",
    "IllegalAction",
    "Step",
    "apply",
    "commitment",
    "decode",
    "default_action",
    "derive_deal",
    "encode",
    "legal_actions",
    "pending_seats",
    "redact",
    "start",
    "view",
]
