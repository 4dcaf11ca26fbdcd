"""What players do with their account: recover it, merge two, get a copy, delete it."""

import dataclasses
import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import delete, exists, func, insert, or_, select, update
from sqlalchemy.orm import aliased

from app.db.audit.hands import KeptHand
from app.db.audit.reading import hands_of_rooms
from app.db.cards import cards
from app.db.cards.card_records import MOST_CARDS, LedgerError
from app.db.engine.database import ReadTx, WriteTx
from app.db.hands import player_rooms, rooms
from app.db.hands.pruned_marks import Mark, kept_by_length, packed_mark, rest_hash
from app.db.hands.records import JsonObject, PlayerRecord, SeatPlayer, payload_hash
from app.db.people.standing import NoPlayer, lock_players, require_free
from app.db.tables.models import Hand, HandLog, HandSeat, Player, RoomMember, RoomRow, Session
from app.db.tables.models_people import RecoveryCode

GONE: Final = "已注销"
"""Name of a deleted player in rooms and hands."""


class PersonRefused(LedgerError):
    """``code``: ``seated`` (in an open room), ``same_player``, or ``played_together`` (in one room)."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Own:
    """A session in its player's list. ``id``: digest of its token. Times in server ms."""

    id: str
    name: str | None
    kind: str
    created_at: int
    expires_at: int


def code_hash(code: str) -> str:
    """SHA-256 (hex) that is stored for a recovery code. Case and separators do not matter."""
    plain = "".join(char for char in code.upper() if char.isalnum())
    # codes have no O, I and L, but people read and type them
    for wrong, right in (("O", "0"), ("I", "1"), ("L", "1")):
        plain = plain.replace(wrong, right)
    return hashlib.sha256(b"recovery\n" + plain.encode()).hexdigest()


async def set_code(tx: WriteTx, player_id: str, code: str, now: int) -> None:
    """Set the recovery code of a player; the earlier one is no longer valid. ``now``: server ms.

    Raises NoPlayer.
    """
    await lock_players(tx, player_id)
    await tx.execute(delete(RecoveryCode).where(RecoveryCode.player_id == player_id))
    values = {"player_id": player_id, "code_hash": code_hash(code), "created_at": now}
    await tx.execute(insert(RecoveryCode).values(values))


async def by_code(tx: ReadTx, code: str) -> PlayerRecord | None:
    """The player with this recovery code, or None."""
    query = (
        select(Player.id, Player.name, Player.created_at, Player.last_seen)
        .join(RecoveryCode, RecoveryCode.player_id == Player.id)
        .where(RecoveryCode.code_hash == code_hash(code))
    )
    row = (await tx.execute(query)).one_or_none()
    return None if row is None else PlayerRecord(row.id, row.name, row.created_at, row.last_seen)


async def locked_by_code(tx: WriteTx, code: str, *also: str) -> PlayerRecord | None:
    """``by_code``, and lock this player together with those in ``also``.

    Raises PlayerBanned if one of them is banned, NoPlayer for an account of ``also`` that is closed.
    """
    found = await by_code(tx, code)
    if found is None:
        return None
    try:
        await lock_players(tx, found.id, *also)
    except NoPlayer as gone:
        if gone.player_id == found.id:
            return None
        raise
    await require_free(tx, found.id, *also)
    # another transaction may have changed the code before the lock
    again = await by_code(tx, code)
    return again if again is not None and again.id == found.id else None


async def own_sessions(tx: ReadTx, player_id: str, now: int) -> tuple[Own, ...]:
    """The sessions of a player that are valid at ``now`` (server ms), newest first."""
    query = (
        select(Session.id_hash, Session.name, Session.kind, Session.created_at, Session.expires_at)
        .where(Session.player_id == player_id, Session.revoked_at.is_(None), Session.expires_at > now)
        .order_by(Session.created_at.desc(), Session.id_hash)
    )
    return tuple(
        Own(row.id_hash, row.name, row.kind, row.created_at, row.expires_at)
        for row in await tx.execute(query)
    )


async def name_session(tx: WriteTx, player_id: str, session_id: str, name: str) -> bool:
    """Name a session of a player. False if the session is not theirs."""
    own = (Session.id_hash == session_id, Session.player_id == player_id)
    return (await tx.execute(update(Session).where(*own).values(name=name))).rowcount == 1


async def end_session(tx: WriteTx, player_id: str, session_id: str, now: int) -> bool:
    """End a session of a player at ``now`` (server ms). False if it is not theirs or has ended."""
    query = (
        update(Session)
        .where(Session.id_hash == session_id, Session.player_id == player_id, Session.revoked_at.is_(None))
        .values(revoked_at=now)
    )
    return (await tx.execute(query)).rowcount == 1


async def end_sessions(tx: WriteTx, player_id: str, now: int) -> tuple[str, ...]:
    """End all sessions of a player. Returns their digests; the caller closes their connections."""
    query = (
        update(Session)
        .where(Session.player_id == player_id, Session.revoked_at.is_(None))
        .values(revoked_at=now)
        .returning(Session.id_hash)
    )
    return tuple((await tx.execute(query)).scalars())


async def forget(tx: WriteTx, player_id: str, now: int) -> tuple[str, ...]:
    """Delete the account of a player. Returns the digests of the ended sessions.

    Results stay in the books under another name; cards go back to ``mint``.
    Raises PersonRefused ``seated``, NoPlayer; let them end the transaction.
    """
    await lock_players(tx, player_id)
    await _refuse_seated(tx, player_id)
    ended = await _close_account(tx, player_id, now)
    await _rewrite(tx, player_id, lambda _: SeatPlayer(player_id, GONE))
    await _take_all(tx, player_id, f"delete:{player_id}", now, "deleted")
    return ended


async def merge(tx: WriteTx, kept: str, other: str, now: int) -> tuple[str, ...]:
    """Give rooms, hands and cards of ``other`` to ``kept``. Returns the digests of ``other``'s sessions.

    Raises PersonRefused, NoPlayer; let them end the transaction.
    """
    if kept == other:
        raise PersonRefused("same_player")
    await lock_players(tx, kept, other)
    for player_id in sorted((kept, other)):
        await _refuse_seated(tx, player_id)
    if await _played_together(tx, kept, other):
        raise PersonRefused("played_together")
    ended = await _close_account(tx, other, now)
    await _rewrite(tx, other, lambda seat: SeatPlayer(kept, seat.name))
    await tx.execute(
        update(RoomRow)
        .where(RoomRow.owner_id == other)
        # clients choose the keys, so ``kept`` may have used the same key
        .values(owner_id=kept, create_key=other + ":" + RoomRow.create_key)
    )
    key = f"merge:{other}:{kept}"
    moved = await _take_all(tx, other, key, now, "merged")
    if moved:
        await cards.grant(tx, f"{key}:to", kept, moved, now, "merged")
    return ended


async def copy_of(tx: ReadTx, player: PlayerRecord, now: int) -> JsonObject:
    """All stored data of a player, as JSON."""
    balance = await cards.balance(tx, player.id)
    lines = await cards.history(tx, player.id, limit=100_000)
    seats = (
        select(
            HandSeat.room_id,
            HandSeat.match,
            HandSeat.hand,
            HandSeat.seat,
            HandSeat.name,
            HandSeat.delta,
            Hand.ended_at,
            func.length(HandLog.log).label("kept"),
        )
        .join(
            Hand,
            (Hand.room_id == HandSeat.room_id)
            & (Hand.match == HandSeat.match)
            & (Hand.hand == HandSeat.hand),
        )
        .outerjoin(
            HandLog,
            (HandLog.room_id == Hand.room_id) & (HandLog.match == Hand.match) & (HandLog.hand == Hand.hand),
        )
        .where(HandSeat.player_id == player.id)
        .order_by(Hand.ended_at, HandSeat.room_id, HandSeat.match, HandSeat.hand)
    )
    member = (
        select(RoomRow.id, RoomRow.code, RoomRow.preset, RoomRow.status, RoomRow.created_at, RoomMember.name)
        .join(RoomMember, RoomMember.room_id == RoomRow.id)
        .where(RoomMember.player_id == player.id)
        .order_by(RoomRow.created_at, RoomRow.id)
    )
    return {
        "player": dataclasses.asdict(player),
        "sessions": [dataclasses.asdict(own) for own in await own_sessions(tx, player.id, now)],
        "cards": {
            "available": balance.available,
            "held": balance.held,
            "history": [dataclasses.asdict(line) for line in lines],
        },
        "rooms": [dict(row._mapping) for row in await tx.execute(member)],
        "hands": [
            dict(row._mapping) | {"kept": kept_by_length(row.kept or 0)} for row in await tx.execute(seats)
        ],
    }


async def _refuse_seated(tx: ReadTx, player_id: str) -> None:
    if await player_rooms.room_of(tx, player_id) is not None or (await cards.balance(tx, player_id)).held:
        raise PersonRefused("seated")


async def _played_together(tx: ReadTx, one: str, two: str) -> bool:
    members, others = aliased(RoomMember), aliased(RoomMember)
    seats, facing = aliased(HandSeat), aliased(HandSeat)
    roomed = exists().where(
        members.player_id == one, others.player_id == two, members.room_id == others.room_id
    )
    played = exists().where(seats.player_id == one, facing.player_id == two, seats.room_id == facing.room_id)
    return bool((await tx.execute(select(or_(roomed, played)))).scalar_one())


async def _take_all(tx: WriteTx, player_id: str, key: str, now: int, reason: str) -> int:
    """Take back all available cards of a player. Returns their number."""
    total = rest = (await cards.balance(tx, player_id)).available
    number = 0
    while rest:
        part, number = min(rest, MOST_CARDS), number + 1
        await cards.take_back(tx, f"{key}:{now}:{number}", player_id, part, now, reason)
        rest -= part
    return total


async def _close_account(tx: WriteTx, player_id: str, now: int) -> tuple[str, ...]:
    ended = await end_sessions(tx, player_id, now)
    await tx.execute(delete(Session).where(Session.player_id == player_id))
    await tx.execute(delete(RecoveryCode).where(RecoveryCode.player_id == player_id))
    await tx.execute(update(Player).where(Player.id == player_id).values(name=GONE, closed_at=now))
    return ended


async def _rewrite(tx: WriteTx, player_id: str, changed: Callable[[SeatPlayer], SeatPlayer]) -> None:
    """Change id or name of a player in rooms and hands, and update the digests of the hands.

    A digest that does not match before stays as it is, so that the audit still finds it.
    """
    blank = changed(SeatPlayer(player_id, ""))
    member: dict[str, str | None] = {"player_id": blank.player_id}
    if blank.name:
        member["name"] = blank.name
    query = select(HandSeat.room_id).where(HandSeat.player_id == player_id).distinct()
    for room_id in (await tx.execute(query.order_by(HandSeat.room_id))).scalars().all():
        await rooms.lock(tx, room_id)
        kept, _ = await hands_of_rooms(tx, (room_id,))
        for hand in kept:
            players = hand.record.players
            names = tuple(changed(seat) if seat.player_id == player_id else seat for seat in players)
            if names != players and hand.intact():
                await _redigest(tx, hand, names)
    for table in (HandSeat, RoomMember):
        await tx.execute(update(table).where(table.player_id == player_id).values(**member))


async def _redigest(tx: WriteTx, hand: KeptHand, names: tuple[SeatPlayer, ...]) -> None:
    """Store the digest, or the mark, of a hand with other players."""
    record = dataclasses.replace(hand.record, players=names)
    this = {"room_id": record.room_id, "match": record.match, "hand": record.hand}
    if hand.only_sums:
        mark = packed_mark(Mark("sums", rest_hash(record, hand.payload_hash)))
        await tx.execute(update(HandLog).filter_by(**this).values(log=mark))
        return
    digest = payload_hash(record, hand.mark.digest if hand.mark is not None else None)
    await tx.execute(update(Hand).filter_by(**this).values(payload_hash=digest))
