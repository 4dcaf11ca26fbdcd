"""A player's own account: recovery code, sessions, export, deletion, and merging two guests."""

import secrets
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request, Response

from app.api.http.bodies import JsonBody, Nothing
from app.api.http.codes import known_code
from app.api.http.deps import Deps, Parts
from app.api.http.described import fails
from app.api.http.devices import forget_device
from app.api.http.errors import ApiError
from app.api.http.guard import address_limits, client_address
from app.api.http.sessions import (
    LIFETIME_MS,
    Me,
    drop_cookie,
    new_token,
    require_own_page,
    set_cookie,
)
from app.api.public.account_answers import (
    Entered,
    Export,
    Merged,
    NamedSession,
    OwnSession,
    OwnSessions,
    RecoveryCode,
)
from app.api.public.bodies import DeviceName, Farewell, OtherGuest, Recovery
from app.api.public.guests import player_of
from app.db.hands.records import SessionKind
from app.db.people import people, sessions
from app.db.people.people import PersonRefused

router = APIRouter()
CODES_TRIED: Final = 10
"""Tries of recovery codes from one address in ten minutes, right ones included."""
_TEN_MINUTES_S: Final = 600.0
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH: Final = 16
_GROUP: Final = 4
SessionId = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


@router.post("/me/recovery-code", **fails())
async def recovery_code(
    deps: Parts, session: Me, _: Annotated[Nothing, Depends(JsonBody(Nothing))]
) -> RecoveryCode:
    """Make a new recovery code. The code before it is no longer valid."""
    code = new_code()
    async with deps.db.write() as tx:
        await people.set_code(tx, session.player.id, code, deps.wall_ms())
    return RecoveryCode(code=code)


@router.post(
    "/recover", response_model_exclude_unset=True, **fails("wrong_recovery_code", "bad_origin", "banned")
)
async def recover(
    request: Request, response: Response, deps: Parts, body: Annotated[Recovery, Depends(JsonBody(Recovery))]
) -> Entered:
    """Open a session for the player who has the recovery code."""
    require_own_page(request, deps, missing_is_fine=True)
    await _count(request, deps)
    token, now = new_token(), deps.wall_ms()
    kind: SessionKind = "bearer" if body.bearer else "cookie"
    async with deps.db.write() as tx:
        player = await people.locked_by_code(tx, body.code)
        if player is None:
            raise ApiError("wrong_recovery_code", field="code")
        await sessions.create(tx, token, player.id, kind, now, now + LIFETIME_MS)
    if body.bearer:
        return Entered(player=player_of(player), token=token)
    set_cookie(request, response, token)
    return Entered(player=player_of(player))


@router.get("/me/sessions", **fails())
async def own_sessions(deps: Parts, session: Me) -> OwnSessions:
    """The sessions of the player, newest first."""
    current = sessions.token_hash(session.token)
    async with deps.db.read() as tx:
        found = await people.own_sessions(tx, session.player.id, deps.wall_ms())
    return OwnSessions(
        sessions=tuple(
            OwnSession(
                id=own.id,
                name=own.name,
                kind=own.kind,
                created_at=own.created_at,
                expires_at=own.expires_at,
                current=own.id == current,
            )
            for own in found
        )
    )


@router.patch("/me/sessions/{session_id}", **fails("not_found"))
async def name_session(
    deps: Parts,
    session: Me,
    session_id: SessionId,
    body: Annotated[DeviceName, Depends(JsonBody(DeviceName))],
) -> NamedSession:
    """Name a session, so that the player recognises the device."""
    async with deps.db.write() as tx:
        if not await people.name_session(tx, session.player.id, session_id, body.name):
            raise ApiError("not_found")
    return NamedSession(id=session_id, name=body.name)


@router.delete("/me/sessions/{session_id}", status_code=204, **fails("not_found"))
async def end_session(deps: Parts, session: Me, session_id: SessionId) -> Response:
    """End a session and close its sockets."""
    async with deps.db.write() as tx:
        if not await people.end_session(tx, session.player.id, session_id, deps.wall_ms()):
            raise ApiError("not_found")
    await deps.revocations.revoke((session_id,))
    answer = Response(status_code=204)
    if session_id == sessions.token_hash(session.token):
        drop_cookie(answer)
    return answer


@router.get("/me/export", **fails())
async def export(deps: Parts, response: Response, session: Me) -> Export:
    """Export everything that the server keeps about the player."""
    response.headers["content-disposition"] = 'attachment; filename="guangan-mahjong.json"'
    async with deps.db.read() as tx:
        copy = await people.copy_of(tx, session.player, deps.wall_ms())
    return Export.model_validate({**copy, "kept_for": deps.settings.retention.model_dump()})


@router.post("/me/delete", status_code=204, **fails("seated"))
async def forget_me(
    deps: Parts, session: Me, body: Annotated[Farewell, Depends(JsonBody(Farewell))]
) -> Response:
    """Delete the account. Results stay, without the name. Refused while the player has a seat."""
    if not body.forever:
        raise ApiError("bad_request", field="forever")
    try:
        async with deps.db.write() as tx:
            ended = await people.forget(tx, session.player.id, deps.wall_ms())
    except PersonRefused as refusal:
        raise ApiError(known_code(refusal.code)) from None
    await deps.revocations.revoke(ended)
    answer = Response(status_code=204)
    drop_cookie(answer)
    forget_device(answer)
    return answer


@router.post("/me/merge", **fails("wrong_recovery_code", "seated", "same_player", "played_together"))
async def merge(
    request: Request,
    deps: Parts,
    session: Me,
    body: Annotated[OtherGuest, Depends(JsonBody(OtherGuest))],
) -> Merged:
    """Merge another guest into this player, who gets that guest's rooms, hands and cards.

    The other account ends. Refused while either has a seat, and if the two have sat in one room.
    """
    await _count(request, deps)
    try:
        async with deps.db.write() as tx:
            other = await people.locked_by_code(tx, body.code, session.player.id)
            if other is None:
                raise ApiError("wrong_recovery_code", field="code")
            ended = await people.merge(tx, session.player.id, other.id, deps.wall_ms())
    except PersonRefused as refusal:
        raise ApiError(known_code(refusal.code)) from None
    await deps.revocations.revoke(ended)
    return Merged(player=player_of(session.player), merged=player_of(other))


def new_code() -> str:
    """A random recovery code of 80 bits, in groups of four characters."""
    plain = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))
    return "-".join(plain[at : at + _GROUP] for at in range(0, _CODE_LENGTH, _GROUP))


async def _count(request: Request, deps: Deps) -> None:
    address = client_address(request)
    await deps.limits.take(*address_limits("recovery", address, CODES_TRIED, _TEN_MINUTES_S))
