"""Operators: their accounts and sessions, and the log of what they did."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import delete, insert, select, update

from app.db.conflicts import insert_new
from app.db.database import ReadTx, WriteTx
from app.db.models_admin import Admin, AdminAct, AdminSession


@dataclass(frozen=True, slots=True, repr=False)
class AdminRecord:
    """An operator. ``password``: its hash; ``totp_step``: the newest time step whose code was used."""

    id: str
    name: str
    password: str
    totp_secret: str | None
    totp_step: int


@dataclass(frozen=True, slots=True)
class Act:
    """A line of the audit log; ``created_at`` in server ms."""

    admin: str
    act: str
    target: str
    detail: Mapping[str, object]
    created_at: int


class ActReused(Exception):
    """Another act was asked for with this key before."""


def session_hash(token: str) -> str:
    """What is stored in place of a console token: SHA-256 in hex, of another kind than that of players."""
    return hashlib.sha256(b"admin\n" + token.encode()).hexdigest()


async def put(tx: WriteTx, name: str, password: str, totp_secret: str | None, now: int) -> bool:
    """Make an operator, or give one a new password and secret and end his sessions; whether he is new."""
    known = await by_name(tx, name)
    if known is not None:
        values: dict[str, object] = {"password": password, "totp_secret": totp_secret, "totp_step": 0}
        await tx.execute(update(Admin).where(Admin.id == known.id).values(**values))
        await tx.execute(delete(AdminSession).where(AdminSession.admin_id == known.id))
        await note(tx, known.id, "password", "", {}, now)
        return False
    admin_id = secrets.token_hex(16)
    row = {
        "id": admin_id,
        "name": name,
        "password": password,
        "totp_secret": totp_secret,
        "totp_step": 0,
        "created_at": now,
    }
    await tx.execute(insert(Admin).values(row))
    await note(tx, admin_id, "create", "", {}, now)
    return True


async def by_name(tx: ReadTx, name: str) -> AdminRecord | None:
    """The operator of this name."""
    query = select(Admin.id, Admin.name, Admin.password, Admin.totp_secret, Admin.totp_step)
    row = (await tx.execute(query.where(Admin.name == name))).one_or_none()
    return (
        None if row is None else AdminRecord(row.id, row.name, row.password, row.totp_secret, row.totp_step)
    )


async def use_step(tx: WriteTx, admin_id: str, step: int) -> bool:
    """Use up the code of a time step; False if that one or a later one was used before."""
    query = update(Admin).where(Admin.id == admin_id, Admin.totp_step < step).values(totp_step=step)
    return (await tx.execute(query)).rowcount == 1


async def begin_session(tx: WriteTx, token: str, admin_id: str, now: int, expires_at: int) -> None:
    """Let ``token`` open the console from ``now`` until ``expires_at`` (server ms); clear old ones away."""
    await tx.execute(delete(AdminSession).where(AdminSession.expires_at <= now))
    values = {
        "id_hash": session_hash(token),
        "admin_id": admin_id,
        "created_at": now,
        "expires_at": expires_at,
    }
    await tx.execute(insert(AdminSession).values(values))


async def find_session(tx: ReadTx, token: str, now: int) -> AdminRecord | None:
    """Whose console session this is; None if it is unknown or over."""
    query = (
        select(Admin.id, Admin.name, Admin.password, Admin.totp_secret, Admin.totp_step)
        .join(AdminSession, AdminSession.admin_id == Admin.id)
        .where(AdminSession.id_hash == session_hash(token), AdminSession.expires_at > now)
    )
    row = (await tx.execute(query)).one_or_none()
    return (
        None if row is None else AdminRecord(row.id, row.name, row.password, row.totp_secret, row.totp_step)
    )


async def end_session(tx: WriteTx, token: str) -> None:
    """End a console session."""
    await tx.execute(delete(AdminSession).where(AdminSession.id_hash == session_hash(token)))


async def note(
    tx: WriteTx, admin_id: str, act: str, target: str, detail: Mapping[str, object], now: int
) -> None:
    """Write an act into the audit log, in the transaction that carries it out."""
    values = {
        "id": secrets.token_hex(16),
        "admin_id": admin_id,
        "act": act,
        "target": target,
        "detail": dict(detail),
        "created_at": now,
    }
    await tx.execute(insert(AdminAct).values(values))


async def note_once(
    tx: WriteTx, admin_id: str, key: str, act: str, target: str, detail: Mapping[str, object], now: int
) -> None:
    """Write an act into the audit log unless it is there under this key of the operator.

    Raises ActReused if what is there is another one.
    """
    name = hashlib.sha256("\n".join((admin_id, act, key)).encode()).hexdigest()[:32]
    values = {
        "id": name,
        "admin_id": admin_id,
        "act": act,
        "target": target,
        "detail": dict(detail),
        "created_at": now,
    }
    if await insert_new(tx, AdminAct, values, AdminAct.id):
        return
    row = (await tx.execute(select(AdminAct.target, AdminAct.detail).where(AdminAct.id == name))).one()
    if (row.target, row.detail) != (target, dict(detail)):
        raise ActReused(key)


async def acts(tx: ReadTx, limit: int = 200) -> tuple[Act, ...]:
    """The latest acts of all operators, newest first."""
    query = (
        select(Admin.name, AdminAct.act, AdminAct.target, AdminAct.detail, AdminAct.created_at)
        .join(Admin, Admin.id == AdminAct.admin_id)
        .order_by(AdminAct.created_at.desc(), AdminAct.id)
        .limit(limit)
    )
    return tuple(
        Act(row.name, row.act, row.target, row.detail, row.created_at) for row in await tx.execute(query)
    )
