"""The fair deal: wall and dice as a function of seeds (R4, R5, R60).

Everything random in a hand follows from the server's secret seed, the players' client seeds and a public
context string, so that anybody who holds the revealed seed can work it out again. Byte for byte:

* ``K = HMAC-SHA256(key=server_seed, message)`` where ``message`` is, for every client seed in seat order, one
  byte with its length and then the seed itself, followed by the context in UTF-8.
* A labelled stream is the concatenation of ``HMAC-SHA256(K, label ‖ 00 ‖ i)`` for i = 0, 1, 2, ...; the label
  is ASCII (``seating``, ``dice``, ``exchange``, ``wall``) and i has four bytes, most significant first.
* A number below n (n <= 256) is the next byte b of the stream that is smaller than ``256 - 256 % n``, taken
  ``% n``; other bytes are skipped. A die is such a number below 6, plus 1.
* ``dice``: two dice from stream ``dice``. ``exchange_die``: one die from stream ``exchange``.
* ``seating``: in the first round two dice for each player in seat order; in every further round two dice for
  each player who is still tied with another one, in seat order (see ``seating``).
* ``wall``: the sorted tiles 0,0,0,0,1,1,1,1,...,29,29,29,29 are shuffled with stream ``wall``: for i = 119
  down to 1 the tiles at i and at j, a number below i + 1, change places. The result is the ring of
  ``break_wall``, which gives the draw order.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final, TypeAlias

from app.rules.tiles.tiles import COPIES, KINDS, TILES, Seat, Tile

Dice: TypeAlias = tuple[int, int]
SeatingRound: TypeAlias = tuple[Dice | None, ...]
"""One throw of R4 per player; None for a player whose place is settled already."""

STACKS_PER_SIDE: Final = 15
SEED_BYTES: Final = 32
_COMMITMENT_TAG: Final = b"ga1"


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """All that chance decides in a hand.

    ``wall`` holds the 120 tiles in draw order: its front is drawn first, kong replacements come from its end.
    ``exchange_die`` is thrown for R6; ``seating_dice`` are the rounds of R4.
    """

    wall: tuple[Tile, ...]
    dice: Dice
    exchange_die: int
    seating_dice: tuple[SeatingRound, ...]

    def __repr__(self) -> str:
        """Tells no tile."""
        return f"Deal(dice={self.dice})"


def commitment(server_seed: bytes, context: str) -> str:
    """Hex SHA-256 of ``"ga1" ‖ server_seed ‖ context``, published before the deal (R60).

    Raises ValueError for a seed that has not 32 bytes.
    """
    _check_seed(server_seed)
    return hashlib.sha256(_COMMITMENT_TAG + server_seed + context.encode()).hexdigest()


def derive_deal(server_seed: bytes, client_seeds: tuple[bytes, ...], context: str, players: int) -> Deal:
    """Wall and dice of a hand of ``players`` seats, as the module's text describes (R4, R5, R6, R60).

    Raises ValueError for a server seed that has not 32 bytes or a client seed of more than 255.
    """
    _check_seed(server_seed)
    message = b"".join(bytes((len(seed),)) + seed for seed in client_seeds) + context.encode()
    key = hmac.digest(server_seed, message, "sha256")
    dice = _Stream(key, b"dice")
    ring = _shuffled(_Stream(key, b"wall"))
    thrown = (dice.die(), dice.die())
    return Deal(
        wall=break_wall(thrown, ring),
        dice=thrown,
        exchange_die=_Stream(key, b"exchange").die(),
        seating_dice=_throw_for_seats(_Stream(key, b"seating"), players),
    )


def break_place(dice: Dice) -> tuple[int, int]:
    """Where the wall is broken (R5): (side, stacks left standing).

    Sides count counter-clockwise from the dealer's, which is 0; the stacks left standing are those at the
    right end of that side as its owner sees it, as many as the smaller die shows.
    """
    return (sum(dice) - 1) % 4, min(dice)


def break_wall(dice: Dice, ring: Sequence[Tile]) -> tuple[Tile, ...]:
    """The draw order of a wall broken by ``dice`` (R5).

    ``ring`` lists the tiles clockwise, each stack's upper tile before its lower one, from the right end of
    the dealer's side: after the dealer's 15 stacks come those of side 3, then 2, then 1 (see
    ``break_place``). The wall is used up clockwise from the break. The tail is the list read from its end.
    """
    side, standing = break_place(dice)
    start = 2 * (STACKS_PER_SIDE * (-side % 4) + standing)
    return (*ring[start:], *ring[:start])


def seating(rounds: Sequence[SeatingRound], players: int) -> tuple[int, ...]:
    """Players in the order in which they sit, the dealer first (R4).

    The higher sum sits earlier; players with equal sums are ordered among themselves by their next throw.
    """
    return tuple(sorted(range(players), key=lambda player: _sums(rounds, player), reverse=True))


def tied_players(rounds: Sequence[SeatingRound], players: int) -> tuple[int, ...]:
    """Who has to throw (again) for a place: everybody at first, then those level with another one (R4)."""
    keys = [_sums(rounds, player) for player in range(players)]
    return tuple(player for player in range(players) if keys.count(keys[player]) > 1)


def deal_order(dealer: Seat, players: int) -> tuple[Seat, ...]:
    """Seats in the order in which the next ``13 * players + 1`` tiles of the wall are dealt (R5)."""
    turn = tuple((dealer + step) % players for step in range(players))
    fours = tuple(seat for seat in turn for _ in range(4))
    return (*fours, *fours, *fours, *turn, dealer)


class _Stream:
    """Numbers below n from one labelled stream."""

    def __init__(self, key: bytes, label: bytes) -> None:
        self._bytes = self._blocks(key, label)

    @staticmethod
    def _blocks(key: bytes, label: bytes) -> Iterator[int]:
        for index in count():
            yield from hmac.digest(key, label + b"\0" + index.to_bytes(4, "big"), "sha256")

    def below(self, limit: int) -> int:
        ceiling = 256 - 256 % limit
        return next(byte for byte in self._bytes if byte < ceiling) % limit

    def die(self) -> int:
        return self.below(6) + 1


def _check_seed(server_seed: bytes) -> None:
    if len(server_seed) != SEED_BYTES:
        raise ValueError(f"a server seed has {SEED_BYTES} bytes, not {len(server_seed)}")


def _shuffled(stream: _Stream) -> list[Tile]:
    tiles = [tile for tile in range(KINDS) for _ in range(COPIES)]
    for i in range(TILES - 1, 0, -1):
        j = stream.below(i + 1)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    return tiles


def _throw_for_seats(stream: _Stream, players: int) -> tuple[SeatingRound, ...]:
    rounds: list[SeatingRound] = []
    while throwing := tied_players(rounds, players):
        rounds.append(
            tuple((stream.die(), stream.die()) if player in throwing else None for player in range(players))
        )
    return tuple(rounds)


def _sums(rounds: Sequence[SeatingRound], player: int) -> tuple[int, ...]:
    return tuple(sum(dice) for thrown in rounds if (dice := thrown[player]) is not None)
