"""The rooms at the console: what they wait for, their end, and their hands if there is no other way."""

from dataclasses import asdict
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Path, Response
from pydantic import Field

from app.api.console.admin_session import AdminMe
from app.api.http.bodies import Body, Nothing, body_of, described
from app.api.http.deps import Parts
from app.api.http.errors import ApiError
from app.db.cards.card_records import ACT_KEY, LONGEST_REASON
from app.db.operators import admins
from app.db.operators.admins import ActReused
from app.play.errors import Busy
from app.play.operator.bundle import bundle_of
from app.play.operator.console import NoHand, RoomReport
from app.rooms.state.codec import BadRoom
from app.rooms.state.room import Phase

router = APIRouter()
RoomId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]


class Inspection(Body):
    """Why the hands have to be seen. The same ``key`` again is the same act: one line in the audit log."""

    reason: Annotated[str, Field(max_length=LONGEST_REASON, pattern=r"\S")]
    key: Annotated[str, Field(pattern=ACT_KEY)]


@router.get("/rooms")
async def rooms(
    deps: Parts, _: AdminMe, phase: Phase | None = None, stuck: bool = False
) -> dict[str, object]:
    """Open rooms with what they wait for; of one phase, or only those that do not go on."""
    seen = await deps.operator.open_rooms()
    shown = [each for each in seen if phase in {None, each.phase} and (each.stuck or not stuck)]
    return {"rooms": [_room(each) for each in shown]}


@router.post("/rooms/{room_id}/dissolve", openapi_extra=described(Nothing))
async def dissolve(
    deps: Parts, me: AdminMe, room_id: RoomId, _: Annotated[Nothing, Depends(body_of(Nothing))]
) -> dict[str, object]:
    """Dissolve a room: held cards are free again (``released``), a match that was cut short is paid back."""
    seen, now = await deps.operator.look(room_id), deps.wall_ms()
    if seen is None:
        raise ApiError("not_found")
    if seen.record.open:
        detail = {"code": seen.record.code, "phase": seen.phase}
        async with deps.db.write() as tx:
            await admins.note(tx, me.admin.id, "dissolve", room_id, detail, now)
        try:
            closed = await deps.operator.dissolve(room_id)
        except Busy:
            closed = False
        if not closed:
            raise ApiError("store_unavailable", after_s=2)
    now = deps.wall_ms()
    async with deps.db.write() as tx:
        refunded = sum((await deps.operator.refund(tx, room_id, now)).values())
        released = await deps.operator.released(tx, room_id)
        if refunded + released and not await admins.noted(tx, "refund", room_id):
            moved = {"code": seen.record.code, "released": released, "cards": refunded}
            await admins.note(tx, me.admin.id, "refund", room_id, moved, now)
    return {"released": released, "refunded": refunded}


@router.post("/rooms/{room_id}/inspect", openapi_extra=described(Inspection))
async def inspect(
    deps: Parts, me: AdminMe, room_id: RoomId, body: Annotated[Inspection, Depends(body_of(Inspection))]
) -> dict[str, object]:
    """All hands of the hand in play. First the audit log, then the table hears of it, and only then this.

    The same key again, in the same hand, shows them again and tells the table again; the log has one line.
    """
    seen = await deps.operator.look(room_id)
    if seen is None:
        raise ApiError("not_found")
    try:
        match, hand = await deps.operator.hand_in_play(room_id)
        reason = " ".join(body.reason.split())
        detail = {"code": seen.record.code, "match": match, "hand": hand, "reason": reason}
        async with deps.db.write() as tx:
            now = deps.wall_ms()
            await admins.note_once(tx, me.admin.id, body.key, "inspect", room_id, detail, now)
        shown = await deps.operator.inspect(room_id, match, hand)
    except (NoHand, BadRoom):
        raise ApiError("no_hand") from None
    except ActReused:
        raise ApiError("key_reused", field="key") from None
    except Busy:
        raise ApiError("store_unavailable", after_s=1) from None
    plain: dict[str, object] = msgspec.to_builtins(shown)
    return {"hand": plain}


@router.get("/rooms/{room_id}/bundle")
async def bundle(deps: Parts, response: Response, me: AdminMe, room_id: RoomId) -> dict[str, object]:
    """What a developer needs to see a fault of this room again; nothing of a hand in play, no names."""
    found = await bundle_of(deps.db, deps.operator, room_id, deps.version)
    seen = await deps.operator.look(room_id)
    if found is None or seen is None:
        raise ApiError("not_found")
    detail = {"code": seen.record.code}
    async with deps.db.write() as tx:
        await admins.note(tx, me.admin.id, "bundle", room_id, detail, deps.wall_ms())
    response.headers["content-disposition"] = f'attachment; filename="room-{room_id[:8]}.json"'
    return found


def _room(seen: RoomReport) -> dict[str, object]:
    record = seen.record
    return {
        "id": record.id,
        "code": record.code,
        "preset": record.preset,
        "match": record.match,
        "hand": seen.hand,
        "created_at": record.created_at,
        "phase": seen.phase,
        "seats": [asdict(each) for each in seen.seats],
        "deadline": seen.deadline,
        "pending": [asdict(each) for each in seen.pending],
        "stuck": list(seen.stuck),
        "sharing": [
            {"what": each.what, "seats": list(each.seats), "address": each.shown} for each in seen.sharing
        ],
    }
