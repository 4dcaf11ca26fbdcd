"""A member of a room: a player or a bot in a fixed slot."""

from dataclasses import dataclass
from typing import Final, NamedTuple

NO_HASH: Final = "0" * 16
REMEMBERED_ACTIONS: Final = 32
"""Number of receipts kept for each member."""


@dataclass(frozen=True, slots=True)
class Ask:
    """An open decision of a member. Times are server ms.

    ``until``: when its time runs out, None without a limit. ``auto_at``: when a bot or 托管 answers it.
    """

    id: int
    opened_at: int
    until: int | None
    auto_at: int | None


class Receipt(NamedTuple):
    """An accepted action, kept to repeat its reply. ``seq``: the frame that shows its effect."""

    action_id: str
    body_hash: str
    seq: int


@dataclass(frozen=True, slots=True)
class Stream:
    """The head of a slot's stream: the number of the newest frame and its link of the hash chain."""

    seq: int = 0
    hash: str = NO_HASH


@dataclass(frozen=True, slots=True, repr=False)
class Origin:
    """Where a connection comes from. The marks can only be compared with marks of the same room.

    ``device``: mark of the browser. ``network``: mark of the address. ``shown``: the address without its last
    part, for the operator. None: unknown.
    """

    device: str | None = None
    network: str | None = None
    shown: str | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """One taken slot. Times are server ms.

    ``seat``: place at the table. ``generation``: id of the newest connection, None while offline.
    ``offline_since``: None while online. ``client_seed``: 16 bytes for the next deal (R60). ``auto``: 托管 is
    on. ``timeouts``: decisions missed in a row. ``proposed``: a proposal of theirs got a no in this hand.
    ``left``: left after the match; the seat still shows the name. ``decisions``: number of decisions asked so
    far; ``asked``: the open one. ``recent``: receipts, oldest first. ``origin``: of the newest connection
    with a known origin.
    """

    slot: int
    seat: int
    player_id: str | None
    name: str
    bot: bool = False
    ready: bool = False
    client_seed: bytes | None = None
    generation: str | None = None
    offline_since: int | None = None
    auto: bool = False
    timeouts: int = 0
    rematch: bool = False
    proposed: bool = False
    left: bool = False
    decisions: int = 0
    asked: Ask | None = None
    recent: tuple[Receipt, ...] = ()
    origin: Origin | None = None

    @property
    def human(self) -> bool:
        """Whether the member is a player who has not left."""
        return not self.bot and not self.left

    @property
    def online(self) -> bool:
        """Whether the member is connected. A bot always is."""
        return self.bot or self.generation is not None

    def away_ms(self, now: int) -> int:
        """How long the player has been offline (ms), 0 while online. ``now``: server ms."""
        return 0 if self.offline_since is None else now - self.offline_since

    @property
    def automatic(self) -> bool:
        """Whether the table acts for the member: a bot, or 托管 is on."""
        return self.bot or self.auto
