"""The fair deal: wall and dice, computed from seeds (R4, R5, R60).

The server's secret seed, the players' client seeds and a public context string determine everything random in
a hand. Anyone who has the revealed seed can compute the deal again. Byte for byte:

* ``K = HMAC-SHA256(key=server_seed, message)``. ``message`` holds, for each client seed in seat order, one
  byte with the length of the seed and then the seed. After the seeds comes the context in UTF-8.
* A labelled stream is the concatenation of ``HMAC-SHA256(K, label ‖ 00 ‖ i)`` for i = 0, 1, 2, ... The label
  is ASCII (``seating``, ``dice``, ``exchange``, ``wall``). i has four bytes, most significant first.
* A number below n (n <= 256): skip bytes of the stream until a byte b is smaller than ``256 - 256 % n``. The
  number is ``b % n``. A die is such a number below 6, plus 1.
* ``dice``: two dice from stream ``dice``. ``exchange_die``: one die from stream ``exchange``.
* ``seating``: in the first round two dice for each player in seat order. In each further round two dice for
  each player who is still tied with another player, in seat order (see ``seating``).
* ``wall``: start with the sorted tiles 0,0,0,0,1,1,1,1,...,29,29,29,29 and shuffle them with stream ``wall``:
  for i = 119 down to 1, swap the tiles at i and j, where j is a number below i + 1. The result is the ring
  of ``break_wall``, which gives the draw order.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Final, TypeAlias

from app.rules.tiles.tiles import COPIES, KINDS, TILES, Seat, Tile

Dice: TypeAlias = tuple[int, int]
SeatingRound: TypeAlias = tuple[Dice | None, ...]
"""One throw per player (R4). None for a player whose place is already decided."""

STACKS_PER_SIDE: Final = 15
SEED_BYTES: Final = 32
_COMMITMENT_TAG: Final = b"ga1"


@dataclass(frozen=True, slots=True, repr=False)
class Deal:
    """Everything random in a hand.

    ``wall`` holds the 120 tiles in draw order: players draw from the front, kong replacements come from the
    end. ``exchange_die`` is the die of R6. ``seating_dice`` are the rounds of R4.
    """

    wall: tuple[Tile, ...]
    dice: Dice
    exchange_die: int
    seating_dice: tuple[SeatingRound, ...]

    def __repr__(self) -> str:
        """Shows no tile."""
        return f"Deal(dice={self.dice})"


def commitment(server_seed: bytes, context: str) -> str:
    """Hex SHA-256 of ``"ga1" ‖ server_seed ‖ context``. The server publishes it before the deal (R60).

    Raises ValueError if the seed is not 32 bytes long.
    """
    _check_seed(server_seed)
    return hashlib.sha256(_COMMITMENT_TAG + server_seed + context.encode()).hexdigest()


def derive_deal(server_seed: bytes, client_seeds: tuple[bytes, ...], context: str, players: int) -> Deal:
    """Wall and dice of a hand with ``players`` seats, as the module docstring defines (R4, R5, R6, R60).

    Raises ValueError if the server seed is not 32 bytes long, or a client seed is longer than 255 bytes.
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
    """Where the wall is broken (R5): (side, number of stacks left standing).

    Side 0 is the dealer's; sides count counter-clockwise. The stacks left standing are at the right end of
    the side, as its owner sees it. Their number is the smaller die.
    """
    return (sum(dice) - 1) % 4, min(dice)


def break_wall(dice: Dice, ring: Sequence[Tile]) -> tuple[Tile, ...]:
    """The draw order of a wall broken by ``dice`` (R5).

    ``ring`` lists the tiles clockwise from the right end of the dealer's side; in each stack the upper tile
    comes before the lower tile. After the dealer's 15 stacks come those of side 3, then 2, then 1 (see
    ``break_place``). Players draw clockwise from the break. The tail of the wall is the end of the list.
    """
    side, standing = break_place(dice)
    start = 2 * (STACKS_PER_SIDE * (-side % 4) + standing)
    return (*ring[start:], *ring[:start])


def seating(rounds: Sequence[SeatingRound], players: int) -> tuple[int, ...]:
    """Players in seat order, the dealer first (R4).

    A higher sum sits earlier. The next throw orders players with equal sums.
    """
    return tuple(sorted(range(players), key=lambda player: _sums(rounds, player), reverse=True))


def tied_players(rounds: Sequence[SeatingRound], players: int) -> tuple[int, ...]:
    """The players who throw in the next round: all at first, then those tied with another player (R4)."""
    keys = [_sums(rounds, player) for player in range(players)]
    return tuple(player for player in range(players) if keys.count(keys[player]) > 1)


def deal_order(dealer: Seat, players: int) -> tuple[Seat, ...]:
    """The seat that gets each of the first ``13 * players + 1`` tiles of the wall, in order (R5)."""
    turn = tuple((dealer + step) % players for step in range(players))
    fours = tuple(seat for seat in turn for _ in range(4))
    return (*fours, *fours, *fours, *turn, dealer)


class _Stream:
    """Numbers below a limit from one labelled stream."""

    def __init__(self, key: bytes, label: bytes) -> None:
        blocks = (hmac.digest(key, label + b"\0" + index.to_bytes(4, "big"), "sha256") for index in count())
        self._bytes = chain.from_iterable(blocks)

    def below(self, limit: int) -> int:
        ceiling = 256 - 256 % limit
        return next(byte for byte in self._bytes if byte < ceiling) % limit

    def die(self) -> int:
        return self.below(6) + 1


def _check_seed(server_seed: bytes) -> None:
    if len(server_seed) != SEED_BYTES:
        raise ValueError(f"a server seed must have {SEED_BYTES} bytes, not {len(server_seed)}")


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
