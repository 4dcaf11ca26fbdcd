"""Finished hands, for members of the room and players of the hand."""

from dataclasses import asdict
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query
from fastapi import Path as PathParameter

from app.api.http.bodies import NUL
from app.api.http.deps import Deps, Parts
from app.api.http.described import fails
from app.api.http.errors import ApiError
from app.api.http.sessions import Me
from app.api.public.answers import HandDetail, HandList, HandPlayer, HandSummary, HandTransfer
from app.db.hands import history
from app.db.hands.records import HandKey
from app.db.hands.records import HandSummary as SummaryRecord

router = APIRouter()


@router.get("/hands", **fails("not_found"))
async def hands(deps: Parts, session: Me, room: Annotated[str, Query(max_length=64)]) -> HandList:
    """The finished hands of a room, in the order of play. ``room``: the id of the room."""
    await _admit(deps, room, session.player.id)
    async with deps.db.read() as tx:
        found = await history.hands_of_room(tx, room)
    return HandList(hands=tuple(HandSummary(**_summary(hand)) for hand in found))


@router.get("/hands/{hand_id}", **fails("not_found"))
async def hand(
    deps: Parts, session: Me, hand_id: Annotated[str, PathParameter(max_length=100)]
) -> HandDetail:
    """A finished hand: transfers, receipts, seeds, and the log for a replay."""
    key = HandKey.parse(hand_id)
    if key is None:
        raise ApiError("not_found")
    await _admit(deps, key.room_id, session.player.id)
    async with deps.db.read() as tx:
        detail = await history.one_hand(tx, key)
        log = await history.hand_log(tx, key)
    if detail is None or log is None:
        raise ApiError("not_found")
    return HandDetail(
        **_summary(detail.summary),
        preset=detail.preset,
        options=detail.options,
        next_dealer=detail.next_dealer,
        transfers=tuple(HandTransfer(**asdict(transfer)) for transfer in detail.transfers),
        wins=detail.wins,
        seed=detail.server_seed,
        client_seeds=detail.client_seeds,
        commitment=detail.commitment,
        kept=detail.kept,
        log=tuple(msgspec.json.decode(line) for line in log.splitlines()),
    )


async def _admit(deps: Deps, room_id: str, player_id: str) -> None:
    """Raises ApiError not_found for a player who was not in the room, as if the room did not exist."""
    if NUL in room_id:
        raise ApiError("not_found")
    async with deps.db.read() as tx:
        if not await history.was_there(tx, room_id, player_id):
            raise ApiError("not_found")


def _summary(hand: SummaryRecord) -> dict[str, Any]:
    """The members that a summary and a detail share."""
    return {
        "id": str(hand.key),
        "match": hand.key.match,
        "hand": hand.key.hand,
        "players": tuple(HandPlayer(name=each.name, bot=each.player_id is None) for each in hand.players),
        "deltas": hand.deltas,
        "dealer": hand.dealer,
        "exhausted": hand.exhausted,
        "ended_at": hand.ended_at,
    }
