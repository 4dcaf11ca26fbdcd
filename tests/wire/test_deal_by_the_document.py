"""Checks a deal as docs/protocol.md says, with its numbers and without app.rules.tiles.wall."""

import hashlib
import hmac
import json
import re
from collections.abc import Iterator
from itertools import count
from typing import Any, Final

from tests.support.wire.document import DOCS, EXAMPLE, codes, rows

VECTOR: Final = {row[0]: row[1] for row in rows("Checking a deal", "name", "value")}
LOG: Final[dict[str, Any]] = json.loads(
    next(line for line in EXAMPLE.split("\n") if line.startswith('{"type":"hand"'))
)
DEAL: Final[dict[str, Any]] = json.loads(
    next(line for line in EXAMPLE.split("\n") if line.startswith('{"type":"deal"'))
)
PLAYERS: Final = 4
NO_SEED: Final = bytes(16)


def quoted(name: str) -> list[str]:
    return codes(VECTOR[name])


def seeds() -> tuple[bytes, list[bytes], bytes]:
    """The seed of the server, the seeds of the clients and the context of the test vector."""
    first = bytes.fromhex(quoted("first client seed")[0])
    return bytes.fromhex(quoted("seed")[0]), [first, NO_SEED, NO_SEED, NO_SEED], quoted("context")[0].encode()


def key() -> bytes:
    seed, clients, context = seeds()
    message = b"".join(bytes([len(client)]) + client for client in clients) + context
    return hmac.new(seed, message, hashlib.sha256).digest()


def stream(label: str) -> Iterator[int]:
    for i in count():
        yield from hmac.new(key(), label.encode() + b"\x00" + i.to_bytes(4, "big"), hashlib.sha256).digest()


def below(n: int, of: Iterator[int]) -> int:
    return next(b for b in of if b < 256 - 256 % n) % n


def die(of: Iterator[int]) -> int:
    return below(6, of) + 1


def dice() -> list[int]:
    of = stream("dice")
    return [die(of), die(of)]


def ring() -> tuple[list[str], list[int]]:
    """The shuffled ring, and the index j of each swap."""
    kinds = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)] + ["5z", "6z", "7z"]
    tiles, of, places = [kind for kind in kinds for _ in range(4)], stream("wall"), []
    for i in range(119, 0, -1):
        j = below(i + 1, of)
        tiles[i], tiles[j] = tiles[j], tiles[i]
        places.append(j)
    return tiles, places


def beginning() -> int:
    return 2 * (15 * ((1 - sum(dice())) % 4) + min(dice()))


def wall() -> list[str]:
    tiles = ring()[0]
    return tiles[beginning() :] + tiles[: beginning()]


def throws() -> list[list[list[int] | None]]:
    of, rounds = stream("seating"), list[list[list[int] | None]]()
    while tied := [player for player in range(PLAYERS) if sums(rounds).count(sums(rounds)[player]) > 1]:
        rounds.append([[die(of), die(of)] if player in tied else None for player in range(PLAYERS)])
    return rounds


def sums(rounds: list[list[list[int] | None]]) -> list[list[int]]:
    return [[sum(thrown[player] or ()) for thrown in rounds if thrown[player]] for player in range(PLAYERS)]


def order() -> list[int]:
    return sorted(range(PLAYERS), key=lambda player: sums(throws())[player], reverse=True)


def hands() -> list[list[str]]:
    left = iter(wall())
    dealt: list[list[str]] = [[] for _ in range(PLAYERS)]
    for tiles in (4, 4, 4, 1):
        for step in range(PLAYERS):
            dealt[(LOG["dealer"] + step) % PLAYERS] += [next(left) for _ in range(tiles)]
    dealt[LOG["dealer"]].append(next(left))
    return dealt


def test_the_vector_is_the_hand_of_the_example() -> None:
    seed, clients, context = seeds()
    assert (LOG["seed"], LOG["context"]) == (seed.hex(), context.decode())
    assert LOG["client_seeds"] == [client.hex() for client in clients]
    assert LOG["commitment"] == quoted("commitment")[0]


def test_commitment_key_and_streams() -> None:
    seed, _, context = seeds()
    assert hashlib.sha256(b"ga1" + seed + context).hexdigest() == quoted("commitment")[0]
    assert key().hex() == quoted("K")[0]
    for label in ("dice", "exchange", "seating", "wall"):
        begun = bytes.fromhex(quoted(f"stream `{label}`")[0].removesuffix("…"))
        of = stream(label)
        assert begun == bytes(next(of) for _ in begun)


def test_dice_and_seats() -> None:
    assert dice() == LOG["dice"] == numbers(quoted("stream `dice`")[1])
    exchanged = json.loads(
        next(line for line in EXAMPLE.split("\n") if line.startswith('{"type":"exchange"'))
    )
    assert die(stream("exchange")) == exchanged["die"] == numbers(quoted("stream `exchange`")[1])[0]
    assert throws() == LOG["seating_dice"]
    told = [numbers(pair) for pair in quoted("stream `seating`")[1:]]
    assert told == [pair for thrown in throws() for pair in thrown if pair]
    assert order() == numbers(quoted("order of the seats")[0])


def test_ring_wall_and_hands() -> None:
    tiles, places = ring()
    first, last = (text.split() for text in quoted("ring"))
    assert (tiles[: len(first)], tiles[-len(last) :]) == (first, last)
    told = numbers(quoted("stream `wall`")[1])
    assert places[: len(told)] == told
    assert beginning() == int(quoted("wall")[0])
    first, last = (text.split() for text in quoted("wall")[1:])
    assert (wall()[: len(first)], wall()[-len(last) :]) == (first, last)
    assert wall() == LOG["wall"]
    assert [by_suit(hand) for hand in hands()] == DEAL["hands"]
    assert hands()[LOG["dealer"]][-1] == DEAL["last"]


def test_the_log_and_the_view_tell_the_same_throws() -> None:
    by_log, by_view = re.findall(r"```json\n(.*?)\n```", (DOCS / "log.md").read_text())
    assert json.loads(by_log) == LOG["seating_dice"]
    assert f'"seating_dice":{by_view},' in EXAMPLE
    assert json.loads(by_view) == [[thrown[seat] or [] for seat in order()] for thrown in throws()]


def numbers(text: str) -> list[int]:
    return [int(number) for number in text.split()]


def by_suit(tiles: list[str]) -> str:
    ranks = {suit: "".join(sorted(tile[0] for tile in tiles if tile[1] == suit)) for suit in "mpsz"}
    return "".join(found + suit for suit, found in ranks.items() if found)
