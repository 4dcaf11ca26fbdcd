"""Connections that wait for their clients. Only so many may wait; those of the heaviest network go first."""

from collections import Counter
from collections.abc import Callable
from typing import Final

from app.kit.addresses import parties

_LEVELS: Final = 3


class Full(Exception):
    """Nobody in the crowd can give way."""


class Waiting:
    """A place in a crowd."""

    __slots__ = ("_drop", "networks")

    def __init__(self, networks: tuple[str, ...], drop: Callable[[], None]) -> None:
        self.networks = networks
        self._drop: Callable[[], None] | None = drop

    @property
    def may_go(self) -> bool:
        """Whether this one can be told to give way."""
        return self._drop is not None

    def stay(self) -> None:
        """Do not give way any more. The place still counts."""
        self._drop = None

    def give_way(self) -> None:
        """Drop the connection."""
        if self._drop is not None:
            self._drop()

    def within(self, level: int) -> str:
        """The network at a level: 0 is the widest. An IPv4 address is the same at all levels."""
        return self.networks[max(-len(self.networks), -1 - level)]


class Crowd:
    """At most ``most`` places, and ``most_of_one`` for a household (``parties`` says how many for a network).

    A newcomer always gets a place while somebody can give way: the one who has waited longest in the network
    that has most of the places. So many connections of few networks push each other out and nobody else.
    """

    def __init__(self, most: int, most_of_one: int | None = None) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._places: dict[Waiting, None] = {}
        self._counts: Counter[str] = Counter()

    def __len__(self) -> int:
        return len(self._places)

    def enter(self, address: str, drop: Callable[[], None]) -> Waiting:
        """Take a place. ``drop`` ends the connection; it is called at most once. Raises Full."""
        networks = parties(address)
        for network, times in networks:
            if self._most_of_one is not None and self._counts[network] >= self._most_of_one * times:
                self._make_room(network)
        if len(self._places) >= self._most:
            self._make_room(None)
        place = Waiting(tuple(network for network, _ in networks), drop)
        self._places[place] = None
        self._counts.update(place.networks)
        return place

    def leave(self, place: Waiting) -> None:
        """Free a place. A repeated call does nothing."""
        if place not in self._places:
            return
        del self._places[place]
        self._counts.subtract(place.networks)
        for network in place.networks:
            if not self._counts[network]:
                del self._counts[network]

    def _make_room(self, network: str | None) -> None:
        """Tell one to give way, in this network if one is given."""
        found = [
            place for place in self._places if place.may_go and (network is None or network in place.networks)
        ]
        if not found:
            raise Full
        for level in range(_LEVELS):
            [(heaviest, _)] = Counter(place.within(level) for place in found).most_common(1)
            found = [place for place in found if place.within(level) == heaviest]
        self.leave(found[0])
        found[0].give_way()
