"""A member of a room: a player or a bot with a fixed slot."""

from dataclasses import dataclass
from typing import Final, NamedTuple

NO_HASH: Final = "0" * 16
REMEMBERED_ACTIONS: Final = 32


@dataclass(frozen=True, slots=True)
class Ask:
    """An open decision of a member.

    ``until``: when its time is over, None without a limit. ``auto_at``: when a bot or 托管 answers it.
    """

    id: int
    opened_at: int
    until: int | None
    auto_at: int | None


class Receipt(NamedTuple):
    """An accepted action, kept so that its repetition is answered alike. ``seq``: the frame that shows it."""

    action_id: str
    body_hash: str
    seq: int


@dataclass(frozen=True, slots=True)
class Stream:
    """The head of a slot's frames: the newest number and its link of the hash chain."""

    seq: int = 0
    hash: str = NO_HASH


@dataclass(frozen=True, slots=True, repr=False)
class Origin:
    """Where a connection comes from, as marks that are good for nothing but being compared in this room.

    ``device``: the mark of the browser, ``network``: that of the address, ``shown``: the address without its
    end, for the operator. None: not known.
    """

    device: str | None = None
    network: str | None = None
    shown: str | None = None


@dataclass(frozen=True, slots=True)
class Member:
    """One taken slot.

    ``seat`` is the place at the table. ``generation`` names the newest connection, None while offline,
    which he has been since ``offline_since``. ``client_seed``: 16 bytes for the next deal (R60). ``auto``
    is 托管, which begins after two ``timeouts`` in a row. ``proposed``: has asked for a dissolution in this
    hand. ``left``: has gone after the match, and the seat shows who sat there. ``decisions`` counts what he
    was asked, ``asked`` is the open one. ``origin``: of his newest connection whose origin was known.
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
        """A player who is still here."""
        return not self.bot and not self.left

    @property
    def online(self) -> bool:
        """Bots always are."""
        return self.bot or self.generation is not None

    @property
    def automatic(self) -> bool:
        """The table acts for him: a bot, or 托管."""
        return self.bot or self.auto
