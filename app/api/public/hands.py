"""Finished hands, for those who were there."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Query
from fastapi import Path as PathParameter

from app.api.http.deps import Deps, Parts
from app.api.http.errors import ApiError
from app.api.http.sessions import Me
from app.db.hands import history
from app.db.hands.records import HandKey, HandSummary

router = APIRouter()


@router.get("/hands")
async def hands(deps: Parts, session: Me, room: Annotated[str, Query(max_length=64)]) -> dict[str, object]:
    """The booked hands of a room, in the order of play."""
    await _admit(deps, room, session.player.id)
    async with deps.db.read() as tx:
        found = await history.hands_of_room(tx, room)
    return {"hands": [_summary(hand) for hand in found]}


@router.get("/hands/{hand_id}")
async def hand(
    deps: Parts, session: Me, hand_id: Annotated[str, PathParameter(max_length=100)]
) -> dict[str, object]:
    """Everything that is kept of a booked hand: transfers, receipts, seeds, and its log for the replay.

    ``kept`` says what is over: the log with ``no_log``, transfers and receipts too with ``sums``.
    """
    key = HandKey.parse(hand_id)
    if key is None:
        raise ApiError("not_found")
    await _admit(deps, key.room_id, session.player.id)
    async with deps.db.read() as tx:
        detail = await history.one_hand(tx, key)
        log = await history.hand_log(tx, key)
    if detail is None or log is None:
        raise ApiError("not_found")
    return {
        **_summary(detail.summary),
        "preset": detail.preset,
        "options": detail.options,
        "next_dealer": detail.next_dealer,
        "transfers": [msgspec.to_builtins(transfer) for transfer in detail.transfers],
        "wins": list(detail.wins),
        "seed": detail.server_seed,
        "client_seeds": list(detail.client_seeds),
        "commitment": detail.commitment,
        "kept": detail.kept,
        "log": [msgspec.json.decode(line) for line in log.splitlines()],
    }


async def _admit(deps: Deps, room_id: str, player_id: str) -> None:
    """Raises ApiError not_found for whoever was not there, as if there were nothing."""
    async with deps.db.read() as tx:
        if not await history.was_there(tx, room_id, player_id):
            raise ApiError("not_found")


def _summary(hand: HandSummary) -> dict[str, object]:
    return {
        "id": str(hand.key),
        "match": hand.key.match,
        "hand": hand.key.hand,
        "players": [{"name": player.name, "bot": player.player_id is None} for player in hand.players],
        "deltas": list(hand.deltas),
        "dealer": hand.dealer,
        "exhausted": hand.exhausted,
        "ended_at": hand.ended_at,
    }
