"""A token bucket."""


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
