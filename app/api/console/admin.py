"""The console: players, room cards, notices, audit. Each change writes a line to the audit log."""

import unicodedata
from dataclasses import asdict
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query

from app.api.console.admin_session import AdminMe
from app.api.console.answers import (
    Announced,
    AuditAct,
    AuditActs,
    AuditReport,
    CardBalance,
    Draining,
    FoundPlayer,
    FoundPlayers,
    GivenRights,
    Notices,
    SharedWith,
)
from app.api.console.bodies import Announcement, Drain, Movement, Rights
from app.api.http.bodies import LINE, JsonBody, Nothing
from app.api.http.deps import Deps, Parts
from app.api.http.described import fails
from app.api.http.errors import ApiError
from app.db.cards import cards
from app.db.cards.card_records import KeyReused, NotEnough, operator_key
from app.db.engine.database import WriteTx
from app.db.hands.records import PlayerRecord
from app.db.operators import admins, notices
from app.db.operators.admins import OperatorAct
from app.db.people import people, players, restrictions
from app.db.people.people_search import Found, find_players
from app.db.people.restrictions import Restrictions
from app.db.people.standing import NoPlayer, lock_players
from app.play.operator.audit import AuditFailed
from app.play.operator.console import Company

router = APIRouter()
PlayerId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
ActId = Annotated[str, Query(pattern=r"^[0-9a-f]{32}$")]
_FINDINGS_SHOWN: Final = 200
_PEOPLE: Final = 50
"""Players in one answer."""
_LINES: Final = 200
"""Lines of the audit log in one answer."""


@router.get("/players", **fails())
async def find(deps: Parts, _: AdminMe, q: Annotated[str, Query(max_length=64), LINE] = "") -> FoundPlayers:
    """Players by id, by a part of the name, or by code or id of their open room. No ``q``: the newest."""
    async with deps.db.read() as tx:
        found = await find_players(tx, unicodedata.normalize("NFKC", q), _PEOPLE + 1)
    shown = found[:_PEOPLE]
    company = await deps.operator.company({each.room_id for each in shown if each.room_id is not None})
    people = tuple(_found(each, company.get(each.id, ())) for each in shown)
    return FoundPlayers(players=people, more=len(found) > _PEOPLE)


@router.post("/players/{player_id}/cards", **fails("not_found", "no_cards", "key_reused"))
async def move_cards(
    deps: Parts, me: AdminMe, player_id: PlayerId, body: Annotated[Movement, Depends(JsonBody(Movement))]
) -> CardBalance:
    """Give a player room cards, or take some back."""
    move, now = (cards.take_back if body.take_back else cards.grant), deps.wall_ms()
    key, player = operator_key(body.key), await _player(deps, player_id)
    try:
        async with deps.db.write() as tx:
            await lock_players(tx, player.id)
            known = await cards.find(tx, key)
            await move(tx, key, player.id, body.cards, now, body.reason)
            if known is None:
                act = "take_back" if body.take_back else "grant"
                detail = {"cards": body.cards, "reason": body.reason}
                await admins.note(tx, me.admin.id, act, player.id, detail, now)
            balance = await cards.balance(tx, player.id)
    except NotEnough as short:
        raise ApiError("no_cards", more={"cost": short.needed, "available": short.available}) from None
    except KeyReused:
        raise ApiError("key_reused", field="key") from None
    except NoPlayer:
        raise ApiError("not_found") from None
    return CardBalance(available=balance.available, held=balance.held)


@router.put("/players/{player_id}/rights", **fails("not_found"))
async def set_rights(
    deps: Parts, me: AdminMe, player_id: PlayerId, body: Annotated[Rights, Depends(JsonBody(Rights))]
) -> GivenRights:
    """Ban or mute a player, or undo it. A ban ends the player's sessions; muting sets the name."""
    player, now = await _player(deps, player_id), deps.wall_ms()
    wanted = Restrictions(now if body.banned else None, now if body.muted else None, body.reason)
    try:
        async with deps.db.write() as tx:
            stands = await _restrict(tx, player.id, wanted)
            ended = await people.end_sessions(tx, player.id, now) if body.banned else ()
            detail = {"banned": body.banned, "muted": body.muted, "reason": stands.reason}
            await admins.note(tx, me.admin.id, "rights", player.id, detail, now)
    except NoPlayer:
        raise ApiError("not_found") from None
    await deps.revocations.revoke(ended)
    return GivenRights(banned=body.banned, muted=body.muted)


@router.get("/notices", **fails())
async def get_notices(deps: Parts, _: AdminMe) -> Notices:
    """The announcement, and whether the server refuses new rooms."""
    async with deps.db.read() as tx:
        return Notices(announcement=await notices.announcement(tx), draining=await notices.draining(tx))


@router.put("/notices/announcement", **fails())
async def announce(
    deps: Parts, me: AdminMe, body: Annotated[Announcement, Depends(JsonBody(Announcement))]
) -> Announced:
    """Set the text that every lobby and table shows."""
    text, now = body.text, deps.wall_ms()
    async with deps.db.write() as tx:
        await notices.announce(tx, text, now)
        await admins.note(tx, me.admin.id, "announce", "", {"text": text}, now)
    return Announced(announcement=text)


@router.put("/notices/drain", **fails())
async def drain(deps: Parts, me: AdminMe, body: Annotated[Drain, Depends(JsonBody(Drain))]) -> Draining:
    """Refuse new rooms while open rooms play on; or allow new rooms again."""
    now = deps.wall_ms()
    async with deps.db.write() as tx:
        await notices.set_draining(tx, body.on, now)
        await admins.note(tx, me.admin.id, "drain", "", {"on": body.on}, now)
    return Draining(draining=body.on)


@router.post("/verify-ledger", **fails())
async def verify_ledger(
    deps: Parts, me: AdminMe, _: Annotated[Nothing, Depends(JsonBody(Nothing))]
) -> AuditReport:
    """Check room cards and 颗, and replay the newest hands."""
    try:
        found = await deps.audit.run()
    except AuditFailed:
        raise ApiError("store_unavailable", after_s=2) from None
    async with deps.db.write() as tx:
        detail = {"findings": len(found.findings)}
        await admins.note(tx, me.admin.id, "verify_ledger", "", detail, deps.wall_ms())
    return AuditReport(
        accounts=found.accounts,
        transfers=found.transfers,
        hands=found.hands,
        replayed=found.replayed,
        wrong=len(found.findings),
        findings=tuple(found.findings[:_FINDINGS_SHOWN]),
    )


@router.get("/audit", **fails())
async def audit_log(deps: Parts, _: AdminMe, before: ActId | None = None) -> AuditActs:
    """Acts of operators, newest first. ``before``: only lines older than the line with this id."""
    async with deps.db.read() as tx:
        found = await admins.acts(tx, before, _LINES + 1)
    return AuditActs(acts=tuple(_act(each) for each in found[:_LINES]), more=len(found) > _LINES)


async def _restrict(tx: WriteTx, player_id: str, wanted: Restrictions) -> Restrictions:
    """Restrict the player; muting sets the name. Returns what stands. Raises NoPlayer."""
    await lock_players(tx, player_id)
    before = await restrictions.of(tx, player_id)
    if wanted.muted_at is not None and before.muted_at is None:
        await players.rename(tx, player_id, f"玩家{player_id[:4]}")
    return await restrictions.put(tx, player_id, wanted)


async def _player(deps: Deps, player_id: str) -> PlayerRecord:
    async with deps.db.read() as tx:
        player = await players.get(tx, player_id)
    if player is None:
        raise ApiError("not_found")
    return player


def _act(act: OperatorAct) -> AuditAct:
    return AuditAct(
        id=act.id,
        admin=act.admin,
        act=act.act,
        target=act.target,
        detail=act.detail,
        at=act.created_at,
    )


def _found(found: Found, company: tuple[Company, ...]) -> FoundPlayer:
    return FoundPlayer(**asdict(found), sharing=tuple(SharedWith(**asdict(each)) for each in company))
