"""The table of items agrees with the options, the prices and the rules page."""

import re
from pathlib import Path

from app.rules.options.items import DEFAULT_VALUES, DRAGON_KONG_EXTRA, ITEMS
from app.rules.options.options import OPTION_SPECS, PRESETS


def test_ids_are_unique_and_in_rule_order() -> None:
    ids = [item.id for item in ITEMS]
    rules = [int(item.rule.removeprefix("R")) for item in ITEMS]
    assert len(set(ids)) == len(ids)
    assert rules == sorted(rules)


def test_values_price_exactly_the_items_with_a_number() -> None:
    priced = [item.id for item in ITEMS if item.ke is not None]
    assert [name for name, _ in DEFAULT_VALUES] == [*priced, DRAGON_KONG_EXTRA]
    (values,) = (spec for spec in OPTION_SPECS if spec.name == "values")
    assert set(values.keys) == {*priced, DRAGON_KONG_EXTRA}


def test_every_preset_pays_the_numbers_of_the_table() -> None:
    assert all(options.values == DEFAULT_VALUES for options in PRESETS.values())


def test_the_rules_page_lists_the_items_with_their_numbers() -> None:
    page = Path("docs/rules.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (R\d+) \| (`[^|]*`[ …]*) \| [^|]* \| (\d*)", page, re.MULTILINE)
    listed = {item: (rule, ke) for rule, ids, ke in rows for item in re.findall(r"`(\w+)`", ids)}
    for item in ITEMS:
        row = item.id if item.id in listed else item.id.rpartition("_")[2]
        assert listed[row] == (item.rule, "" if item.ke is None else str(item.ke))
