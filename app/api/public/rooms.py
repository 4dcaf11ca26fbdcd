"""Rooms by their six digits: made, looked at, joined."""

import asyncio
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request, Response

from app.api.http.bodies import NewRoomBody, Nothing, body_of, described
from app.api.http.deps import Deps, Parts
from app.api.http.errors import ApiError
from app.api.http.guard import client_address, limit_address, limit_party
from app.api.http.sessions import MaybeMe, Me, Signed
from app.config.settings import Settings
from app.db.operators import notices
from app.play.card_holds import NoCards
from app.play.errors import Busy, RoomMissing, RoomOver
from app.play.lobby import ElsewhereSeated, Visitor
from app.play.service import Held
from app.rooms.state.cards import share
from app.rooms.state.room import Room
from app.rooms.state.settings import Pace, RoomSettings
from app.rooms.steps.outcome import Reject
from app.rules.options.options import OptionError, make_options, options_diff

router = APIRouter()
UNAVAILABLE_S: Final = 0.15
_TEN_MINUTES_S: Final = 600.0
Code = Annotated[str, Path(max_length=20)]


@router.post("/rooms", status_code=201, openapi_extra=described(NewRoomBody))
async def make_room(
    response: Response, deps: Parts, session: Me, body: Annotated[NewRoomBody, Depends(body_of(NewRoomBody))]
) -> dict[str, object]:
    """A room of one's own. 201 when it was made now, 200 when the same key made it before."""
    settings = _settings(body, deps.settings)
    async with deps.db.read() as tx:
        if await notices.draining(tx):
            raise ApiError("draining")
    most = deps.settings.limits.rooms_per_10_min
    await limit_party(deps.limits, "room", session.player.id, most, _TEN_MINUTES_S)
    try:
        held, made = await deps.lobby.create(_visitor(session), body.key, settings)
    except ElsewhereSeated as seated:
        raise ApiError("already_elsewhere", more={"room": seated.code}) from None
    except NoCards as short:
        raise _no_cards(short) from None
    except (RoomMissing, RoomOver):
        raise ApiError("room_unavailable") from None
    except Busy:
        raise ApiError("store_unavailable", after_s=1) from None
    if not made:
        response.status_code = 200
    return {"room": room_card(held.room, session.player.id)}


@router.get("/rooms/{code}")
async def look(request: Request, deps: Parts, session: MaybeMe, code: Code) -> dict[str, object]:
    """What a room looks like from its door."""
    held = await _find(request, deps, session, code)
    return {"room": room_card(held.room, None if session is None else session.player.id)}


@router.post("/rooms/{code}/join", openapi_extra=described(Nothing))
async def join(
    request: Request, deps: Parts, session: Me, code: Code, _: Annotated[Nothing, Depends(body_of(Nothing))]
) -> dict[str, object]:
    """Take a seat; a member has one already."""
    await _find(request, deps, session, code)
    try:
        held = await deps.lobby.join(code, _visitor(session))
    except ElsewhereSeated as seated:
        raise ApiError("already_elsewhere", more={"room": seated.code}) from None
    except (RoomMissing, RoomOver):
        raise ApiError("room_unavailable") from None
    except Busy:
        raise ApiError("store_unavailable", after_s=1) from None
    except NoCards as short:
        raise _no_cards(short) from None
    except Reject as refusal:
        raise ApiError("room_full" if refusal.code == "room_full" else "match_running") from None
    return {"room": room_card(held.room, session.player.id)}


def room_card(room: Room, player_id: str | None) -> dict[str, object]:
    """What may be told of a room to somebody who knows its code."""
    settings = room.settings
    member = player_id is not None and room.by_player(player_id) is not None
    seats: list[object] = [None] * len(room.members)
    for present in room.present:
        seats[present.seat] = {"name": present.name, "bot": present.bot}
    return {
        "id": room.id if member else None,
        "code": room.code,
        "preset": settings.preset,
        "options": options_diff(settings.preset, settings.options),
        "players": settings.options.players,
        "hands": settings.options.hands,
        "turn_seconds": settings.turn_seconds,
        "window": settings.window,
        "payer": settings.payer,
        "cost": settings.cost,
        "join_cost": _join_cost(settings),
        "phase": room.phase,
        "seats": seats,
        "member": member,
    }


async def _find(request: Request, deps: Deps, session: Signed | None, code: str) -> Held:
    """The room, or one answer for all that cannot be had, in one time; wrong codes are counted."""
    begun = asyncio.get_running_loop().time()
    limits, address = deps.settings.limits, client_address(request)
    who = session.player.id if session is not None else f"nobody at {address}"
    if await deps.limits.spent("wrong-code", who) >= limits.wrong_codes_per_session:
        raise ApiError("rate_limited", after_s=await deps.limits.left_s("wrong-code", who))
    try:
        return await deps.lobby.find(code)
    except (RoomMissing, RoomOver):
        await limit_party(deps.limits, "wrong-code", who, limits.wrong_codes_per_session, _TEN_MINUTES_S)
        await limit_address(
            deps.limits, "wrong-code-address", address, limits.wrong_codes_per_address, _TEN_MINUTES_S
        )
        passed = asyncio.get_running_loop().time() - begun
        await asyncio.sleep(max(0.0, UNAVAILABLE_S - passed))
        raise ApiError("room_unavailable") from None


def _join_cost(settings: RoomSettings) -> int:
    """The cards that are held of whoever takes a seat."""
    match settings.payer:
        case "owner":
            return 0
        case "split":
            return share(settings.cost, settings.options.players)
        case "winner":
            return settings.cost


def _no_cards(short: NoCards) -> ApiError:
    return ApiError("no_cards", more={"cost": short.needed, "available": short.available})


def _settings(body: NewRoomBody, served: Settings) -> RoomSettings:
    try:
        options = make_options(body.preset, body.options)
    except OptionError as error:
        raise ApiError(error.code, message=str(error), field=error.field) from None
    return RoomSettings(
        preset=body.preset,
        options=options,
        turn_seconds=body.turn_seconds,
        window=body.window,
        pace=Pace(**served.pace.model_dump()),
        payer=body.payer,
        cost=0 if served.rooms_are_free else served.card_prices.of(body.payer, options.hands),
        tell_addresses=served.same_address_notice,
    )


def _visitor(session: Signed) -> Visitor:
    return Visitor(session.player.id, session.player.name)
