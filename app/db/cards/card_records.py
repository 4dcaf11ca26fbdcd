"""Records of room cards, and the errors of their ledger."""

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from app.db.engine.errors import DatabaseError

MINT: Final = "mint"
"""Source of grants. Its balance is minus the sum of all other accounts."""
BURN: Final = "burn"
"""The account that receives the cards paid for matches."""
MOST_CARDS: Final = 1_000_000_000
"""Largest amount of one transfer, in cards."""
ACT_KEY: Final = r"^[0-9A-Za-z_-]{8,40}$"
"""Pattern of the key that an operator gives to an act, so that a repeat does nothing."""
LONGEST_REASON: Final = 200
"""Maximum length of the operator's reason, in characters."""

TransferKind: TypeAlias = Literal["grant", "take_back", "hold", "post", "void"]


def account_of(player_id: str) -> str:
    """The account id of a player."""
    return f"player:{player_id}"


def player_of(account: str) -> str:
    """The player id of a player's account."""
    return account.removeprefix("player:")


def operator_key(key: str) -> str:
    """The ledger key of an operator's act. It differs from all keys that rooms make."""
    return f"operator:{key}"


@dataclass(frozen=True, slots=True)
class Balance:
    """Cards of a player: ``available`` to spend, and ``held`` for matches."""

    available: int
    held: int


@dataclass(frozen=True, slots=True)
class CardTransferRecord:
    """One transfer. ``pending_id``: the hold that a post or void ends. ``created_at``: server ms."""

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
    """An open hold: neither posted nor voided. ``reason`` says who pays for the match."""

    id: str
    player_id: str
    amount: int
    match: int
    reason: str


@dataclass(frozen=True, slots=True)
class Line:
    """A transfer in a player's history. ``change``: change of the player's available cards.

    ``code``: code of the room; None if the room was deleted.
    """

    transfer: CardTransferRecord
    change: int
    code: str | None


@dataclass(frozen=True, slots=True)
class Totals:
    """Cards of all accounts: granted minus taken back, paid for matches, and those of the players."""

    minted: int
    burned: int
    available: int
    held: int


class LedgerError(DatabaseError):
    """The ledger refuses. Let this error end the transaction, so that nothing of it is written."""


class KeyReused(LedgerError):
    """This key belongs to a transfer with other content."""

    def __init__(self, key: str) -> None:
        super().__init__(f"Another movement of cards has the key {key}: choose a new key.")
        self.key = key


class NotEnough(LedgerError):
    """A player has fewer available cards than needed."""

    def __init__(self, player_id: str, needed: int, available: int) -> None:
        super().__init__(f"Player {player_id} has {available} cards to spend, and {needed} are needed.")
        self.player_id = player_id
        self.needed = needed
        self.available = available


class NoSuchHold(LedgerError):
    """No hold has this id."""


class AlreadyResolved(LedgerError):
    """The hold was posted or voided before with another key."""
