"""Guests: a nickname gives a session."""

import secrets
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response

from app.api.http.bodies import NewGuest, NewName, Nothing, body_of, described
from app.api.http.deps import Deps, Parts
from app.api.http.devices import device_of, name_device
from app.api.http.errors import ApiError
from app.api.http.guard import client_address, limit_address, limit_party
from app.api.http.names import BadName, clean_name
from app.api.http.sessions import (
    LIFETIME_MS,
    Me,
    drop_cookie,
    new_token,
    require_own_page,
    set_cookie,
)
from app.db.hands.records import PlayerRecord, SessionKind
from app.db.people import players, restrictions, sessions
from app.play.ticket_holder import TicketHolder, encode_holder
from app.stores.tickets import TICKET_TTL_MS

router = APIRouter()
_TEN_MINUTES_S: Final = 600.0
_DAY_S: Final = 86_400.0
_MINUTE_S: Final = 60.0


@router.post("/guests", status_code=201, openapi_extra=described(NewGuest))
async def become_guest(
    request: Request, response: Response, deps: Parts, body: Annotated[NewGuest, Depends(body_of(NewGuest))]
) -> dict[str, object]:
    """A new guest: a cookie for the browser, or the token itself with ``bearer``."""
    require_own_page(request, deps, missing_is_fine=True)
    name = _name(body.name)
    limits, address = deps.settings.limits, client_address(request)
    await limit_address(deps.limits, "guest", address, limits.guests_per_10_min, _TEN_MINUTES_S)
    await limit_address(deps.limits, "guest-day", address, limits.guests_per_day, _DAY_S)
    token, now = new_token(), deps.wall_ms()
    kind: SessionKind = "bearer" if body.bearer else "cookie"
    async with deps.db.write() as tx:
        player = await players.create_guest(tx, secrets.token_hex(16), name, now)
        await sessions.create(tx, token, player.id, kind, now, now + LIFETIME_MS)
    if body.bearer:
        return {"player": _player(player), "token": token}
    set_cookie(request, response, token)
    return {"player": _player(player)}


@router.get("/me")
async def me(deps: Parts, session: Me) -> dict[str, object]:
    """Who I am, and the room in which I hold a seat."""
    held = await deps.lobby.seat_of(session.player.id)
    room = None if held is None else {"id": held.room.id, "code": held.room.code, "phase": held.room.phase}
    await _touch(deps, session.player)
    return {"player": _player(session.player), "room": room, "version": deps.version}


@router.patch("/me", openapi_extra=described(NewName))
async def rename(
    deps: Parts, session: Me, body: Annotated[NewName, Depends(body_of(NewName))]
) -> dict[str, object]:
    """Another nickname, for the rooms entered from now on."""
    name = _name(body.name)
    async with deps.db.write() as tx:
        if (await restrictions.of(tx, session.player.id)).muted_at is not None:
            raise ApiError("muted")
        await players.rename(tx, session.player.id, name)
    return {"player": {"id": session.player.id, "name": name}}


@router.post("/logout", status_code=204, openapi_extra=described(Nothing))
async def logout(deps: Parts, session: Me, _: Annotated[Nothing, Depends(body_of(Nothing))]) -> Response:
    """End the session and every connection of it."""
    async with deps.db.write() as tx:
        await sessions.revoke(tx, session.token, deps.wall_ms())
    await deps.revocations.revoke(sessions.token_hash(session.token))
    answer = Response(status_code=204)
    drop_cookie(answer)
    return answer


@router.post("/ws-ticket", openapi_extra=described(Nothing))
async def ws_ticket(
    request: Request,
    response: Response,
    deps: Parts,
    session: Me,
    _: Annotated[Nothing, Depends(body_of(Nothing))],
) -> dict[str, object]:
    """A one-time ticket for the hello of a socket. A browser without a name gets one."""
    most = deps.settings.limits.tickets_per_min
    await limit_party(deps.limits, "ticket", session.player.id, most, _MINUTE_S)
    browser = device_of(request)
    if browser is None and session.kind == "cookie":
        browser = name_device(request, response)
    device = None if browser is None else await deps.origins.device(browser)
    digest = sessions.token_hash(session.token)
    passed = TicketHolder(session.player.id, digest, session.expires_at, device)
    ticket = await deps.tickets.issue(encode_holder(passed))
    return {"ticket": ticket, "expires_in_ms": TICKET_TTL_MS}


def _name(raw: str) -> str:
    try:
        return clean_name(raw)
    except BadName:
        raise ApiError("bad_name", field="name") from None


def _player(player: PlayerRecord) -> dict[str, str]:
    return {"id": player.id, "name": player.name}


async def _touch(deps: Deps, player: PlayerRecord) -> None:
    """Note once a day that the player was here."""
    now = deps.wall_ms()
    if now - player.last_seen > _DAY_S * 1000:
        async with deps.db.write() as tx:
            await players.touch(tx, player.id, now)
