"""The operator's console: players, cards, and words to everybody. Each change leaves an audit line."""

from dataclasses import asdict
from typing import Annotated, Final

from fastapi import APIRouter, Depends, Path, Query
from pydantic import Field

from app.api.console.admin_session import AdminMe
from app.api.http.bodies import Body, Nothing, body_of, described
from app.api.http.deps import Deps, Parts
from app.api.http.errors import ApiError
from app.db.audit import audit
from app.db.cards import cards
from app.db.cards.card_records import ACT_KEY, LONGEST_REASON, MOST_CARDS, KeyReused, NotEnough, operator_key
from app.db.hands.records import PlayerRecord
from app.db.operators import admins, notices
from app.db.operators.admins import OperatorAct
from app.db.people import people, players, restrictions
from app.db.people.people_search import Found, find_players
from app.db.people.restrictions import Restrictions
from app.play.operator.console import Company

router = APIRouter()
PlayerId = Annotated[str, Path(pattern=r"^[0-9a-f]{32}$")]
ActId = Annotated[str, Query(pattern=r"^[0-9a-f]{32}$")]
_FINDINGS_SHOWN: Final = 200
_PEOPLE: Final = 50
"""Found at once."""
_LINES: Final = 200
"""Of the audit log at once."""


class Movement(Body):
    """Cards for a player, or taken from him. The same ``key`` again changes nothing."""

    take_back: bool = False
    cards: Annotated[int, Field(ge=1, le=MOST_CARDS)]
    key: Annotated[str, Field(pattern=ACT_KEY)]
    reason: Annotated[str, Field(max_length=LONGEST_REASON)] = ""


class Rights(Body):
    """What a player may not do from now on."""

    banned: bool
    muted: bool
    reason: Annotated[str, Field(max_length=LONGEST_REASON)] = ""


class Announcement(Body):
    """What everybody reads; empty to take it away."""

    text: Annotated[str, Field(max_length=300)]


class Drain(Body):
    """Whether new rooms are refused."""

    on: bool


@router.get("/players")
async def find(deps: Parts, _: AdminMe, q: Annotated[str, Query(max_length=64)] = "") -> dict[str, object]:
    """Players by id, by a part of the name, or by their open room; the newest without a word.

    ``more``: there are others that fit, too.
    """
    async with deps.db.read() as tx:
        found = await find_players(tx, q.strip(), _PEOPLE + 1)
    shown = found[:_PEOPLE]
    company = await deps.operator.company({each.room_id for each in shown if each.room_id is not None})
    people = [_found(each, company.get(each.id, ())) for each in shown]
    return {"players": people, "more": len(found) > _PEOPLE}


@router.post("/players/{player_id}/cards", openapi_extra=described(Movement))
async def move_cards(
    deps: Parts, me: AdminMe, player_id: PlayerId, body: Annotated[Movement, Depends(body_of(Movement))]
) -> dict[str, object]:
    """Give a player room cards, or take some back."""
    move, now = (cards.take_back if body.take_back else cards.grant), deps.wall_ms()
    key, player = operator_key(body.key), await _player(deps, player_id)
    try:
        async with deps.db.write() as tx:
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
    return {"available": balance.available, "held": balance.held}


@router.put("/players/{player_id}/rights", openapi_extra=described(Rights))
async def set_rights(
    deps: Parts, me: AdminMe, player_id: PlayerId, body: Annotated[Rights, Depends(body_of(Rights))]
) -> dict[str, object]:
    """Ban a player, which ends his sessions, or give him a name that he has to keep; or undo it."""
    player, now = await _player(deps, player_id), deps.wall_ms()
    ended: tuple[str, ...] = ()
    async with deps.db.write() as tx:
        wanted = Restrictions(now if body.banned else None, now if body.muted else None, body.reason)
        before = await restrictions.of(tx, player.id)
        stands = await restrictions.put(tx, player.id, wanted)
        if body.banned:
            ended = await people.end_sessions(tx, player.id, now)
        if body.muted and before.muted_at is None:
            await players.rename(tx, player.id, f"玩家{player.id[:4]}")
        detail = {"banned": body.banned, "muted": body.muted, "reason": stands.reason}
        await admins.note(tx, me.admin.id, "rights", player.id, detail, now)
    for each in ended:
        await deps.revocations.revoke(each)
    return {"banned": body.banned, "muted": body.muted}


@router.get("/notices")
async def get_notices(deps: Parts, _: AdminMe) -> dict[str, object]:
    """The announcement, and whether new rooms are refused."""
    async with deps.db.read() as tx:
        return {"announcement": await notices.announcement(tx), "draining": await notices.draining(tx)}


@router.put("/notices/announcement", openapi_extra=described(Announcement))
async def announce(
    deps: Parts, me: AdminMe, body: Annotated[Announcement, Depends(body_of(Announcement))]
) -> dict[str, object]:
    """Say something in every lobby and at every table."""
    text, now = " ".join(body.text.split()), deps.wall_ms()
    async with deps.db.write() as tx:
        await notices.announce(tx, text, now)
        await admins.note(tx, me.admin.id, "announce", "", {"text": text}, now)
    return {"announcement": text}


@router.put("/notices/drain", openapi_extra=described(Drain))
async def drain(
    deps: Parts, me: AdminMe, body: Annotated[Drain, Depends(body_of(Drain))]
) -> dict[str, object]:
    """Refuse new rooms, while those that are open play on; or allow them again."""
    now = deps.wall_ms()
    async with deps.db.write() as tx:
        await notices.set_draining(tx, body.on, now)
        await admins.note(tx, me.admin.id, "drain", "", {"on": body.on}, now)
    return {"draining": body.on}


@router.post("/verify-ledger", openapi_extra=described(Nothing))
async def verify_ledger(
    deps: Parts, me: AdminMe, _: Annotated[Nothing, Depends(body_of(Nothing))]
) -> dict[str, object]:
    """Check cards and 颗, and play the newest hands again."""
    found = await audit(deps.db)
    async with deps.db.write() as tx:
        detail = {"findings": len(found.findings)}
        await admins.note(tx, me.admin.id, "verify_ledger", "", detail, deps.wall_ms())
    return {
        "accounts": found.accounts,
        "transfers": found.transfers,
        "hands": found.hands,
        "replayed": found.replayed,
        "wrong": len(found.findings),
        "findings": [str(finding) for finding in found.findings[:_FINDINGS_SHOWN]],
    }


@router.get("/audit")
async def audit_log(deps: Parts, _: AdminMe, before: ActId | None = None) -> dict[str, object]:
    """What operators did, newest first; of what is older than the line ``before``.

    ``more``: there are older lines still. ``admin`` is empty for the command line.
    """
    async with deps.db.read() as tx:
        found = await admins.acts(tx, before, _LINES + 1)
    return {"acts": [_act(each) for each in found[:_LINES]], "more": len(found) > _LINES}


async def _player(deps: Deps, player_id: str) -> PlayerRecord:
    async with deps.db.read() as tx:
        player = await players.get(tx, player_id)
    if player is None:
        raise ApiError("not_found")
    return player


def _act(act: OperatorAct) -> dict[str, object]:
    return {
        "id": act.id,
        "admin": act.admin,
        "act": act.act,
        "target": act.target,
        "detail": dict(act.detail),
        "at": act.created_at,
    }


def _found(found: Found, company: tuple[Company, ...]) -> dict[str, object]:
    return {**asdict(found), "sharing": [asdict(each) for each in company]}
