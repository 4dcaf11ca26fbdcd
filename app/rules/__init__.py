"""The rules engine of 广安麻将: pure functions over frozen values, standard library only.

Five functions carry a hand: ``start`` deals it, ``apply`` plays an action, ``legal_actions`` says what may be
done, ``app.rules.view.view`` and ``redact`` say what a seat may know. Everything else follows from events.
"""

from app.rules.actions import Action, IllegalAction
from app.rules.codec import decode, encode
from app.rules.events import Event
from app.rules.legal import default_action, legal_actions, pending_seats
from app.rules.state import HandState, Step
from app.rules.transition import apply, start
from app.rules.wall import Deal, commitment, derive_deal

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
    "start",
]
