"""A player's own account: recovery code, sessions, copy, end, and two guests made one."""

import secrets
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Request, Response
from pydantic import Field

from app.api.http.bodies import Body, Nothing, body_of, described
from app.api.http.deps import Deps, Parts
from app.api.http.devices import forget_device
from app.api.http.errors import ApiError
from app.api.http.guard import client_address, limit_party
from app.api.http.sessions import LIFETIME_MS, Me, drop_cookie, new_token, require_own_page, set_cookie
from app.db.hands.records import PlayerRecord, SessionKind
from app.db.people import people, sessions
from app.db.people.people import PersonRefused

router = APIRouter()
CODES_TRIED: Final = 10
"""Recovery codes that an address may try in ten minutes, right ones included."""
_TEN_MINUTES_S: Final = 600.0
_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_CODE_LENGTH: Final = 16
_GROUP: Final = 4
SessionId = Annotated[str, Path(pattern=r"^[0-9a-f]{64}$")]


class Recovery(Body):
    """A recovery code; ``bearer`` asks for the token in the answer instead of a cookie."""

    code: Annotated[str, Field(max_length=40)]
    bearer: bool = False


class OtherGuest(Body):
    """The recovery code of the guest who becomes part of this one."""

    code: Annotated[str, Field(max_length=40)]


class DeviceName(Body):
    """What a session is called."""

    name: Annotated[str, Field(min_length=1, max_length=40)]


class Farewell(Body):
    """Said on purpose: the account cannot be brought back."""

    forever: bool


@router.post("/me/recovery-code", openapi_extra=described(Nothing))
async def recovery_code(
    deps: Parts, session: Me, _: Annotated[Nothing, Depends(body_of(Nothing))]
) -> dict[str, str]:
    """A new code that opens this account elsewhere; the one before is worth nothing any more."""
    code = new_code()
    async with deps.db.write() as tx:
        await people.set_code(tx, session.player.id, code, deps.wall_ms())
    return {"code": code}


@router.post("/recover", openapi_extra=described(Recovery))
async def recover(
    request: Request, response: Response, deps: Parts, body: Annotated[Recovery, Depends(body_of(Recovery))]
) -> dict[str, object]:
    """A session for the player whose code it is."""
    require_own_page(request, deps, missing_is_fine=True)
    await _count(request, deps)
    token, now = new_token(), deps.wall_ms()
    kind: SessionKind = "bearer" if body.bearer else "cookie"
    async with deps.db.write() as tx:
        player = await people.by_code(tx, body.code)
        if player is None:
            raise ApiError("wrong_recovery_code", field="code")
        await sessions.create(tx, token, player.id, kind, now, now + LIFETIME_MS)
    answer: dict[str, object] = {"player": {"id": player.id, "name": player.name}}
    if body.bearer:
        return {**answer, "token": token}
    set_cookie(request, response, token)
    return answer


@router.get("/me/sessions")
async def own_sessions(deps: Parts, session: Me) -> dict[str, object]:
    """The devices that are signed in as me."""
    current = sessions.token_hash(session.token)
    async with deps.db.read() as tx:
        found = await people.own_sessions(tx, session.player.id, deps.wall_ms())
    return {
        "sessions": [
            {
                "id": own.id,
                "name": own.name,
                "kind": own.kind,
                "created_at": own.created_at,
                "expires_at": own.expires_at,
                "current": own.id == current,
            }
            for own in found
        ]
    }


@router.patch("/me/sessions/{session_id}", openapi_extra=described(DeviceName))
async def name_session(
    deps: Parts, session: Me, session_id: SessionId, body: Annotated[DeviceName, Depends(body_of(DeviceName))]
) -> dict[str, object]:
    """Call a device something, to know it again."""
    async with deps.db.write() as tx:
        if not await people.name_session(tx, session.player.id, session_id, body.name):
            raise ApiError("not_found")
    return {"id": session_id, "name": body.name}


@router.delete("/me/sessions/{session_id}", status_code=204)
async def end_session(deps: Parts, session: Me, session_id: SessionId) -> Response:
    """Sign a device out, and close its connections."""
    async with deps.db.write() as tx:
        if not await people.end_session(tx, session.player.id, session_id, deps.wall_ms()):
            raise ApiError("not_found")
    await deps.revocations.revoke(session_id)
    answer = Response(status_code=204)
    if session_id == sessions.token_hash(session.token):
        drop_cookie(answer)
    return answer


@router.get("/me/export")
async def export(deps: Parts, response: Response, session: Me) -> dict[str, object]:
    """Everything that is kept about me, and for how many days, 0 for ever."""
    response.headers["content-disposition"] = 'attachment; filename="guangan-mahjong.json"'
    async with deps.db.read() as tx:
        copy = await people.copy_of(tx, session.player, deps.wall_ms())
    return {**copy, "kept_for": deps.settings.retention.model_dump()}


@router.post("/me/delete", status_code=204, openapi_extra=described(Farewell))
async def forget_me(
    deps: Parts, session: Me, body: Annotated[Farewell, Depends(body_of(Farewell))]
) -> Response:
    """Delete what is known of me; my results stay without my name. Refused while I sit in an open room."""
    if not body.forever:
        raise ApiError("bad_request", field="forever")
    try:
        async with deps.db.write() as tx:
            ended = await people.forget(tx, session.player.id, deps.wall_ms())
    except PersonRefused as refusal:
        raise ApiError(refusal.code) from None
    for each in ended:
        await deps.revocations.revoke(each)
    answer = Response(status_code=204)
    drop_cookie(answer)
    forget_device(answer)
    return answer


@router.post("/me/merge", openapi_extra=described(OtherGuest))
async def merge(
    request: Request, deps: Parts, session: Me, body: Annotated[OtherGuest, Depends(body_of(OtherGuest))]
) -> dict[str, object]:
    """Make another guest part of this one: rooms, hands and cards are mine, and that one is gone.

    Refused while either sits in an open room, and for two who have sat at one table.
    """
    await _count(request, deps)
    try:
        async with deps.db.write() as tx:
            other = await people.by_code(tx, body.code)
            if other is None:
                raise ApiError("wrong_recovery_code", field="code")
            ended = await people.merge(tx, session.player.id, other.id, deps.wall_ms())
    except PersonRefused as refusal:
        raise ApiError(refusal.code) from None
    for each in ended:
        await deps.revocations.revoke(each)
    return {"player": _player(session.player), "merged": _player(other)}


def new_code() -> str:
    """A fresh recovery code of 80 bits, in groups of four."""
    plain = "".join(secrets.choice(_LETTERS) for _ in range(_CODE_LENGTH))
    return "-".join(plain[at : at + _GROUP] for at in range(0, _CODE_LENGTH, _GROUP))


async def _count(request: Request, deps: Deps) -> None:
    address = client_address(request)
    await limit_party(deps.limits, "recovery", address, CODES_TRIED, _TEN_MINUTES_S)


def _player(player: PlayerRecord) -> dict[str, str]:
    return {"id": player.id, "name": player.name}
