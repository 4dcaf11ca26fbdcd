"""Bundles: everything needed to reproduce a fault of a room, and the check that replays a bundle."""

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from app.db import Database
from app.db.hands import history, rooms
from app.play.operator.console import Operator
from app.rules.hand.actions import IllegalAction
from app.rules.options.options import OptionError
from app.rules.record.log import log_bytes
from app.rules.record.replay import BadLog, read_header, read_log, replay
from app.rules.tiles.wall import commitment, derive_deal

FORMAT: Final = 1


class BadBundle(ValueError):
    """The bytes are not a bundle of this format."""


class _Hand(msgspec.Struct):
    """A finished hand: its log as text, and the change in ke of each seat."""

    id: str
    deltas: tuple[int, ...]
    log: str


class _Bundle(msgspec.Struct):
    format: int
    version: str
    hands: list[_Hand]


async def bundle_of(db: Database, operator: Operator, room_id: str, version: str) -> dict[str, object] | None:
    """The bundle of a room: rules, finished hands with seeds and logs, state of the table, version.

    It contains no names and nothing of the hand in play. None if there is no such room.
    """
    seen = await operator.look(room_id)
    if seen is None:
        return None
    async with db.read() as tx:
        hands = [
            {"id": str(found.key), "deltas": list(found.deltas), "log": log.decode()}
            for found in await history.hands_of_room(tx, room_id)
            # Retention may have deleted the log. Such a hand cannot be replayed.
            if (log := await history.hand_log(tx, found.key))
        ]
        roster = await rooms.roster(tx, room_id)
    record = seen.record
    return {
        "format": FORMAT,
        "version": version,
        "room": {
            "id": record.id,
            "preset": record.preset,
            "options": record.options,
            "settings": record.settings,
            "open": record.open,
            "close_reason": record.close_reason,
            "epoch": record.epoch,
            "match": record.match,
            "created_at": record.created_at,
            "closed_at": record.closed_at,
            "bots": [member.bot for member in roster],
        },
        "table": {
            "phase": seen.phase,
            "hand": seen.hand,
            "deadline": seen.deadline,
            "stuck": list(seen.stuck),
            "pending": [
                {"seat": each.seat, "since": each.since, "until": each.until} for each in seen.pending
            ],
        },
        "hands": hands,
    }


def replayed(data: bytes) -> Iterator[tuple[str, str | None]]:
    """Replay each hand of a bundle. Yields its id and the difference, None if every byte of its log matches.

    Raises BadBundle.
    """
    try:
        bundle = msgspec.json.decode(data, type=_Bundle)
    except msgspec.MsgspecError as error:
        raise BadBundle(str(error)) from None
    if bundle.format != FORMAT:
        raise BadBundle(f"format {bundle.format}, expected {FORMAT}")
    for hand in bundle.hands:
        yield hand.id, _difference(hand)


def _difference(hand: _Hand) -> str | None:
    try:
        (lines,) = read_log(hand.log.encode())
        again, header = replay(lines), read_header(lines)
        seeds = tuple(bytes.fromhex(seed) for seed in header.client_seeds)
        secret = bytes.fromhex(header.seed)
        deal = derive_deal(secret, seeds, header.context, header.options.players)
        promised = commitment(secret, header.context)
    except (BadLog, IllegalAction, OptionError, ValueError, KeyError, TypeError, IndexError) as error:
        return f"cannot be played: {type(error).__name__} {error}"
    if log_bytes(again) != hand.log.encode():
        return "the replay has another log"
    if (deal.wall, deal.dice, promised) != (header.deal.wall, header.deal.dice, header.commitment):
        return "its seeds do not give its wall"
    return None if _deltas(again[-1]) == hand.deltas else "the replay has other payments"


def _deltas(line: Mapping[str, object]) -> object:
    deltas = line.get("deltas")
    return tuple(deltas) if isinstance(deltas, list) else None
