"""Melds: what a player has laid down (R2)."""

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
    """One meld. ``source`` is the seat whose discard was claimed, None for a concealed kong."""

    kind: MeldKind
    tile: Tile
    source: Seat | None = None

    @property
    def is_kong(self) -> bool:
        """Any of the three kongs."""
        return self.kind is not MeldKind.PUNG

    @property
    def is_concealed(self) -> bool:
        """A concealed kong leaves the hand 门清 (R34)."""
        return self.kind is MeldKind.CONCEALED_KONG

    @property
    def size(self) -> int:
        """Tiles in it: 3 or 4."""
        return 4 if self.is_kong else 3
