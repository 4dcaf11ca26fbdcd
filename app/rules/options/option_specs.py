"""The allowed values of each option (section 7) as data, and strict readers of their JSON form."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal, TypeAlias, TypeVar

from app.rules.options.items import DEFAULT_VALUES


class Seating(StrEnum):
    """R4: dice decide the seats, or the seats stay and the highest throw deals."""

    DICE = "dice"
    KEEP = "keep"


class ExchangeThree(StrEnum):
    """R6 换三张."""

    OFF = "off"
    SAME_SUIT = "same_suit"
    ANY = "any"


class RobbedKong(StrEnum):
    """R10: whether a robbed kong stands."""

    STANDS = "stands"
    VOID = "void"


class PassedWin(StrEnum):
    """R15 过手."""

    FREE = "free"
    UNTIL_DRAW = "until_draw"
    HIGHER_ONLY = "higher_only"


class KongFeijiDiscount(StrEnum):
    """R54: the kongs-only blocks in which each kong earns one 颗 less."""

    NONE = "none"
    FOUR = "four"
    ALL = "all"


class MiddleFive(StrEnum):
    """R36 卡心五."""

    CLOSED = "closed"
    ANY = "any"


class DragonPung(StrEnum):
    """R37: any three equal dragons count, or only a melded pung."""

    ANY = "any"
    MELDED = "melded"


class ConcealedBonus(StrEnum):
    """R48: the items that 门清大牌 adds to."""

    SUIT = "suit"
    STRAIGHT = "straight"
    PUNGS = "pungs"
    PAIRS = "pairs"


class PatternOverlap(StrEnum):
    """R53, R54: whether 一条龙, 板子 and 飞机 may use the same elements."""

    SHARED = "shared"
    EXCLUSIVE = "exclusive"


class Luohan(StrEnum):
    """R58, R59: what 十八罗汉 does."""

    NONE = "none"
    X2 = "x2"
    PLUS_18 = "+18"
    PLUS_5_X2 = "+5x2"


OptionCode: TypeAlias = Literal["unknown_option", "wrong_type", "out_of_range", "unknown_preset"]
OptionKind: TypeAlias = Literal["bool", "int", "choice", "set", "map"]


class OptionError(ValueError):
    """An option has no valid value. ``field`` names the option, ``code`` gives the reason."""

    def __init__(self, field: str, code: OptionCode, message: str) -> None:
        super().__init__(message)
        self.field: Final = field
        self.code: Final[OptionCode] = code


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """One option: enough to draw its form control and to document it.

    ``choices`` are the allowed values of a choice or the allowed members of a set. ``keys`` are the allowed
    keys of a map. ``minimum`` and ``maximum`` bound an int or the values of a map. ``nullable`` allows null.
    """

    name: str
    kind: OptionKind
    rules: tuple[str, ...]
    choices: tuple[str | int, ...] = ()
    keys: tuple[str, ...] = ()
    minimum: int = 0
    maximum: int = 0
    nullable: bool = False


_KE: Final = 100
_CAP: Final = 1_000_000

OPTION_SPECS: Final[tuple[OptionSpec, ...]] = (
    OptionSpec("players", "choice", ("R3",), choices=(2, 3, 4)),
    OptionSpec("hands", "choice", ("R66",), choices=(1, 4, 8, 16)),
    OptionSpec("seating", "choice", ("R4",), choices=tuple(Seating)),
    OptionSpec("exchange_three", "choice", ("R6",), choices=tuple(ExchangeThree)),
    OptionSpec("void_suit", "bool", ("R7",)),
    OptionSpec("blood_battle", "bool", ("R12",)),
    OptionSpec("robbed_kong", "choice", ("R10",), choices=tuple(RobbedKong)),
    OptionSpec("forced_win", "int", ("R14",), maximum=16),
    OptionSpec("passed_win", "choice", ("R15",), choices=tuple(PassedWin)),
    OptionSpec("banzi", "map", ("R53",), keys=("3", "4", "5", "6", "7"), maximum=_KE),
    OptionSpec("feiji", "map", ("R54",), keys=("2", "3", "4"), maximum=_KE),
    OptionSpec("kong_feiji", "map", ("R54",), keys=("2", "3", "4"), maximum=_KE),
    OptionSpec("kong_feiji_discount", "choice", ("R54",), choices=tuple(KongFeijiDiscount)),
    OptionSpec("feiji_in_seven_pairs", "bool", ("R54",)),
    OptionSpec("dragon_feiji", "int", ("R54",), maximum=_KE),
    OptionSpec("middle_five", "choice", ("R36",), choices=tuple(MiddleFive)),
    OptionSpec("dragon_pung", "choice", ("R37",), choices=tuple(DragonPung)),
    OptionSpec("concealed_bonus", "set", ("R48",), choices=tuple(ConcealedBonus)),
    OptionSpec("little_sanyuan_in_seven_pairs", "bool", ("R51",)),
    OptionSpec("pattern_overlap", "choice", ("R53", "R54"), choices=tuple(PatternOverlap)),
    OptionSpec("luohan", "choice", ("R58", "R59"), choices=tuple(Luohan)),
    OptionSpec("cap", "int", ("R59",), minimum=1, maximum=_CAP, nullable=True),
    OptionSpec("base_points", "int", ("R59",), minimum=1, maximum=10),
    OptionSpec("values", "map", ("R31", "R59"), keys=tuple(name for name, _ in DEFAULT_VALUES), maximum=_KE),
)
"""All options, in the order of section 7."""

SPEC_BY_NAME: Final[Mapping[str, OptionSpec]] = {spec.name: spec for spec in OPTION_SPECS}

Raw: TypeAlias = Mapping[str, object]
"""Options in their JSON form."""

_Choice = TypeVar("_Choice", bound=StrEnum)


def read_flag(name: str, raw: Raw) -> bool:
    """Read an on/off option. Raises OptionError."""
    value = raw[name]
    if not isinstance(value, bool):
        raise _wrong_type(name, "true or false", value)
    return value


def read_int(name: str, raw: Raw) -> int:
    """Read a whole number: one of the choices of its spec, or within its range. Raises OptionError."""
    spec = SPEC_BY_NAME[name]
    value = raw[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong_type(name, "a whole number", value)
    if spec.choices and value not in spec.choices:
        raise _out_of_range(name, f"one of {_listed(spec.choices)}", value)
    if not spec.choices and not spec.minimum <= value <= spec.maximum:
        raise _out_of_range(name, f"{spec.minimum} to {spec.maximum}", value)
    return value


def read_optional_int(name: str, raw: Raw) -> int | None:
    """Read a whole number as ``read_int``, or None for null. Raises OptionError."""
    return None if raw[name] is None else read_int(name, raw)


def read_choice(kind: type[_Choice], name: str, raw: Raw) -> _Choice:
    """Read one member of an enumeration. Raises OptionError."""
    value = raw[name]
    if not isinstance(value, str):
        raise _wrong_type(name, "a string", value)
    return _member(kind, name, value)


def read_set(kind: type[_Choice], name: str, raw: Raw) -> tuple[_Choice, ...]:
    """Read an array of members; return them in the order of the enumeration. Raises OptionError."""
    value = raw[name]
    if not isinstance(value, list | tuple):
        raise _wrong_type(name, "an array", value)
    for entry in value:
        if not isinstance(entry, str):
            raise _wrong_type(name, "an array of strings", value)
    chosen = {_member(kind, name, entry) for entry in value}
    return tuple(member for member in kind if member in chosen)


def read_map(name: str, raw: Raw) -> tuple[tuple[str, int], ...]:
    """Read a map from keys to 颗; return its entries in the order of the spec. Raises OptionError."""
    spec = SPEC_BY_NAME[name]
    value = raw[name]
    if not isinstance(value, Mapping):
        raise _wrong_type(name, "an object", value)
    for key, ke in value.items():
        if key not in spec.keys:
            raise _out_of_range(name, f"a map with keys from {_listed(spec.keys)}", key)
        if isinstance(ke, bool) or not isinstance(ke, int):
            raise _wrong_type(name, f"a map to whole numbers (at key {key})", ke)
        if not spec.minimum <= ke <= spec.maximum:
            raise _out_of_range(name, f"{spec.minimum} to {spec.maximum} at key {key}", ke)
    return tuple((key, value[key]) for key in spec.keys if key in value)


def _member(kind: type[_Choice], name: str, value: str) -> _Choice:
    try:
        return kind(value)
    except ValueError:
        raise _out_of_range(name, f"one of {_listed(tuple(kind))}", value) from None


def _listed(values: tuple[str | int, ...]) -> str:
    return ", ".join(str(value) for value in values)


def _wrong_type(name: str, wanted: str, value: object) -> OptionError:
    return OptionError(name, "wrong_type", f"{name} must be {wanted}, not {str(value)[:40]!r}")


def _out_of_range(name: str, wanted: str, value: object) -> OptionError:
    return OptionError(name, "out_of_range", f"{name} must be {wanted}, not {str(value)[:40]!r}")
