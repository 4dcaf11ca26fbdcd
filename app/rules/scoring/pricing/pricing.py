"""Options compiled for the scorer: the price in 颗 of each item and each block."""

from functools import lru_cache
from typing import Final

from app.rules.options.items import DRAGON_KONG_EXTRA
from app.rules.options.options import (
    ConcealedBonus,
    DragonPung,
    KongFeijiDiscount,
    Luohan,
    MiddleFive,
    Options,
    PatternOverlap,
)
from app.rules.tiles.tiles import FIRST_DRAGON, Ke, Tile

_BANZI_IDS: Final = {3: "banzi", 4: "big_banzi", 5: "long_banzi", 6: "long_banzi", 7: "long_banzi"}
_FEIJI_IDS: Final = {2: "feiji", 3: "big_feiji", 4: "huge_feiji"}
_KONG_FEIJI_IDS: Final = {2: "big_feiji", 3: "huge_feiji", 4: "super_feiji"}


class Pricing:
    """The prices of one Options value. Compared by identity: ``pricing_of`` makes one for each value."""

    __slots__ = (
        "banzi",
        "base_points",
        "bonus_pairs",
        "bonus_pungs",
        "bonus_straight",
        "bonus_suit",
        "cap",
        "discount_from",
        "dragon_feiji",
        "exclusive",
        "feiji",
        "feiji_in_seven_pairs",
        "five_any",
        "kong_feiji",
        "little_in_pairs",
        "luohan_doubles",
        "luohan_ke",
        "melded_dragons_only",
        "value",
    )

    def __init__(self, options: Options) -> None:
        self.value: Final = dict(options.values)
        self.banzi: Final = {length: (_BANZI_IDS[length], ke) for length, ke in options.banzi if ke}
        self.feiji: Final = {length: (_FEIJI_IDS[length], ke) for length, ke in options.feiji if ke}
        self.kong_feiji: Final = {
            length: (_KONG_FEIJI_IDS[length], ke) for length, ke in options.kong_feiji if ke
        }
        self.discount_from: Final = _discount_from(options.kong_feiji_discount)
        self.feiji_in_seven_pairs: Final = options.feiji_in_seven_pairs
        self.dragon_feiji: Final = options.dragon_feiji
        self.five_any: Final = options.middle_five is MiddleFive.ANY
        self.melded_dragons_only: Final = options.dragon_pung is DragonPung.MELDED
        self.bonus_suit: Final = self._bonus(options, ConcealedBonus.SUIT)
        self.bonus_straight: Final = self._bonus(options, ConcealedBonus.STRAIGHT)
        self.bonus_pungs: Final = self._bonus(options, ConcealedBonus.PUNGS)
        self.bonus_pairs: Final = self._bonus(options, ConcealedBonus.PAIRS)
        self.little_in_pairs: Final = options.little_sanyuan_in_seven_pairs
        self.exclusive: Final = options.pattern_overlap is PatternOverlap.EXCLUSIVE
        self.luohan_ke: Final = _LUOHAN_KE[options.luohan]
        self.luohan_doubles: Final = options.luohan in (Luohan.X2, Luohan.PLUS_5_X2)
        self.cap: Final = options.cap
        self.base_points: Final = options.base_points

    def kong(self, tile: Tile, concealed: bool) -> Ke:
        """颗 of a kong without a discount (R38, R39)."""
        ke = self.value["concealed_kong" if concealed else "melded_kong"]
        return ke + self.value[DRAGON_KONG_EXTRA] if tile >= FIRST_DRAGON else ke

    def paid(self, ke: Ke, multiplier: int) -> Ke:
        """The 颗 ``ke`` of all items after multiplier, cap and base points (R59)."""
        ke *= multiplier
        if self.cap is not None and ke > self.cap:
            ke = self.cap
        return ke * self.base_points

    def _bonus(self, options: Options, wanted: ConcealedBonus) -> Ke:
        return self.value["concealed_bonus"] if wanted in options.concealed_bonus else 0


@lru_cache(maxsize=256)
def pricing_of(options: Options) -> Pricing:
    """The prices of the options. Remembers them."""
    return Pricing(options)


_LUOHAN_KE: Final = {Luohan.NONE: 0, Luohan.X2: 0, Luohan.PLUS_18: 18, Luohan.PLUS_5_X2: 5}


def _discount_from(discount: KongFeijiDiscount) -> int:
    """Number of kongs in the shortest kongs-only block that takes a discount (R54); 5 if none does."""
    return {KongFeijiDiscount.NONE: 5, KongFeijiDiscount.FOUR: 4, KongFeijiDiscount.ALL: 2}[discount]
