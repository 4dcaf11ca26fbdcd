"""Repeatable choices for tests: SHA-256 of a counter, the same on each platform and Python version."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Choices that depend only on a seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._count = 0

    def bytes(self) -> bytes:
        """The next 32 bytes."""
        self._count += 1
        return hashlib.sha256(f"{self._seed}/{self._count}".encode()).digest()

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit - 1``."""
        return int.from_bytes(self.bytes(), "big") % limit

    def happens(self, percent: int) -> bool:
        """True in ``percent`` of 100 cases."""
        return self.below(100) < percent

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.below(len(options))]

    def sample(self, options: Sequence[T], count: int) -> list[T]:
        """``count`` of the options, each at most once."""
        left = list(options)
        return [left.pop(self.below(len(left))) for _ in range(count)]
