"""Rooms and their rosters."""

from collections.abc import Sequence

import msgspec
from sqlalchemy import JSON, ColumnElement, Row, Select, and_, delete, exists, insert, literal, select, update

from app.db.engine.database import ReadTx, WriteTx
from app.db.engine.errors import CodeTaken, DatabaseError
from app.db.hands import player_rooms
from app.db.hands.records import NewRoom, RoomRecord, RosterMember
from app.db.tables.insert_new import insert_new
from app.db.tables.models import Hand, RoomMember, RoomRow


async def create_room(tx: WriteTx, new: NewRoom) -> tuple[RoomRecord, bool]:
    """Create an open room with its owner in slot 0, or find the room with the same owner and key.

    Returns the room and whether it was created now. Raises CodeTaken if another open room has the code.
    """
    values: dict[str, object] = {
        "id": new.id,
        "code": new.code,
        "owner_id": new.owner_id,
        "owner_slot": 0,
        "preset": new.preset,
        "options": new.options,
        "settings": new.settings,
        "status": "open",
        "epoch": 1,
        "match": 0,
        "roster_order": 0,
        "create_key": new.create_key,
        "created_at": new.created_at,
    }
    made = await insert_new(tx, RoomRow, values, RoomRow.id)
    if made:
        await _insert_members(tx, new.id, (RosterMember(0, 0, new.owner_id, new.owner_name),))
    same_key = _rooms().where(RoomRow.owner_id == new.owner_id, RoomRow.create_key == new.create_key)
    row = (await tx.execute(same_key)).one_or_none()
    if row is None:
        raise CodeTaken(new.code)
    return _record(row), made


async def by_id(tx: ReadTx, room_id: str) -> RoomRecord | None:
    """The room with this id, open or closed."""
    return next(iter(await _records(tx, _rooms().where(RoomRow.id == room_id))), None)


async def open_by_code(tx: ReadTx, code: str) -> RoomRecord | None:
    """The open room with this code, or None."""
    query = _rooms().where(RoomRow.code == code, RoomRow.status == "open")
    return next(iter(await _records(tx, query)), None)


async def open_rooms(tx: ReadTx, created_before: int, limit: int = 1_000) -> tuple[RoomRecord, ...]:
    """At most ``limit`` open rooms created before a time (server ms), oldest first."""
    query = (
        _rooms()
        .where(RoomRow.status == "open", RoomRow.created_at < created_before)
        .order_by(RoomRow.created_at, RoomRow.id)
        .limit(limit)
    )
    return await _records(tx, query)


async def quiet_rooms(tx: ReadTx, since: int, limit: int = 1_000) -> tuple[RoomRecord, ...]:
    """Open rooms created before ``since`` (server ms) without a hand that ended after it, oldest first."""
    busy = exists().where(Hand.room_id == RoomRow.id, Hand.ended_at >= since)
    query = (
        _rooms()
        .where(RoomRow.status == "open", RoomRow.created_at < since, ~busy)
        .order_by(RoomRow.created_at, RoomRow.id)
        .limit(limit)
    )
    return await _records(tx, query)


async def roster(tx: ReadTx, room_id: str) -> tuple[RosterMember, ...]:
    """The members of a room by slot, including those who left during the running match."""
    query = (
        select(RoomMember.slot, RoomMember.seat, RoomMember.player_id, RoomMember.name, RoomMember.has_left)
        .where(RoomMember.room_id == room_id)
        .order_by(RoomMember.slot)
    )
    rows = await tx.execute(query)
    return tuple(RosterMember(row.slot, row.seat, row.player_id, row.name, row.has_left) for row in rows)


async def set_roster(
    tx: WriteTx, room_id: str, owner_slot: int, members: Sequence[RosterMember], order: int
) -> bool:
    """Replace the roster of a room by a newer one. Returns whether it was newer.

    ``order`` grows with every roster of the room, also across epochs: ``epoch << 32 | version``. A roster
    with an order that is not greater changes nothing, so rosters may arrive late or twice.
    """
    return await _replace_roster(tx, room_id, owner_slot, members, order, RoomRow.roster_order < order)


async def confirm_roster(
    tx: WriteTx, room_id: str, owner_slot: int, members: Sequence[RosterMember], order: int, *, insist: bool
) -> bool:
    """Store this roster, and lock the room until the transaction ends.

    False if the room is closed or a newer roster is stored. With ``insist`` a newer roster is replaced,
    because the live state was restored to an older one.
    """
    newest = (
        RoomRow.status == "open" if insist else and_(RoomRow.status == "open", RoomRow.roster_order <= order)
    )
    return await _replace_roster(tx, room_id, owner_slot, members, order, newest)


async def bump_epoch(tx: WriteTx, room_id: str) -> int:
    """Begin a new epoch of a room whose live state is lost, and return it. Steps of older epochs are refused.

    Raises DatabaseError if the room is unknown or closed.
    """
    query = (
        update(RoomRow)
        .where(RoomRow.id == room_id, RoomRow.status == "open")
        .values(epoch=RoomRow.epoch + 1)
        .returning(RoomRow.epoch)
    )
    epoch = (await tx.execute(query)).scalar_one_or_none()
    if epoch is None:
        raise DatabaseError(f"Room {room_id} is not open.")
    return epoch


async def set_match(tx: WriteTx, room_id: str, match: int) -> bool:
    """Store that a match (from 1) of a room has begun. False, and no change, if it is not a later one."""
    query = update(RoomRow).where(RoomRow.id == room_id, RoomRow.match < match).values(match=match)
    return (await tx.execute(query)).rowcount == 1


async def lock(tx: WriteTx, room_id: str) -> RoomRecord | None:
    """The room, or None. Locks it: other transactions that lock or change it wait until this one ends."""
    query = _rooms().where(RoomRow.id == room_id).with_for_update(key_share=True)
    return next(iter(await _records(tx, query)), None)


async def close(tx: WriteTx, room_id: str, reason: str, now: int) -> bool:
    """Close a room at ``now`` (server ms), and free its code and its players. False if it was not open."""
    query = (
        update(RoomRow)
        .where(RoomRow.id == room_id, RoomRow.status == "open")
        .values(status="closed", closed_at=now, close_reason=reason)
    )
    closed = (await tx.execute(query)).rowcount == 1
    await player_rooms.keep_only(tx, room_id, (), now)
    return closed


async def _replace_roster(
    tx: WriteTx,
    room_id: str,
    owner_slot: int,
    members: Sequence[RosterMember],
    order: int,
    where: ColumnElement[bool],
) -> bool:
    query = (
        update(RoomRow).where(RoomRow.id == room_id, where).values(owner_slot=owner_slot, roster_order=order)
    )
    if (await tx.execute(query)).rowcount == 0:
        return False
    await tx.execute(delete(RoomMember).where(RoomMember.room_id == room_id))
    await _insert_members(tx, room_id, members)
    return True


async def _insert_members(tx: WriteTx, room_id: str, members: Sequence[RosterMember]) -> None:
    rows = [
        {
            "room_id": room_id,
            "slot": member.slot,
            "seat": member.seat,
            "player_id": member.player_id,
            "name": member.name,
            "is_bot": member.bot,
            "has_left": member.left,
        }
        for member in members
    ]
    if rows:
        await tx.execute(insert(RoomMember), rows)


async def _records(tx: ReadTx, query: Select[*tuple[object, ...]]) -> tuple[RoomRecord, ...]:
    """The rooms of a query. A row with broken JSON has no options and no settings; the others are whole."""
    try:
        return tuple(_record(row) for row in await tx.execute(query))
    except (msgspec.DecodeError, UnicodeDecodeError):
        plain = query.with_only_columns(RoomRow.id)
        ids = (await tx.execute(plain)).scalars().all()
        return tuple([await _alone(tx, room_id) for room_id in ids])


async def _alone(tx: ReadTx, room_id: str) -> RoomRecord:
    query = _rooms().where(RoomRow.id == room_id)
    try:
        return _record((await tx.execute(query)).one())
    except (msgspec.DecodeError, UnicodeDecodeError):
        nothing = literal({}, JSON)
        broken = query.with_only_columns(
            *(
                nothing.label(column.key) if isinstance(column.type, JSON) else column
                for column in query.selected_columns
            )
        )
        return _record((await tx.execute(broken)).one())


def _rooms() -> Select[*tuple[object, ...]]:
    return select(
        RoomRow.id,
        RoomRow.code,
        RoomRow.owner_id,
        RoomRow.owner_slot,
        RoomRow.preset,
        RoomRow.options,
        RoomRow.settings,
        RoomRow.status,
        RoomRow.epoch,
        RoomRow.match,
        RoomRow.created_at,
        RoomRow.closed_at,
        RoomRow.close_reason,
    )


def _record(row: Row[*tuple[object, ...]]) -> RoomRecord:
    return RoomRecord(
        id=row.id,
        code=row.code,
        owner_id=row.owner_id,
        owner_slot=row.owner_slot,
        preset=row.preset,
        options=row.options,
        settings=row.settings,
        open=row.status == "open",
        epoch=row.epoch,
        match=row.match,
        created_at=row.created_at,
        closed_at=row.closed_at,
        close_reason=row.close_reason,
    )
