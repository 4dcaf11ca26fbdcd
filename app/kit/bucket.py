"""Token buckets."""

from typing import Final

from app.kit.addresses import is_this_machine, parties

REMEMBERED: Final = 10_000
"""Networks whose buckets are kept. Strangers decide how many there are."""


class Bucket:
    """Lets ``at_once`` through at once and ``per_second`` in the long run. It starts full.

    ``now`` is the time in seconds on any clock that never goes back, the same one for all calls.
    """

    __slots__ = ("_at", "_at_once", "_left", "_per_second")

    def __init__(self, at_once: float, per_second: float, now: float) -> None:
        self._at_once = at_once
        self._per_second = per_second
        self._left = at_once
        self._at = now

    def spend(self, amount: float, now: float) -> bool:
        """Spend ``amount``. False if there is less left; then it spends nothing."""
        self._fill(now)
        if self._left < amount:
            return False
        self._left -= amount
        return True

    def full(self, now: float) -> bool:
        """Whether nothing of it is spent. A full bucket is like a new one."""
        self._fill(now)
        return self._left >= self._at_once

    def _fill(self, now: float) -> None:
        self._left = min(self._at_once, self._left + (now - self._at) * self._per_second)
        self._at = now


class Buckets:
    """A bucket for each address and for each network around it (``parties``). This machine has none.

    It remembers at most REMEMBERED of them: it forgets full ones first, which are like new ones.
    """

    def __init__(self, at_once: float, per_second: float) -> None:
        self._at_once = at_once
        self._per_second = per_second
        self._buckets: dict[str, Bucket] = {}

    def __len__(self) -> int:
        return len(self._buckets)

    def spend(self, address: str, now: float) -> bool:
        """Spend one. False if the address, or a network around it, has spent too much."""
        if is_this_machine(address):
            return True
        return all(self._of(network, times, now).spend(1, now) for network, times in parties(address))

    def _of(self, network: str, times: int, now: float) -> Bucket:
        found = self._buckets.get(network)
        if found is None:
            if len(self._buckets) >= REMEMBERED:
                self._forget(now)
            found = self._buckets[network] = Bucket(self._at_once * times, self._per_second * times, now)
        return found

    def _forget(self, now: float) -> None:
        kept = {network: bucket for network, bucket in self._buckets.items() if not bucket.full(now)}
        surplus = len(kept) - REMEMBERED * 9 // 10
        self._buckets = dict(list(kept.items())[max(0, surplus) :])
