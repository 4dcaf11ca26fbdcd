"""Room cards as frozen values, and why a movement of them is refused."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from app.db.engine.errors import DatabaseError

MINT: Final = "mint"
"""The account that grants come from; what it is short of is what all others have."""
BURN: Final = "burn"
"""The account that is paid for matches."""
MOST_CARDS: Final = 1_000_000_000
"""The largest single movement."""
ACT_KEY: Final = r"^[0-9A-Za-z_-]{8,40}$"
"""What an operator may call an act of his, to repeat it safely."""
LONGEST_REASON: Final = 200
"""Characters of the reason that he gives for it."""

TransferKind: TypeAlias = Literal["grant", "take_back", "hold", "post", "void"]


def account_of(player_id: str) -> str:
    """The name of a player's account."""
    return f"player:{player_id}"


def operator_key(key: str) -> str:
    """The ledger key of an operator's act. It never equals a key that a room makes."""
    return f"operator:{key}"


@dataclass(frozen=True, slots=True)
class Balance:
    """What a player can spend, and what is set aside for matches, in cards."""

    available: int
    held: int


@dataclass(frozen=True, slots=True)
class CardTransferRecord:
    """One movement. ``pending_id``: the hold that a post or void resolves. ``created_at`` in server ms."""

    id: str
    debit: str
    credit: str
    amount: int
    kind: TransferKind
    pending_id: str | None
    room: str | None
    match: int | None
    reason: str
    created_at: int


@dataclass(frozen=True, slots=True)
class Hold:
    """A hold that is neither posted nor voided. ``reason`` says who pays for the match."""

    id: str
    player_id: str
    amount: int
    match: int
    reason: str


@dataclass(frozen=True, slots=True)
class Line:
    """A movement as its player sees it: ``change`` is what it did to his available cards.

    ``code`` is that of the room, if the room is still known.
    """

    transfer: CardTransferRecord
    change: int
    code: str | None


@dataclass(frozen=True, slots=True)
class Totals:
    """Cards of everybody: given out less taken back, paid for matches, and with the players."""

    minted: int
    burned: int
    available: int
    held: int


class LedgerError(DatabaseError):
    """The ledger refuses; leave the transaction by this error, so that nothing of it stays."""


class KeyReused(LedgerError):
    """Another movement was asked for with this key before."""

    def __init__(self, key: str) -> None:
        super().__init__(f"The key {key} belongs to another movement of cards.")
        self.key = key


class NotEnough(LedgerError):
    """A player has fewer cards to spend than are asked for."""

    def __init__(self, player_id: str, needed: int, available: int) -> None:
        super().__init__(f"Player {player_id} has {available} cards to spend, and {needed} are needed.")
        self.player_id = player_id
        self.needed = needed
        self.available = available


class NoSuchHold(LedgerError):
    """There is no hold with this id."""


class AlreadyResolved(LedgerError):
    """The hold was posted or voided before, with another key."""
