"""Operators: accounts, sessions, and the log of their acts."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Row, Select, and_, delete, func, insert, or_, select, update

from app.db.engine.database import ReadTx, WriteTx
from app.db.tables.insert_new import insert_new
from app.db.tables.models_admin import Admin, AdminAct, AdminSession
from app.kit.secrecy import OLD_NOBODY, SCRYPT

REMOVED: Final = OLD_NOBODY
"""The password of operators who were removed: nobody signs in with it."""
COMMAND_LINE: Final = "command-line"
"""Operator id in the log for acts of the command line. Its name is empty, unlike that of any operator."""


@dataclass(frozen=True, slots=True, repr=False)
class AdminRecord:
    """An operator. ``password``: the hash. ``totp_step``: the newest time step whose code was used."""

    id: str
    name: str
    password: str
    totp_secret: str | None
    totp_step: int


@dataclass(frozen=True, slots=True)
class Listed:
    """An operator in a list. ``last_login``: server ms, None before the first login."""

    name: str
    totp: bool
    last_login: int | None


@dataclass(frozen=True, slots=True)
class OperatorAct:
    """An act in the log. ``admin``: name, empty for the command line. ``created_at``: server ms."""

    id: str
    admin: str
    act: str
    target: str
    detail: Mapping[str, object]
    created_at: int


class ActReused(Exception):
    """This key belongs to another act of the operator."""


def session_hash(token: str) -> str:
    """SHA-256 (hex) that is stored for a console token. It differs from the hash of a player's token."""
    return hashlib.sha256(b"admin\n" + token.encode()).hexdigest()


async def put(tx: WriteTx, name: str, password: str, now: int) -> AdminRecord | None:
    """Create an operator, or set a new password and end all sessions.

    Returns the operator as before, or None if new. TOTP stays as it was; ``set_totp`` changes it.
    """
    known = await by_name(tx, name)
    # a removed operator gets the old row back, to which the log refers
    changed = update(Admin).where(Admin.name == name).values(password=password)
    if (await tx.execute(changed)).rowcount == 0:
        await tx.execute(insert(Admin).values(_row(secrets.token_hex(16), name, password, now)))
    await _end_sessions(tx, name)
    act = "create" if known is None else "password"
    await note(tx, await command_line(tx, now), act, "", {"name": name}, now)
    return known


async def set_totp(tx: WriteTx, name: str, secret: str | None) -> None:
    """Require TOTP codes of this secret from an operator, or none."""
    await tx.execute(update(Admin).where(Admin.name == name).values(totp_secret=secret, totp_step=0))


async def remove(tx: WriteTx, name: str, now: int) -> bool:
    """Remove an operator and end all sessions. False if there is no operator with this name.

    The row stays, because the log refers to it; its password matches no input.
    """
    if await by_name(tx, name) is None:
        return False
    await tx.execute(update(Admin).where(Admin.name == name).values(password=REMOVED))
    await set_totp(tx, name, None)
    await _end_sessions(tx, name)
    await note(tx, await command_line(tx, now), "remove", "", {"name": name}, now)
    return True


async def operators(tx: ReadTx) -> tuple[Listed, ...]:
    """All operators who may sign in, ordered by name."""
    login = and_(AdminAct.admin_id == Admin.id, AdminAct.act == "login")
    query = (
        select(Admin.name, Admin.totp_secret, func.max(AdminAct.created_at).label("last_login"))
        .outerjoin(AdminAct, login)
        .where(Admin.password != REMOVED)
        .group_by(Admin.id, Admin.name, Admin.totp_secret)
        .order_by(Admin.name)
    )
    return tuple(
        Listed(row.name, row.totp_secret is not None, row.last_login) for row in await tx.execute(query)
    )


async def command_line(tx: WriteTx, now: int) -> str:
    """Operator id in the log for the command line. Nobody can sign in with it."""
    await insert_new(tx, Admin, _row(COMMAND_LINE, "", REMOVED, now), Admin.id)
    return COMMAND_LINE


async def by_name(tx: ReadTx, name: str) -> AdminRecord | None:
    """The operator with this name who may sign in, or None."""
    row = (await tx.execute(_admins().where(Admin.name == name))).one_or_none()
    return None if row is None else _record(row)


async def renew_password(tx: WriteTx, admin: AdminRecord, password: str) -> None:
    """Store a new hash of the same password, unless the password was changed since ``admin`` was read."""
    unchanged = (Admin.id == admin.id) & (Admin.password == admin.password)
    await tx.execute(update(Admin).where(unchanged).values(password=password))


async def has_scrypt(tx: ReadTx) -> bool:
    """Whether an operator who may sign in still has a scrypt hash."""
    query = select(Admin.id).where(Admin.password.startswith(SCRYPT), Admin.password != REMOVED).limit(1)
    return (await tx.execute(query)).first() is not None


async def use_step(tx: WriteTx, admin_id: str, step: int) -> bool:
    """Mark the code of a time step as used. False if it or a later one was used before."""
    query = update(Admin).where(Admin.id == admin_id, Admin.totp_step < step).values(totp_step=step)
    return (await tx.execute(query)).rowcount == 1


async def begin_session(tx: WriteTx, token: str, admin_id: str, now: int, expires_at: int) -> None:
    """Create a console session until ``expires_at`` (server ms), and delete all expired ones."""
    await tx.execute(delete(AdminSession).where(AdminSession.expires_at <= now))
    values = {
        "id_hash": session_hash(token),
        "admin_id": admin_id,
        "created_at": now,
        "expires_at": expires_at,
    }
    await tx.execute(insert(AdminSession).values(values))


async def find_session(tx: ReadTx, token: str, now: int) -> AdminRecord | None:
    """The operator of a console session; None if it is unknown or expired at ``now`` (server ms).

    Also None if the operator was removed while they signed in.
    """
    query = (
        _admins()
        .join(AdminSession, AdminSession.admin_id == Admin.id)
        .where(AdminSession.id_hash == session_hash(token), AdminSession.expires_at > now)
    )
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else _record(row)


async def end_session(tx: WriteTx, token: str) -> None:
    """End a console session, if there is one."""
    await tx.execute(delete(AdminSession).where(AdminSession.id_hash == session_hash(token)))


async def note(
    tx: WriteTx, admin_id: str, act: str, target: str, detail: Mapping[str, object], now: int
) -> None:
    """Write an act into the log, in the transaction of the act. ``now``: server ms."""
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
    """Write an act into the log, unless the operator has written it with this key before.

    Raises ActReused if the key belongs to another act.
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


async def noted(tx: ReadTx, act: str, target: str) -> bool:
    """Whether the log has this act on this target, by any operator."""
    query = select(AdminAct.id).where(AdminAct.act == act, AdminAct.target == target).limit(1)
    return (await tx.execute(query)).first() is not None


async def acts(tx: ReadTx, before: str | None = None, limit: int = 200) -> tuple[OperatorAct, ...]:
    """The newest ``limit`` acts of all operators, newest first; only older ones than act ``before``."""
    query = (
        select(AdminAct.id, Admin.name, AdminAct.act, AdminAct.target, AdminAct.detail, AdminAct.created_at)
        .join(Admin, Admin.id == AdminAct.admin_id)
        .order_by(AdminAct.created_at.desc(), AdminAct.id)
        .limit(limit)
    )
    if before is not None:
        at = select(AdminAct.created_at).where(AdminAct.id == before).scalar_subquery()
        beside = and_(AdminAct.created_at == at, AdminAct.id > before)
        query = query.where(or_(AdminAct.created_at < at, beside))
    return tuple(
        OperatorAct(row.id, row.name, row.act, row.target, row.detail, row.created_at)
        for row in await tx.execute(query)
    )


async def _end_sessions(tx: WriteTx, name: str) -> None:
    named = select(Admin.id).where(Admin.name == name)
    await tx.execute(delete(AdminSession).where(AdminSession.admin_id.in_(named)))


def _admins() -> Select[*tuple[object, ...]]:
    return select(Admin.id, Admin.name, Admin.password, Admin.totp_secret, Admin.totp_step).where(
        Admin.password != REMOVED
    )


def _record(row: Row[*tuple[object, ...]]) -> AdminRecord:
    return AdminRecord(
        id=row.id,
        name=row.name,
        password=row.password,
        totp_secret=row.totp_secret,
        totp_step=row.totp_step,
    )


def _row(admin_id: str, name: str, password: str, now: int) -> dict[str, object]:
    return {
        "id": admin_id,
        "name": name,
        "password": password,
        "totp_secret": None,
        "totp_step": 0,
        "created_at": now,
    }
