"""Guests: create one, rename, log out, get a ticket for a socket."""

import secrets
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Request, Response

from app.api.http.answers import Player
from app.api.http.bodies import JsonBody, Nothing
from app.api.http.deps import Deps, Parts
from app.api.http.described import fails
from app.api.http.devices import device_of, name_device
from app.api.http.errors import ApiError
from app.api.http.guard import client_address, stranger_limits
from app.api.http.names import BadName, clean_name
from app.api.http.sessions import (
    LIFETIME_MS,
    Me,
    drop_cookie,
    new_token,
    require_own_page,
    set_cookie,
)
from app.api.public.account_answers import Entered, Myself, OwnRoom, Renamed, Ticket
from app.api.public.bodies import NewGuest, NewName
from app.db.hands.records import PlayerRecord, SessionKind
from app.db.people import players, restrictions, sessions
from app.db.people.standing import lock_players
from app.play.ticket_holder import TicketHolder, encode_holder
from app.stores.limits import Limit
from app.stores.tickets import TICKET_TTL_MS

router = APIRouter()
_TEN_MINUTES_S: Final = 600.0
_DAY_S: Final = 86_400.0
_MINUTE_S: Final = 60.0


@router.post("/guests", status_code=201, response_model_exclude_unset=True, **fails("bad_name", "bad_origin"))
async def become_guest(
    request: Request, response: Response, deps: Parts, body: Annotated[NewGuest, Depends(JsonBody(NewGuest))]
) -> Entered:
    """Create a guest, with a session cookie or with a bearer token."""
    require_own_page(request, deps, missing_is_fine=True)
    name = _name(body.name)
    limits, address = deps.settings.limits, client_address(request)
    await deps.limits.take(
        *stranger_limits("guest", address, limits.guests_per_10_min, _TEN_MINUTES_S),
        *stranger_limits("guest-day", address, limits.guests_per_day, _DAY_S),
    )
    token, now = new_token(), deps.wall_ms()
    kind: SessionKind = "bearer" if body.bearer else "cookie"
    async with deps.db.write() as tx:
        player = await players.create_guest(tx, secrets.token_hex(16), name, now)
        await sessions.create(tx, token, player.id, kind, now, now + LIFETIME_MS)
    if body.bearer:
        return Entered(player=player_of(player), token=token)
    set_cookie(request, response, token)
    return Entered(player=player_of(player))


@router.get("/me", **fails())
async def me(deps: Parts, session: Me) -> Myself:
    """The player of the session, and the open room in which the player has a seat."""
    seat = await deps.lobby.seat_of(session.player.id)
    room = None if seat is None else OwnRoom(id=seat.room_id, code=seat.code, phase=seat.phase)
    await _touch(deps, session.player)
    return Myself(player=player_of(session.player), room=room, version=deps.version)


@router.patch("/me", **fails("bad_name", "muted"))
async def rename(deps: Parts, session: Me, body: Annotated[NewName, Depends(JsonBody(NewName))]) -> Renamed:
    """Change the nickname, for the rooms that the player enters from now on."""
    name = _name(body.name)
    async with deps.db.write() as tx:
        await lock_players(tx, session.player.id)
        if (await restrictions.of(tx, session.player.id)).muted_at is not None:
            raise ApiError("muted")
        await players.rename(tx, session.player.id, name)
    return Renamed(player=Player(id=session.player.id, name=name))


@router.post("/logout", status_code=204, **fails())
async def logout(deps: Parts, session: Me, _: Annotated[Nothing, Depends(JsonBody(Nothing))]) -> Response:
    """End the session and close its sockets."""
    async with deps.db.write() as tx:
        await sessions.revoke(tx, session.token, deps.wall_ms())
    await deps.revocations.revoke((sessions.token_hash(session.token),))
    answer = Response(status_code=204)
    drop_cookie(answer)
    return answer


@router.post("/ws-ticket", **fails())
async def ws_ticket(
    request: Request,
    response: Response,
    deps: Parts,
    session: Me,
    _: Annotated[Nothing, Depends(JsonBody(Nothing))],
) -> Ticket:
    """Issue a one-time ticket for the hello of a socket. A browser without a device name gets one."""
    most = deps.settings.limits.tickets_per_min
    await deps.limits.take(Limit("ticket", session.player.id, most, _MINUTE_S))
    browser = device_of(request)
    if browser is None and session.kind == "cookie":
        browser = name_device(request, response)
    device = None if browser is None else await deps.origins.device(browser)
    digest = sessions.token_hash(session.token)
    passed = TicketHolder(session.player.id, digest, session.expires_at, device)
    ticket = await deps.tickets.issue(encode_holder(passed))
    return Ticket(ticket=ticket, expires_in_ms=TICKET_TTL_MS)


def _name(raw: str) -> str:
    try:
        return clean_name(raw)
    except BadName:
        raise ApiError("bad_name", field="name") from None


def player_of(player: PlayerRecord) -> Player:
    """What others see of a player."""
    return Player(id=player.id, name=player.name)


async def _touch(deps: Deps, player: PlayerRecord) -> None:
    """Store once a day when the player was last seen."""
    now = deps.wall_ms()
    if now - player.last_seen > _DAY_S * 1000:
        async with deps.db.write() as tx:
            await players.touch(tx, player.id, now)
