"""Room cards of a room's players: held for a match, then paid or given back.

Everything happens in the caller's transaction, together with the change that causes it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from sqlalchemy import func, select

from app.db.cards import cards
from app.db.cards.card_records import Hold
from app.db.engine.database import WriteTx
from app.db.hands import player_rooms, rooms
from app.db.hands.records import RosterMember
from app.db.tables.models import HandSeat
from app.rooms.state.cards import Dues, winner_shares
from app.rooms.state.settings import Payer


async def hold_dues(tx: WriteTx, room_id: str, payer: Payer, dues: Dues, now: int) -> None:
    """Hold exactly these cards for the match. A repeat changes nothing.

    If the dues are ``exact``, holds of other players for the match are given back; else they stay.
    Raises NotEnough; let it end the transaction.
    """
    open_now = [hold for hold in await cards.pending(tx, room_id) if hold.match == dues.match]
    held = {hold.player_id for hold in open_now}
    for player_id in sorted(held | set(dues.cards) if dues.exact else dues.cards):
        wanted = dues.cards.get(player_id, 0)
        mine = [hold for hold in open_now if hold.player_id == player_id]
        if [hold.amount for hold in mine] == [wanted]:
            continue
        for hold in mine:
            await _void(tx, hold, "changed", now)
        if wanted:
            number = await cards.holds_made(tx, room_id, dues.match, player_id) + 1
            key = f"hold:{room_id}:{dues.match}:{player_id}:{number}"
            await cards.hold(tx, key, player_id, wanted, now, room=room_id, match=dues.match, reason=payer)


async def take_roster(
    tx: WriteTx,
    room_id: str,
    owner_slot: int,
    members: Sequence[RosterMember],
    order: int,
    match: int,
    now: int,
) -> bool:
    """``rooms.set_roster``, and free the players who are no longer in the room: their seats and their holds.

    If the owner pays: also give back the holds of earlier owners for matches after ``match``.
    Returns False, and changes nothing, if a newer roster is stored.
    """
    if not await rooms.set_roster(tx, room_id, owner_slot, members, order):
        return False
    present = {member.player_id for member in members if member.player_id is not None and not member.left}
    await player_rooms.keep_only(tx, room_id, present, now)
    owner = next((member.player_id for member in members if member.slot == owner_slot), None)
    for hold in await cards.pending(tx, room_id):
        former = hold.reason == "owner" and hold.match > match and hold.player_id != owner
        if former or hold.player_id not in present:
            await _void(tx, hold, "left", now)
    return True


async def release_unclaimed(
    tx: WriteTx, room_id: str, match: int, claimed: Collection[str], now: int
) -> None:
    """Give back holds for matches after ``match``, except those of the players in ``claimed``.

    Call it only after ``take_roster`` has stored the roster of the state that ``claimed`` comes from.
    """
    for hold in await cards.pending(tx, room_id):
        if hold.match > match and hold.player_id not in claimed:
            await _void(tx, hold, "left", now)


async def settle_hand(
    tx: WriteTx, room_id: str, match: int, players: Iterable[str | None], *, last: bool, now: int
) -> None:
    """Charge a match after one of its hands is booked.

    The owner or all ``players`` pay with the first hand, the winner with the ``last`` hand. All other holds
    for the match are given back.
    """
    open_now = [hold for hold in await cards.pending(tx, room_id) if hold.match == match]
    if not open_now or (open_now[0].reason == "winner" and not last):
        return
    if open_now[0].reason == "winner":
        await _winners_pay(tx, room_id, match, open_now, now)
        return
    seated = set() if await cards.paid_for(tx, room_id, match) else set(players)
    shares = {hold.player_id: hold.amount for hold in open_now if hold.player_id in seated}
    await _resolve(tx, open_now, shares, "first_hand", now)


async def settle_closed(tx: WriteTx, room_id: str, now: int) -> None:
    """Charge the matches of a closed room. A repeat changes nothing.

    If the winner was to pay and a hand of the match is booked, the leader pays. All other holds of the room
    are given back.
    """
    open_now = await cards.pending(tx, room_id)
    for match in sorted({hold.match for hold in open_now}):
        holds = [hold for hold in open_now if hold.match == match]
        if holds[0].reason == "winner":
            await _winners_pay(tx, room_id, match, holds, now)
        else:
            await _resolve(tx, holds, {}, "closed", now)


async def close_room(tx: WriteTx, room_id: str, reason: str, now: int) -> bool:
    """``rooms.close`` and ``settle_closed``. False if the room was closed before."""
    closed = await rooms.close(tx, room_id, reason, now)
    await settle_closed(tx, room_id, now)
    return closed


async def _winners_pay(tx: WriteTx, room_id: str, match: int, holds: Sequence[Hold], now: int) -> None:
    """Let the best of the holders pay; nobody if the match has no booked hand or is already paid."""
    if await cards.paid_for(tx, room_id, match):
        await _resolve(tx, holds, {}, "closed", now)
        return
    holders = {hold.player_id for hold in holds}
    totals = await _totals(tx, room_id, match)
    playing = {player_id: total for player_id, total in totals.items() if player_id in holders}
    if not playing:
        await _resolve(tx, holds, {}, "closed", now)
        return
    shares = winner_shares(max(hold.amount for hold in holds), playing)
    await _resolve(tx, holds, shares, "winner", now)


async def _resolve(
    tx: WriteTx, holds: Sequence[Hold], shares: Mapping[str, int], reason: str, now: int
) -> None:
    """Pay each share from the first hold of its player, and give all other holds back."""
    owing = dict(shares)
    for hold in holds:
        if amount := owing.pop(hold.player_id, 0):
            await cards.post(tx, f"{hold.id}:post", hold.id, now, amount, reason)
        else:
            await _void(tx, hold, "not_winner" if reason == "winner" else reason, now)


async def _void(tx: WriteTx, hold: Hold, reason: str, now: int) -> None:
    await cards.void(tx, f"{hold.id}:void", hold.id, now, reason)


async def _totals(tx: WriteTx, room_id: str, match: int) -> dict[str, int]:
    """颗 of each player over the booked hands of a match, in the order of the seats."""
    query = (
        select(HandSeat.player_id, func.sum(HandSeat.delta).label("total"))
        .where(HandSeat.room_id == room_id, HandSeat.match == match, HandSeat.player_id.is_not(None))
        .group_by(HandSeat.player_id)
        .order_by(func.min(HandSeat.seat))
    )
    return {row.player_id: int(row.total) for row in await tx.execute(query)}
