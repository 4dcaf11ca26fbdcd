"""Who pays how many room cards for a match. Pure arithmetic; the ledger is elsewhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from app.rooms.state.member import Member
from app.rooms.state.room import Room
from app.rules.tiles.tiles import Ke


@dataclass(frozen=True, slots=True)
class Dues:
    """Cards that have to be held for a match before a step may happen, by player; never 0 for anybody.

    ``exact``: the match begins with it, so nobody else may have cards held for this match.
    """

    match: int
    cards: Mapping[str, int]
    exact: bool


def dues_of_step(before: Room | None, after: Room, player_id: str | None) -> Dues | None:
    """What has to be held before the step of ``player_id`` from ``before`` to ``after`` is made.

    A match that begins needs the cards of all who pay for it. Before that a player's own step needs his own:
    making a room (``before`` None), joining one, wishing for another match.
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
    """The players who may have cards held for a match that has not begun."""
    owner_pays = room.settings.payer == "owner"
    return frozenset(
        member.player_id
        for member in _claimed(room)
        if member.player_id is not None and (not owner_pays or member.slot == room.owner)
    )


def share(cost: int, seats: int) -> int:
    """What each player but the owner pays of a match that all share: the cost by seats, rounded down."""
    return cost // seats


def winner_shares(cost: int, totals: Mapping[str, Ke]) -> dict[str, int]:
    """Who pays for a match that its winner pays, by player: never 0 for anybody.

    ``totals``: the 颗 of the players in the order of their seats, bots left out. Players who share the
    highest total share the cost; what cannot be divided is paid by the one who sits first.
    """
    best = max(totals.values(), default=0)
    first, *others = (player_id for player_id, total in totals.items() if total == best)
    each = cost // (len(others) + 1)
    shares = {first: cost - each * len(others), **dict.fromkeys(others, each)}
    return {player_id: cards for player_id, cards in shares.items() if cards}


def _claimed(room: Room) -> Iterable[Member]:
    """The players who have cards held for the match to come: all of a lobby, later those who wish for it."""
    match room.phase:
        case "lobby":
            return room.humans
        case "ended":
            return (member for member in room.humans if member.rematch)
        case _:
            return ()


def _cards(room: Room, members: Iterable[Member]) -> dict[str, int]:
    """What these members pay for a match, those left out who pay nothing."""
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
