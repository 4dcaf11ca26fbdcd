"""Melds: the pungs and kongs that a player has declared (R2)."""

from dataclasses import dataclass
from enum import StrEnum

from app.rules.tiles.tiles import Seat, Tile


class MeldKind(StrEnum):
    """A pung or one of the three kongs (R8, R9)."""

    PUNG = "pung"
    EXPOSED_KONG = "exposed"
    ADDED_KONG = "added"
    CONCEALED_KONG = "concealed"


@dataclass(frozen=True, slots=True)
class Meld:
    """One meld. ``source`` is the seat whose discard the meld claimed; None for a concealed kong."""

    kind: MeldKind
    tile: Tile
    source: Seat | None = None

    @property
    def is_kong(self) -> bool:
        """True for any of the three kongs."""
        return self.kind is not MeldKind.PUNG

    @property
    def is_concealed(self) -> bool:
        """True for a concealed kong. It does not break 门清 (R34)."""
        return self.kind is MeldKind.CONCEALED_KONG

    @property
    def size(self) -> int:
        """Number of tiles: 3 or 4."""
        return 4 if self.is_kong else 3
