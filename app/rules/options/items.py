"""The scoring items: one table with the id, rule and 颗 of each item (section 4 of the rules).

The names for people stand in web/src/i18n.
"""

from dataclasses import dataclass
from typing import Final

from app.rules.tiles.tiles import Ke


@dataclass(frozen=True, slots=True)
class ItemSpec:
    """One row of the table.

    ``ke`` is the default 颗 in the option ``values``. It is None if another option sets the price
    (``banzi``, ``feiji``, ``kong_feiji``, ``dragon_feiji``, ``luohan``).
    """

    id: str
    rule: str
    ke: Ke | None


ITEMS: Final[tuple[ItemSpec, ...]] = (
    ItemSpec("base", "R31", 1),
    ItemSpec("voided_suit", "R32", 1),
    ItemSpec("self_drawn", "R33", 1),
    ItemSpec("concealed_hand", "R34", 1),
    ItemSpec("one_wait", "R35", 1),
    ItemSpec("middle_five", "R36", 1),
    ItemSpec("dragon_pung", "R37", 1),
    ItemSpec("melded_kong", "R38", 1),
    ItemSpec("concealed_kong", "R39", 2),
    ItemSpec("tile_hog", "R40", 1),
    ItemSpec("pure_straight", "R41", 5),
    ItemSpec("all_pungs", "R42", 5),
    ItemSpec("golden_hook", "R43", 5),
    ItemSpec("half_flush", "R44", 5),
    ItemSpec("full_flush", "R45", 10),
    ItemSpec("seven_pairs", "R46", 5),
    ItemSpec("loong_seven_pairs", "R47", 10),
    ItemSpec("concealed_bonus", "R48", 5),
    ItemSpec("little_sanyuan", "R51", 5),
    ItemSpec("big_sanyuan", "R52", 5),
    ItemSpec("banzi", "R53", None),
    ItemSpec("big_banzi", "R53", None),
    ItemSpec("long_banzi", "R53", None),
    ItemSpec("feiji", "R54", None),
    ItemSpec("big_feiji", "R54", None),
    ItemSpec("huge_feiji", "R54", None),
    ItemSpec("super_feiji", "R54", None),
    ItemSpec("dragon_feiji", "R54", None),
    ItemSpec("kong_bloom", "R55", 5),
    ItemSpec("kong_shot", "R55", 5),
    ItemSpec("robbed_kong", "R56", 5),
    ItemSpec("last_tile_draw", "R57", 5),
    ItemSpec("last_tile_shot", "R57", 5),
    ItemSpec("luohan", "R58", None),
)
"""Every item that a receipt can list, in the order of the receipt."""

DRAGON_KONG_EXTRA: Final = "dragon_kong_extra"
"""Not an item of its own: 颗 that a dragon kong adds to its R38 or R39 item."""

DEFAULT_VALUES: Final[tuple[tuple[str, Ke], ...]] = (
    *((item.id, item.ke) for item in ITEMS if item.ke is not None),
    (DRAGON_KONG_EXTRA, 1),
)
"""Default of the option ``values``: the 颗 of section 4, in table order."""
