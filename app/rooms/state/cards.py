"""How many room cards each player pays for a match. Arithmetic only: the ledger is in ``app.db.cards``."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import assert_never

from app.rooms.state.member import Member
from app.rooms.state.room import Room
from app.rules.tiles.tiles import Ke


@dataclass(frozen=True, slots=True)
class Dues:
    """The room cards to hold for a match before a step is committed.

    ``cards``: number of cards by player id, each at least 1. ``exact``: the match begins with this step, so
    holds of all other players for this match are released.
    """

    match: int
    cards: Mapping[str, int]
    exact: bool


def dues_of_step(before: Room | None, after: Room, player_id: str | None) -> Dues | None:
    """Returns the cards to hold before the step of ``player_id`` from ``before`` to ``after``, or None.

    The step that begins a match needs the cards of all players who pay for it. Before that, a player's own
    step needs only their own cards: they make the room (``before`` is None), join it, or ask for a rematch.
    """
    if not after.settings.cost:
        return None
    if before is not None and after.match > before.match:
        return Dues(after.match, _cards(after, after.humans), exact=True)
    known = set() if before is None else {member.player_id for member in _claimed(before)}
    mine = [member for member in _claimed(after) if member.player_id == player_id and player_id not in known]
    cards = _cards(after, mine)
    return Dues(after.match + 1, cards, exact=False) if cards else None


def claimants(room: Room) -> frozenset[str]:
    """The ids of the players who may have cards held for a match that has not begun."""
    owner_pays = room.settings.payer == "owner"
    return frozenset(
        member.player_id
        for member in _claimed(room)
        if member.player_id is not None and (not owner_pays or member.slot == room.owner)
    )


def share(cost: int, seats: int) -> int:
    """The cards that each player except the owner pays with payer ``split``: cost / seats, rounded down."""
    return cost // seats


def winner_shares(cost: int, totals: Mapping[str, Ke]) -> dict[str, int]:
    """The cards that each player pays with payer ``winner``, by player id, each at least 1.

    ``totals``: the 颗 of each player in seat order, without bots; at least one player. Players with the same
    highest total share the cost. The first of them in seat order also pays the remainder.
    """
    best = max(totals.values())
    first, *others = (player_id for player_id, total in totals.items() if total == best)
    each = cost // (len(others) + 1)
    shares = {first: cost - each * len(others), **dict.fromkeys(others, each)}
    return {player_id: cards for player_id, cards in shares.items() if cards}


def _claimed(room: Room) -> Iterable[Member]:
    """Players with cards held for the next match: all in a lobby; after a match those with ``rematch``."""
    match room.phase:
        case "lobby":
            return room.humans
        case "ended":
            return (member for member in room.humans if member.rematch)
        case _:
            return ()


def _cards(room: Room, members: Iterable[Member]) -> dict[str, int]:
    """The cards of these members for a match, by player id, without those who pay 0."""
    due = {member.player_id: _due(room, member) for member in members}
    return {player_id: cards for player_id, cards in due.items() if player_id is not None and cards}


def _due(room: Room, member: Member) -> int:
    cost, is_owner = room.settings.cost, member.slot == room.owner
    match room.settings.payer:
        case "winner":
            return cost
        case "owner":
            return cost if is_owner else 0
        case "split":
            seats = len(room.members)
            others = seats - 1 - sum(present.bot for present in room.present)
            each = share(cost, seats)
            return cost - each * others if is_owner else each
        case _:
            assert_never(room.settings.payer)
