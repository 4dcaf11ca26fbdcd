"""The table of docs/log.md has every type of line that a log of a hand can hold, with its fields."""

import json
from typing import Final

from app.rules.simulate.simulate import run_simulation
from tests.support.markdown import codes, page

TABLE: Final = {
    codes(kind)[0]: set(codes(fields))
    for kind, fields in page("docs/log.md").rows("The log of a hand 牌谱", "type", "fields")
}
OPTIONS: Final[dict[str, object]] = {"exchange_three": "same_suit", "void_suit": True}
MANY: Final = 60
"""Random hands, enough for every type of line."""


def test_every_type_has_its_row_with_its_fields() -> None:
    lines = list[bytes]()
    run_simulation(MANY, 1, "classic", OPTIONS, lines.append)
    logged = [json.loads(line) for line in b"".join(lines).splitlines()]
    fields = dict[str, set[str]]()
    for line in logged:
        fields.setdefault(line["type"], set()).update(line.keys() - {"type"})
    assert set(fields) == set(TABLE)
    assert {kind: names - TABLE[kind] for kind, names in fields.items() if not names <= TABLE[kind]} == {}
