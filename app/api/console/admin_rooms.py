"""Rooms at the console: what they wait for, dissolving, inspecting a hand, and bundles for developers."""

from dataclasses import asdict
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Path, Response

from app.api.console.admin_session import AdminMe
from app.api.console.answers import (
    Bundle,
    Dissolved,
    Inspected,
    PendingDecision,
    RoomReports,
    SeatReport,
    SharedSeats,
)
from app.api.console.answers import RoomReport as RoomReportAnswer
from app.api.console.bodies import Inspection
from app.api.http.bodies import JsonBody, Nothing
from app.api.http.deps import Parts
from app.api.http.described import fails
from app.api.http.errors import ApiError
from app.db.operators import admins
from app.db.operators.admins import ActReused
from app.play.books.refunds import refund
from app.play.operator.bundle import bundle_of
from app.play.operator.console import NoHand, RoomReport
from app.rooms.state.codec import BadRoom
from app.rooms.state.room import Phase

router = APIRouter()
RoomId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


@router.get("/rooms", **fails())
async def rooms(deps: Parts, _: AdminMe, phase: Phase | None = None, stuck: bool = False) -> RoomReports:
    """Open rooms and what they wait for. ``phase``: of one phase; ``stuck``: only those that do not go on."""
    seen = await deps.operator.open_rooms()
    shown = (each for each in seen if phase in {None, each.phase} and (each.stuck or not stuck))
    return RoomReports(rooms=tuple(_room(each) for each in shown))


@router.post("/rooms/{room_id}/dissolve", **fails("not_found"))
async def dissolve(
    deps: Parts, me: AdminMe, room_id: RoomId, _: Annotated[Nothing, Depends(JsonBody(Nothing))]
) -> Dissolved:
    """Dissolve a room. Its held cards are free again; the server pays an unfinished match back."""
    seen, now = await deps.operator.look(room_id), deps.wall_ms()
    if seen is None:
        raise ApiError("not_found")
    if seen.record.open:
        detail = {"code": seen.record.code, "phase": seen.phase}
        async with deps.db.write() as tx:
            await admins.note(tx, me.admin.id, "dissolve", room_id, detail, now)
        if not await deps.operator.dissolve(room_id):
            raise ApiError("store_unavailable", after_s=2)
    now = deps.wall_ms()
    async with deps.db.write() as tx:
        refunded = sum((await refund(tx, room_id, now)).values())
        released = await deps.operator.released(tx, room_id)
        if refunded + released and not await admins.noted(tx, "refund", room_id):
            moved = {"code": seen.record.code, "released": released, "cards": refunded}
            await admins.note(tx, me.admin.id, "refund", room_id, moved, now)
    return Dissolved(released=released, refunded=refunded)


@router.post(
    "/rooms/{room_id}/inspect",
    response_model_exclude_unset=True,
    **fails("not_found", "no_hand", "key_reused"),
)
async def inspect(
    deps: Parts, me: AdminMe, room_id: RoomId, body: Annotated[Inspection, Depends(JsonBody(Inspection))]
) -> Inspected:
    """Show all hands of the hand in play. The audit log and the table hear of it first.

    The same key in the same hand shows the hands again and informs the table again, with one audit line.
    """
    seen = await deps.operator.look(room_id)
    if seen is None:
        raise ApiError("not_found")
    try:
        match, hand = await deps.operator.hand_in_play(room_id)
        detail = {"code": seen.record.code, "match": match, "hand": hand, "reason": body.reason}
        async with deps.db.write() as tx:
            now = deps.wall_ms()
            await admins.note_once(tx, me.admin.id, body.key, "inspect", room_id, detail, now)
        shown = await deps.operator.inspect(room_id, match, hand)
    except (NoHand, BadRoom):
        raise ApiError("no_hand") from None
    except ActReused:
        raise ApiError("key_reused", field="key") from None
    return Inspected.model_validate({"hand": msgspec.to_builtins(shown)})


@router.get("/rooms/{room_id}/bundle", **fails("not_found"))
async def bundle(deps: Parts, response: Response, me: AdminMe, room_id: RoomId) -> Bundle:
    """Export what a developer needs to reproduce a fault of the room."""
    found = await bundle_of(deps.db, deps.operator, room_id, deps.version)
    seen = await deps.operator.look(room_id)
    if found is None or seen is None:
        raise ApiError("not_found")
    detail = {"code": seen.record.code}
    async with deps.db.write() as tx:
        await admins.note(tx, me.admin.id, "bundle", room_id, detail, deps.wall_ms())
    response.headers["content-disposition"] = f'attachment; filename="room-{room_id[:8]}.json"'
    return Bundle.model_validate(found)


def _room(seen: RoomReport) -> RoomReportAnswer:
    record = seen.record
    return RoomReportAnswer(
        id=record.id,
        code=record.code,
        preset=record.preset,
        match=record.match,
        hand=seen.hand,
        created_at=record.created_at,
        phase=seen.phase,
        seats=tuple(SeatReport(**asdict(each)) for each in seen.seats),
        deadline=seen.deadline,
        pending=tuple(PendingDecision(**asdict(each)) for each in seen.pending),
        stuck=seen.stuck,
        sharing=tuple(
            SharedSeats(what=each.what, seats=each.seats, address=each.shown) for each in seen.sharing
        ),
    )
