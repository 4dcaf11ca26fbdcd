"""Rooms: create, look at, join. Players know a room by its six digits."""

import asyncio
from typing import Annotated, Any, Final, get_args

from fastapi import APIRouter, Depends, Path, Request, Response

from app.api.http.bodies import NUL, JsonBody, Nothing
from app.api.http.codes import ErrorCode
from app.api.http.deps import Deps, Parts
from app.api.http.described import fails
from app.api.http.errors import ApiError
from app.api.http.guard import client_address, stranger_limits
from app.api.http.sessions import MaybeMe, Me, Signed
from app.api.public.answers import RoomAnswer, RoomCard, SeatCard
from app.api.public.bodies import NewRoomBody
from app.config.settings import Settings
from app.db.operators import notices
from app.play.books.reservations import NoCards
from app.play.errors import RoomMissing, RoomOver
from app.play.lobby import Visitor
from app.play.seats import ElsewhereSeated
from app.play.service import Held
from app.rooms.state.cards import share
from app.rooms.state.room import Room
from app.rooms.state.settings import Pace, RoomSettings
from app.rooms.steps.outcome import Reject
from app.rules.options.options import OptionCode, OptionError, make_options, options_diff
from app.stores.limits import Limit

router = APIRouter()
UNAVAILABLE_S: Final = 0.15
_TEN_MINUTES_S: Final = 600.0
_NO_SEAT: Final[dict[str, ErrorCode]] = {"room_full": "room_full", "removed": "removed"}
Code = Annotated[str, Path(max_length=20)]


_CREATED_BEFORE: Final[dict[int | str, dict[str, Any]]] = {
    200: {"model": RoomAnswer, "description": "The same key created this room before."}
}


@router.post(
    "/rooms",
    status_code=201,
    responses=_CREATED_BEFORE,
    **fails(
        "already_elsewhere",
        "no_cards",
        "room_unavailable",
        "draining",
        *get_args(OptionCode),
    ),
)
async def make_room(
    response: Response,
    deps: Parts,
    session: Me,
    body: Annotated[NewRoomBody, Depends(JsonBody(NewRoomBody))],
) -> RoomAnswer:
    """Create a room. 201 for a new room, 200 if the same key created it before."""
    settings = _settings(body, deps.settings)
    async with deps.db.read() as tx:
        if await notices.draining(tx):
            raise ApiError("draining")
    most = deps.settings.limits.rooms_per_10_min
    await deps.limits.take(Limit("room", session.player.id, most, _TEN_MINUTES_S))
    try:
        held, made = await deps.lobby.create(_visitor(session), body.key, settings)
    except ElsewhereSeated as seated:
        raise ApiError("already_elsewhere", more={"room": seated.code}) from None
    except NoCards as short:
        raise _no_cards(short) from None
    except (RoomMissing, RoomOver):
        raise ApiError("room_unavailable") from None
    if not made:
        response.status_code = 200
    return RoomAnswer(room=room_card(held.room, session.player.id))


@router.get("/rooms/{code}", **fails("room_unavailable"))
async def look(request: Request, deps: Parts, session: MaybeMe, code: Code) -> RoomAnswer:
    """The card of a room. A visitor needs no session."""
    held = await _find(request, deps, session, code)
    return RoomAnswer(room=room_card(held.room, None if session is None else session.player.id))


@router.post(
    "/rooms/{code}/join",
    **fails("already_elsewhere", "no_cards", "room_unavailable", "room_full", "removed", "match_running"),
)
async def join(
    request: Request,
    deps: Parts,
    session: Me,
    code: Code,
    _: Annotated[Nothing, Depends(JsonBody(Nothing))],
) -> RoomAnswer:
    """Take a seat. A member keeps the seat."""
    await _find(request, deps, session, code)
    try:
        held = await deps.lobby.join(code, _visitor(session))
    except ElsewhereSeated as seated:
        raise ApiError("already_elsewhere", more={"room": seated.code}) from None
    except (RoomMissing, RoomOver):
        raise ApiError("room_unavailable") from None
    except NoCards as short:
        raise _no_cards(short) from None
    except Reject as refusal:
        raise ApiError(_NO_SEAT.get(refusal.code, "match_running")) from None
    return RoomAnswer(room=room_card(held.room, session.player.id))


def room_card(room: Room, player_id: str | None) -> RoomCard:
    """What a room shows to a player who knows its code."""
    settings = room.settings
    member = player_id is not None and room.by_player(player_id) is not None
    seats: list[SeatCard | None] = [None] * len(room.members)
    for present in room.present:
        seats[present.seat] = SeatCard(name=present.name, bot=present.bot)
    return RoomCard(
        id=room.id if member else None,
        code=room.code,
        preset=settings.preset,
        options=options_diff(settings.preset, settings.options),
        players=settings.options.players,
        hands=settings.options.hands,
        turn_seconds=settings.turn_seconds,
        window=settings.window,
        payer=settings.payer,
        cost=settings.cost,
        join_cost=_join_cost(settings),
        phase=room.phase,
        seats=tuple(seats),
        member=member,
    )


async def _find(request: Request, deps: Deps, session: Signed | None, code: str) -> Held:
    """The room with the code. Every unavailable code gets the same answer after the same time.

    It counts a wrong code before it looks, so that many at once get no more answers than the limit, and that
    a refusal tells nothing about the code. A right code is uncounted. Raises ApiError room_unavailable,
    rate_limited.
    """
    begun = asyncio.get_running_loop().time()
    limits, address = deps.settings.limits, client_address(request)
    who = session.player.id if session is not None else f"nobody at {address}"
    counted = await deps.limits.take(
        Limit("wrong-code", who, limits.wrong_codes_per_session, _TEN_MINUTES_S),
        *stranger_limits("wrong-code-address", address, limits.wrong_codes_per_address, _TEN_MINUTES_S),
    )
    try:
        if NUL in code:
            raise RoomMissing
        held = await deps.lobby.find(code)
    except (RoomMissing, RoomOver):
        passed = asyncio.get_running_loop().time() - begun
        await asyncio.sleep(max(0.0, UNAVAILABLE_S - passed))
        raise ApiError("room_unavailable") from None
    except Exception:
        await deps.limits.give_back(counted)
        raise
    await deps.limits.give_back(counted)
    return held


def _join_cost(settings: RoomSettings) -> int:
    """Room cards that a player who takes a seat has to hold."""
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
