"""The reference client for tests, which read and write its JSON by any key."""

from typing import Any, TypeAlias, cast

from app.client import brain, fold
from app.client.types_http import RoomCard
from app.client.types_wire import HandAction, RoomAction, RoomView

View: TypeAlias = dict[str, Any]


def apply_frame(view: View, frame: dict[str, Any]) -> View:
    """The view after a frame."""
    return view_of(fold.apply_frame(cast("Any", view), cast("Any", frame)))


def choose(view: View) -> dict[str, Any] | None:
    """The answer of a seat to its open decision; None without a decision."""
    return cast("dict[str, Any] | None", brain.choose(cast("RoomView", view)))


def view_of(view: RoomView | RoomCard) -> View:
    """A view or a room card as plain JSON."""
    return cast("View", view)


def action_of(action: dict[str, Any]) -> HandAction | RoomAction:
    """Plain JSON as an action."""
    return cast("HandAction", action)
