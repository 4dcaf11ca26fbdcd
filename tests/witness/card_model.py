"""A model of the card ledger in plain arithmetic; tests compare the real one with it."""

from copy import deepcopy
from dataclasses import dataclass, field

from app.rooms.state.settings import Payer


class Short(Exception):
    """A player has fewer cards than needed."""


@dataclass
class RoomModel:
    """The parts of a room that matter for cards. It has four seats."""

    id: str
    payer: Payer
    cost: int
    members: list[str | None]
    owner: int = 0
    bots: int = 0
    phase: str = "lobby"
    match: int = 0
    hands: int = 0
    order: int = 1
    totals: dict[str, int] = field(default_factory=dict)
    wishes: set[str] = field(default_factory=set)

    @property
    def humans(self) -> list[str]:
        """The players in the room, by slot."""
        return [member for member in self.members if member is not None]

    @property
    def owner_id(self) -> str:
        """The owner."""
        owner = self.members[self.owner]
        assert owner is not None
        return owner

    def due(self, player: str) -> int:
        """Cards that a player pays for a match."""
        if self.payer == "winner":
            return self.cost
        if self.payer == "owner":
            return self.cost if player == self.owner_id else 0
        each = self.cost // 4
        return self.cost - each * (3 - self.bots) if player == self.owner_id else each

    def dues(self, players: list[str]) -> dict[str, int]:
        """Cards that these players pay, without those who pay nothing."""
        return {player: self.due(player) for player in players if self.due(player)}


@dataclass
class CardModel:
    """Cards to spend by player; cards held by room, match and player."""

    free: dict[str, int] = field(default_factory=dict)
    held: dict[tuple[str, int, str], int] = field(default_factory=dict)

    def copy(self) -> "CardModel":
        """A copy on which a step can be tried."""
        return deepcopy(self)

    def spend(self, player: str, cards: int) -> None:
        """Take cards from a player. Raises Short."""
        if self.free.get(player, 0) < cards:
            raise Short(player)
        self.free[player] = self.free.get(player, 0) - cards

    def give(self, player: str, cards: int) -> None:
        """Give cards to a player."""
        self.free[player] = self.free.get(player, 0) + cards

    def hold(self, room: str, match: int, dues: dict[str, int], *, exact: bool) -> None:
        """Hold these cards for the match; if ``exact``, give all other holds for it back. Raises Short."""
        others = {player for at, number, player in self.held if (at, number) == (room, match)}
        for player in dues.keys() | (others if exact else set()):
            self.give(player, self.held.pop((room, match, player), 0))
            if cards := dues.get(player, 0):
                self.spend(player, cards)
                self.held[room, match, player] = cards

    def release(self, room: RoomModel) -> None:
        """Apply a roster: give back the holds of players who left, and of earlier owners."""
        for key, cards in list(self.held.items()):
            at, match, player = key
            former = room.payer == "owner" and match > room.match and player != room.owner_id
            if at == room.id and (former or player not in room.humans):
                del self.held[key]
                self.give(player, cards)

    def pay(self, room: str, match: int, shares: dict[str, int]) -> None:
        """Let these players pay for the match from their holds, and give all other holds back."""
        for key, cards in list(self.held.items()):
            at, number, player = key
            if (at, number) == (room, match):
                del self.held[key]
                self.give(player, cards - shares.get(player, 0))

    def settle_hand(self, room: RoomModel, *, last: bool) -> None:
        """Charge the match after a booked hand."""
        if room.payer == "winner":
            if last:
                self.pay(room.id, room.match, winners(room))
        elif room.hands == 1:
            self.pay(room.id, room.match, room.dues(room.humans))

    def close(self, room: RoomModel) -> None:
        """Charge the matches of a closed room."""
        if room.payer == "winner" and room.hands and room.phase == "playing":
            self.pay(room.id, room.match, winners(room))
        for match in {number for at, number, _ in self.held if at == room.id}:
            self.pay(room.id, match, {})

    def held_of(self, player: str) -> int:
        """All held cards of a player."""
        return sum(cards for (_, _, holder), cards in self.held.items() if holder == player)


def winners(room: RoomModel) -> dict[str, int]:
    """Split the cost equally among the best; the first of them pays the remainder."""
    best = [player for player in room.humans if room.totals[player] == max(room.totals.values())]
    each = room.cost // len(best)
    return dict.fromkeys(best, each) | {best[0]: room.cost - each * (len(best) - 1)}
