"""Options with which a hand can be won and nothing has a value."""

from typing import Final

from app.rules.options.options import OPTION_SPECS, make_options

_ITEMS: Final = next(spec.keys for spec in OPTION_SPECS if spec.name == "values")
WORTHLESS: Final = make_options(
    "classic",
    {
        "hands": 1,
        "values": dict.fromkeys(map(str, _ITEMS), 0),
        "banzi": {},
        "feiji": {},
        "kong_feiji": {},
    },
)
