"""The options of a room as one frozen value, the four presets, and their JSON form (section 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, TypeAlias

from app.rules.options.items import DEFAULT_VALUES
from app.rules.options.option_specs import (
    OPTION_SPECS,
    SPEC_BY_NAME,
    ConcealedBonus,
    DragonPung,
    ExchangeThree,
    KongFeijiDiscount,
    Luohan,
    MiddleFive,
    OptionCode,
    OptionError,
    OptionKind,
    OptionSpec,
    PassedWin,
    PatternOverlap,
    Raw,
    RobbedKong,
    Seating,
    read_choice,
    read_flag,
    read_int,
    read_map,
    read_optional_int,
    read_set,
)
from app.rules.tiles.tiles import Ke

__all__ = [
    "OPTION_SPECS",
    "PRESETS",
    "ConcealedBonus",
    "DragonPung",
    "ExchangeThree",
    "KongFeijiDiscount",
    "Luohan",
    "MiddleFive",
    "OptionCode",
    "OptionError",
    "OptionKind",
    "OptionSpec",
    "Options",
    "PassedWin",
    "PatternOverlap",
    "RobbedKong",
    "Seating",
    "make_options",
    "options_diff",
    "options_to_json",
]

BlockKe: TypeAlias = tuple[tuple[int, Ke], ...]
"""颗 by length of a block, shortest first. A missing length earns nothing."""


@dataclass(frozen=True, slots=True)
class Options:
    """All options of a room. The defaults are the preset ``classic``.

    Hashable and canonical: two values with the same meaning are equal.
    """

    players: int = 4
    hands: int = 8
    seating: Seating = Seating.DICE
    exchange_three: ExchangeThree = ExchangeThree.OFF
    void_suit: bool = False
    blood_battle: bool = True
    robbed_kong: RobbedKong = RobbedKong.STANDS
    forced_win: int = 0
    passed_win: PassedWin = PassedWin.HIGHER_ONLY
    banzi: BlockKe = ((3, 1), (4, 7), (5, 14), (6, 21), (7, 28))
    feiji: BlockKe = ((2, 1), (3, 7), (4, 14))
    kong_feiji: BlockKe = ((2, 7), (3, 14), (4, 21))
    kong_feiji_discount: KongFeijiDiscount = KongFeijiDiscount.FOUR
    feiji_in_seven_pairs: bool = False
    dragon_feiji: Ke = 0
    middle_five: MiddleFive = MiddleFive.CLOSED
    dragon_pung: DragonPung = DragonPung.ANY
    concealed_bonus: tuple[ConcealedBonus, ...] = ()
    little_sanyuan_in_seven_pairs: bool = False
    pattern_overlap: PatternOverlap = PatternOverlap.SHARED
    luohan: Luohan = Luohan.X2
    cap: Ke | None = None
    base_points: int = 1
    values: tuple[tuple[str, Ke], ...] = DEFAULT_VALUES
    _hash: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Compute the hash once, because the scorer looks up prices by options for every hand."""
        object.__setattr__(self, "_hash", hash(tuple(getattr(self, spec.name) for spec in OPTION_SPECS)))

    def __hash__(self) -> int:
        return self._hash


_CLASSIC: Final = Options()

PRESETS: Final[Mapping[str, Options]] = MappingProxyType(
    {
        "classic": _CLASSIC,
        "listed": replace(
            _CLASSIC,
            forced_win=4,
            banzi=((3, 1), (4, 5)),
            feiji=((2, 1), (3, 5)),
            kong_feiji=((2, 5),),
            kong_feiji_discount=KongFeijiDiscount.NONE,
            feiji_in_seven_pairs=True,
            middle_five=MiddleFive.ANY,
            little_sanyuan_in_seven_pairs=True,
            pattern_overlap=PatternOverlap.EXCLUSIVE,
            luohan=Luohan.NONE,
        ),
        "mobile": replace(
            _CLASSIC,
            kong_feiji_discount=KongFeijiDiscount.NONE,
            dragon_feiji=7,
            concealed_bonus=tuple(ConcealedBonus),
            little_sanyuan_in_seven_pairs=True,
            pattern_overlap=PatternOverlap.EXCLUSIVE,
        ),
        "folk": replace(
            _CLASSIC,
            concealed_bonus=(ConcealedBonus.SUIT, ConcealedBonus.STRAIGHT, ConcealedBonus.PUNGS),
            luohan=Luohan.PLUS_5_X2,
        ),
    }
)
"""经典, 细则, 手游 and 老广安."""


def make_options(preset: str, overrides: Mapping[str, object]) -> Options:
    """The preset with ``overrides`` (in JSON form) applied.

    A map replaces the whole map of the preset. The exception is ``values``: only the named items change.
    Raises OptionError: unknown_preset, unknown_option, wrong_type, out_of_range.
    """
    start = options_to_json(_preset(preset))
    for name in overrides:
        if name not in SPEC_BY_NAME:
            raise OptionError(name, "unknown_option", f"unknown option {name[:40]!r}")
    merged = {**start, **overrides}
    own_values = merged["values"]
    if isinstance(own_values, Mapping) and isinstance(start["values"], Mapping):
        merged["values"] = {**start["values"], **own_values}
    return _read(merged)


def options_to_json(options: Options) -> dict[str, object]:
    """All options in JSON form. ``make_options`` with the result and any preset returns equal options."""
    return {
        "players": options.players,
        "hands": options.hands,
        "seating": options.seating.value,
        "exchange_three": options.exchange_three.value,
        "void_suit": options.void_suit,
        "blood_battle": options.blood_battle,
        "robbed_kong": options.robbed_kong.value,
        "forced_win": options.forced_win,
        "passed_win": options.passed_win.value,
        "banzi": _blocks_to_json(options.banzi),
        "feiji": _blocks_to_json(options.feiji),
        "kong_feiji": _blocks_to_json(options.kong_feiji),
        "kong_feiji_discount": options.kong_feiji_discount.value,
        "feiji_in_seven_pairs": options.feiji_in_seven_pairs,
        "dragon_feiji": options.dragon_feiji,
        "middle_five": options.middle_five.value,
        "dragon_pung": options.dragon_pung.value,
        "concealed_bonus": [bonus.value for bonus in options.concealed_bonus],
        "little_sanyuan_in_seven_pairs": options.little_sanyuan_in_seven_pairs,
        "pattern_overlap": options.pattern_overlap.value,
        "luohan": options.luohan.value,
        "cap": options.cap,
        "base_points": options.base_points,
        "values": dict(options.values),
    }


def options_diff(preset: str, options: Options) -> dict[str, object]:
    """The options that differ from the preset, in JSON form.

    ``make_options`` with the preset and the result returns equal options. Raises OptionError: unknown_preset.
    """
    start = _preset(preset)
    usual = options_to_json(start)
    diff = {name: value for name, value in options_to_json(options).items() if value != usual[name]}
    if "values" in diff:
        usual_values = dict(start.values)
        diff["values"] = {name: ke for name, ke in options.values if ke != usual_values[name]}
    return diff


def _preset(name: str) -> Options:
    if name not in PRESETS:
        known = ", ".join(PRESETS)
        raise OptionError("preset", "unknown_preset", f"unknown preset {name[:40]!r}: use one of {known}")
    return PRESETS[name]


def _blocks_to_json(blocks: BlockKe) -> dict[str, Ke]:
    return {str(length): ke for length, ke in blocks}


def _read_blocks(name: str, raw: Raw) -> BlockKe:
    return tuple((int(length), ke) for length, ke in read_map(name, raw))


def _read(raw: Raw) -> Options:
    return Options(
        players=read_int("players", raw),
        hands=read_int("hands", raw),
        seating=read_choice(Seating, "seating", raw),
        exchange_three=read_choice(ExchangeThree, "exchange_three", raw),
        void_suit=read_flag("void_suit", raw),
        blood_battle=read_flag("blood_battle", raw),
        robbed_kong=read_choice(RobbedKong, "robbed_kong", raw),
        forced_win=read_int("forced_win", raw),
        passed_win=read_choice(PassedWin, "passed_win", raw),
        banzi=_read_blocks("banzi", raw),
        feiji=_read_blocks("feiji", raw),
        kong_feiji=_read_blocks("kong_feiji", raw),
        kong_feiji_discount=read_choice(KongFeijiDiscount, "kong_feiji_discount", raw),
        feiji_in_seven_pairs=read_flag("feiji_in_seven_pairs", raw),
        dragon_feiji=read_int("dragon_feiji", raw),
        middle_five=read_choice(MiddleFive, "middle_five", raw),
        dragon_pung=read_choice(DragonPung, "dragon_pung", raw),
        concealed_bonus=read_set(ConcealedBonus, "concealed_bonus", raw),
        little_sanyuan_in_seven_pairs=read_flag("little_sanyuan_in_seven_pairs", raw),
        pattern_overlap=read_choice(PatternOverlap, "pattern_overlap", raw),
        luohan=read_choice(Luohan, "luohan", raw),
        cap=read_optional_int("cap", raw),
        base_points=read_int("base_points", raw),
        values=read_map("values", raw),
    )
