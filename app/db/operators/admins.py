"""Operators: their accounts and sessions, and the log of what they did."""

import hashlib
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import and_, delete, func, insert, or_, select, update

from app.db.engine.database import ReadTx, WriteTx
from app.db.tables.insert_new import insert_new
from app.db.tables.models_admin import Admin, AdminAct, AdminSession
from app.kit.secrecy import OLD_NOBODY

REMOVED: Final = OLD_NOBODY
"""The password of operators who were removed: nobody signs in with it."""
COMMAND_LINE: Final = "command-line"
"""The id under which the log keeps what was done at a terminal; its name is empty, as no operator's is."""


@dataclass(frozen=True, slots=True, repr=False)
class AdminRecord:
    """An operator. ``password``: its hash; ``totp_step``: the newest time step whose code was used."""

    id: str
    name: str
    password: str
    totp_secret: str | None
    totp_step: int


@dataclass(frozen=True, slots=True)
class Listed:
    """An operator in the list of them; ``last_login`` in server ms, None if he never signed in."""

    name: str
    totp: bool
    last_login: int | None


@dataclass(frozen=True, slots=True)
class OperatorAct:
    """A line of the audit log; ``created_at`` in server ms. ``admin`` is empty for the command line."""

    id: str
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


async def put(tx: WriteTx, name: str, password: str, now: int) -> AdminRecord | None:
    """Make an operator, or give one a new password and end his sessions; who he was, None if he is new.

    Whoever is asked for codes still is: ``set_totp`` changes that.
    """
    known = await by_name(tx, name)
    # one who was removed comes back to the lines that he left in the log
    changed = update(Admin).where(Admin.name == name).values(password=password)
    if (await tx.execute(changed)).rowcount == 0:
        await tx.execute(insert(Admin).values(_row(secrets.token_hex(16), name, password, now)))
    await _end_sessions(tx, name)
    act = "create" if known is None else "password"
    await note(tx, await command_line(tx, now), act, "", {"name": name}, now)
    return known


async def set_totp(tx: WriteTx, name: str, secret: str | None) -> None:
    """Ask an operator for the codes of this secret from now on, or for none."""
    await tx.execute(update(Admin).where(Admin.name == name).values(totp_secret=secret, totp_step=0))


async def remove(tx: WriteTx, name: str, now: int) -> bool:
    """Let an operator in no more and end his sessions; False if there is none of this name.

    His row stays, for the log: with a password that nobody has.
    """
    if await by_name(tx, name) is None:
        return False
    await tx.execute(update(Admin).where(Admin.name == name).values(password=REMOVED))
    await set_totp(tx, name, None)
    await _end_sessions(tx, name)
    await note(tx, await command_line(tx, now), "remove", "", {"name": name}, now)
    return True


async def operators(tx: ReadTx) -> tuple[Listed, ...]:
    """All operators who may sign in, by name."""
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
    """The id for the log of whoever types commands; nobody signs in with it."""
    await insert_new(tx, Admin, _row(COMMAND_LINE, "", REMOVED, now), Admin.id)
    return COMMAND_LINE


async def by_name(tx: ReadTx, name: str) -> AdminRecord | None:
    """The operator of this name, who may sign in."""
    query = select(Admin.id, Admin.name, Admin.password, Admin.totp_secret, Admin.totp_step)
    row = (await tx.execute(query.where(Admin.name == name, Admin.password != REMOVED))).one_or_none()
    return (
        None if row is None else AdminRecord(row.id, row.name, row.password, row.totp_secret, row.totp_step)
    )


async def renew_password(tx: WriteTx, admin: AdminRecord, password: str) -> None:
    """Store a new hash of the same password, unless the password was changed since ``admin`` was read."""
    unchanged = (Admin.id == admin.id) & (Admin.password == admin.password)
    await tx.execute(update(Admin).where(unchanged).values(password=password))


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
        # removed while he signed in
        .where(Admin.password != REMOVED)
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


async def noted(tx: ReadTx, act: str, target: str) -> bool:
    """Whether the log has such an act already, of whomever."""
    query = select(AdminAct.id).where(AdminAct.act == act, AdminAct.target == target).limit(1)
    return (await tx.execute(query)).first() is not None


async def acts(tx: ReadTx, before: str | None = None, limit: int = 200) -> tuple[OperatorAct, ...]:
    """The latest acts of all operators, newest first; of those older than the line ``before``."""
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
    his = select(Admin.id).where(Admin.name == name)
    await tx.execute(delete(AdminSession).where(AdminSession.admin_id.in_(his)))


def _row(admin_id: str, name: str, password: str, now: int) -> dict[str, object]:
    return {
        "id": admin_id,
        "name": name,
        "password": password,
        "totp_secret": None,
        "totp_step": 0,
        "created_at": now,
    }
