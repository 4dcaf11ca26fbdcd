"""The scoring items: one table with the id, rule, name and 颗 of each item (section 4 of the rules)."""

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
    name: str
    ke: Ke | None


ITEMS: Final[tuple[ItemSpec, ...]] = (
    ItemSpec("base", "R31", "本身", 1),
    ItemSpec("voided_suit", "R32", "缺门", 1),
    ItemSpec("self_drawn", "R33", "自摸", 1),
    ItemSpec("concealed_hand", "R34", "门清", 1),
    ItemSpec("one_wait", "R35", "卡边吊", 1),
    ItemSpec("middle_five", "R36", "卡心五", 1),
    ItemSpec("dragon_pung", "R37", "碰中发白", 1),
    ItemSpec("melded_kong", "R38", "明杠", 1),
    ItemSpec("concealed_kong", "R39", "暗杠", 2),
    ItemSpec("tile_hog", "R40", "四归一", 1),
    ItemSpec("pure_straight", "R41", "一条龙", 5),
    ItemSpec("all_pungs", "R42", "大对子", 5),
    ItemSpec("golden_hook", "R43", "金钩钓", 5),
    ItemSpec("half_flush", "R44", "混清一色", 5),
    ItemSpec("full_flush", "R45", "纯清一色", 10),
    ItemSpec("seven_pairs", "R46", "暗七对", 5),
    ItemSpec("loong_seven_pairs", "R47", "龙七对", 10),
    ItemSpec("concealed_bonus", "R48", "门清大牌", 5),
    ItemSpec("little_sanyuan", "R51", "小三元", 5),
    ItemSpec("big_sanyuan", "R52", "大三元", 5),
    ItemSpec("banzi", "R53", "小板子", None),
    ItemSpec("big_banzi", "R53", "大板子", None),
    ItemSpec("long_banzi", "R53", "长板子", None),
    ItemSpec("feiji", "R54", "小飞机", None),
    ItemSpec("big_feiji", "R54", "大飞机", None),
    ItemSpec("huge_feiji", "R54", "特大飞机", None),
    ItemSpec("super_feiji", "R54", "超大飞机", None),
    ItemSpec("dragon_feiji", "R54", "三元飞机", None),
    ItemSpec("kong_bloom", "R55", "杠上花", 5),
    ItemSpec("kong_shot", "R55", "杠上炮", 5),
    ItemSpec("robbed_kong", "R56", "抢杠", 5),
    ItemSpec("last_tile_draw", "R57", "海底捞", 5),
    ItemSpec("last_tile_shot", "R57", "海底炮", 5),
    ItemSpec("luohan", "R58", "十八罗汉", None),
)
"""Every item that a receipt can list, in the order of the receipt."""

DRAGON_KONG_EXTRA: Final = "dragon_kong_extra"
"""Not an item of its own: 颗 that a dragon kong adds to its R38 or R39 item."""

DEFAULT_VALUES: Final[tuple[tuple[str, Ke], ...]] = (
    *((item.id, item.ke) for item in ITEMS if item.ke is not None),
    (DRAGON_KONG_EXTRA, 1),
)
"""Default of the option ``values``: the 颗 of section 4, in table order."""
