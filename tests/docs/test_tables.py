"""Tables of settings, limits, prices, commands, findings and options agree with the sources, both ways."""

import argparse
import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest
from pydantic import BaseModel

from app.api.console import admin_session
from app.api.http.flood import REQUESTS_AT_ONCE, REQUESTS_PER_SECOND
from app.api.http.headers import BODY_S, MOST_BODY_BYTES
from app.api.public.people import CODES_TRIED
from app.commands.program import parser
from app.config.names import COMPOSE
from app.config.settings import CardPrices, Settings
from app.gateway.limits import HANDSHAKES_AT_ONCE, HANDSHAKES_FILL_S, UNKNOWN_PER_ADDRESS, UNKNOWN_PER_WORKER
from app.gateway.pipe import SEND_S
from app.rules.options.option_specs import OptionSpec
from app.rules.options.options import OPTION_SPECS, PRESETS, options_to_json
from app.serving.slow import HEAD_S, WAITING_HTTP
from app.serving.sockets import (
    BYTES_AT_ONCE,
    BYTES_PER_SECOND,
    FRAMES_AT_ONCE,
    FRAMES_PER_SECOND,
    UNSENT_BYTES,
)
from tests.support.markdown import ROOT, codes, numbers, page

GUIDE: Final = page("docs/operating.md")
README: Final = page("README.md")
RULES: Final = page("docs/rules.md")
RULES_ZH: Final = page("docs/rules.zh-CN.md")
CARDS: Final = page("docs/cards.md")
NONE: Final = "–"
INTERNAL: Final = {"worker"}
"""Commands that only the program itself starts."""


def _defaults() -> Iterator[tuple[str, str]]:
    """The name and the default of every setting, as the tables write them."""
    for name, field in Settings.model_fields.items():
        value = field.get_default()
        if isinstance(value, BaseModel) and name != "card_prices":
            for inner, each in value.model_dump().items():
                yield f"{name}__{inner}".upper(), str(each)
        else:
            yield name.upper(), _written(value)


def _written(value: object) -> str:
    match value:
        case None | () | CardPrices():
            return NONE
        case bool():
            return str(value).lower()
        case Path() if value.is_absolute():
            return value.relative_to(ROOT).as_posix()
        case _:
            return str(value)


def _told(*tables: list[list[str]]) -> dict[str, str]:
    """Names and defaults of tables; no name has two rows."""
    rows = [(codes(name)[0], (codes(default) or [default])[0]) for table in tables for name, default in table]
    assert len(dict(rows)) == len(rows)
    return dict(rows)


def test_every_setting_has_its_row_and_its_default() -> None:
    settings = [grid for grid in GUIDE.grids if grid.columns[:2] == ("setting", "default")]
    assert _told(*([list(line[:2]) for line in grid.lines] for grid in settings)) == dict(_defaults())


def test_settings_of_the_readme_are_among_them() -> None:
    assert _told(README.rows("Settings", "setting", "default")).items() <= dict(_defaults()).items()


_STAND_INS: Final = {"http://", "nowhere.invalid", "*"}
"""What stands for an empty name inside of the files."""


def test_names_that_compose_reads_have_their_rows() -> None:
    told = _told(GUIDE.rows("Settings", "name", "default"))
    assert set(told) == COMPOSE
    files = (ROOT / "docker-compose.yml", *(ROOT / "deploy").glob("*.yml"))
    written = "".join(file.read_text("utf-8") for file in files)
    for name, default in told.items():
        asked = re.findall(rf"\$\{{{name}(?::-([^}}]*))?(?::\?[^}}]*)?\}}", written)
        assert asked
        assert set(asked) <= {"" if default == NONE else default, *_STAND_INS}, name


def test_fixed_limits() -> None:
    ten_minutes = admin_session.TRIES, admin_session.TRIES_FROM_ADDRESS, admin_session.TRIES_FOR_NAME
    assert [numbers(most) for (most,) in GUIDE.rows("Who may try, and how often", "at most")] == [
        [REQUESTS_AT_ONCE, REQUESTS_PER_SECOND, 1],
        [CODES_TRIED, 10],
        *([tries, 10] for tries in ten_minutes),
        [HANDSHAKES_AT_ONCE, HANDSHAKES_AT_ONCE, HANDSHAKES_FILL_S],
        [UNKNOWN_PER_ADDRESS],
        [UNKNOWN_PER_WORKER],
        [WAITING_HTTP],
        [HEAD_S],
        [BODY_S],
        [MOST_BODY_BYTES / 1024],
        [SEND_S],
        [FRAMES_AT_ONCE, FRAMES_PER_SECOND, 1],
        [BYTES_AT_ONCE / 1024, BYTES_PER_SECOND / 1024, 1],
        [UNSENT_BYTES / 1024],
    ]


def test_every_command_has_its_row() -> None:
    (action,) = (each for each in parser()._actions if isinstance(each, argparse._SubParsersAction))
    told = [codes(command)[0] for (command,) in README.rows("Commands", "command")]
    assert sorted(told) == sorted(set(action.choices) - INTERNAL)


def test_prices() -> None:
    (grid,) = (grid for grid in CARDS.grids if grid.columns[0] == "hands")
    hands = [int(cell) for cell in grid.columns[1:]]
    told = {name: [int(cell) for cell in line[1:]] for line in grid.lines for name in codes(line[0])}
    prices = CardPrices()
    assert told == {
        payer: [prices.of(payer, most) for most in hands] for payer in ("owner", "split", "winner")
    }


def test_every_finding_has_its_row() -> None:
    told = [codes(cell)[0] for (cell,) in CARDS.rows("For the operator", "finding")]
    calls = (
        node
        for path in (ROOT / "app" / "db" / "audit").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Finding"
    )
    raised = {call.args[0].value for call in calls if isinstance(call.args[0], ast.Constant)}
    assert sorted(told) == sorted(map(str, raised))


def test_every_option_has_its_row_with_its_presets() -> None:
    table = RULES.rows("Options", "option", "rules", *(f"`{preset}`" for preset in PRESETS))
    told = {codes(name)[0]: (rules.split(", "), cells) for name, rules, *cells in table}
    assert list(told) == [spec.name for spec in OPTION_SPECS]
    for spec in OPTION_SPECS:
        rules, cells = told[spec.name]
        assert rules == list(spec.rules)
        if spec.name != "values":
            assert [json.loads(codes(cell)[0]) for cell in cells] == [
                options_to_json(PRESETS[preset])[spec.name] for preset in PRESETS
            ]


@pytest.mark.parametrize("spec", OPTION_SPECS, ids=lambda spec: spec.name)
def test_an_option_has_these_values(spec: OptionSpec) -> None:
    told = {codes(name)[0]: codes(values) for name, values in RULES.rows("Options", "option", "values")}
    assert told[spec.name] == _values(spec)


def _values(spec: OptionSpec) -> list[str]:
    if spec.name == "values":
        return ["dragon_kong_extra"]
    match spec.kind:
        case "bool":
            return ["true", "false"]
        case "int":
            return [str(spec.minimum), str(spec.maximum), *(["null"] if spec.nullable else [])]
        case "map":
            return list(spec.keys)
        case "choice" | "set":
            return [str(choice) for choice in spec.choices]


def test_the_chinese_page_has_the_words_of_the_browser() -> None:
    words = _catalogue("options")
    for name, chinese, values in RULES_ZH.rows("选项", "选项", "名称", "取值"):
        option = codes(name)[0]
        assert chinese == words[option]
        for value, word in re.findall(r"`([^`]+)` ([^`\s][^`]*?)(?= `|$)", values):
            expected = words.get(
                f"{option}.{value}", words.get({"true": "on", "false": "off"}.get(value, ""))
            )
            assert expected is None or word == expected, value


@pytest.mark.parametrize(
    "table", [RULES.rows("Scoring", "item", "name"), RULES_ZH.rows("算颗", "项", "名称")]
)
def test_the_items_have_the_chinese_words_of_the_browser(table: list[list[str]]) -> None:
    words = _catalogue("items")
    for items, names in table:
        for item, name in zip(codes(items), names.split(" / "), strict=True):
            assert name == words[item].removeprefix("小" if items.endswith("…") else "")


def _catalogue(name: str) -> Mapping[str, str]:
    text = (ROOT / "web/src/i18n/zh/play" / f"{name}.ts").read_text("utf-8")
    return dict(re.findall(r"^  '?([\w.+]+)'?: '(.*)',$", text, re.MULTILINE))
