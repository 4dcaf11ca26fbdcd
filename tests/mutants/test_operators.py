"""The changes that a mutation run tries."""

from tests.mutants.operators import mutants

SOURCE = '''
LIMIT: Final = 3


def kinds(count: int, *, flag: bool = False) -> str | None:
    """Says what is said."""
    if count < LIMIT and not flag:
        return min(count, LIMIT)
    found[count] = name(LIMIT, count, of="one")
    raise Wrong("what is said")
'''
CHANGES = {
    2: ["3 → 4", "3 → 2"],
    5: ["False → True"],
    7: [
        "count < LIMIT and (not flag) → True",
        "count < LIMIT and (not flag) → False",
        "count < LIMIT and (not flag) → count < LIMIT or not flag",
        "count < LIMIT and (not flag) → not flag",
        "count < LIMIT and (not flag) → count < LIMIT",
        "count < LIMIT → count <= LIMIT",
        "count < LIMIT → count >= LIMIT",
        "not flag → flag",
    ],
    8: ["return min(count, LIMIT) → return None", "min(count, LIMIT) → max(count, LIMIT)"],
    9: [
        "found[count] = name(LIMIT, count, of='one') → pass",
        "name(LIMIT, count, of='one') → name(count, LIMIT, of='one')",
        "name(LIMIT, count, of='one') → name(LIMIT, count)",
        "'one' → 'one_'",
    ],
    10: ["raise Wrong('what is said') → pass"],
}


def test_what_is_changed_where() -> None:
    found: dict[int, list[str]] = {}
    for mutant in mutants("kinds", SOURCE):
        found.setdefault(mutant.line, []).append(mutant.text)
    assert found == CHANGES


def test_what_is_awaited_may_be_dropped_too() -> None:
    source = "async def save() -> None:\n    await store.put(1)\n    _log.info('saved')\n"
    dropped = [mutant for mutant in mutants("m", source) if mutant.text.endswith("→ pass")]
    assert [(mutant.line, mutant.block) for mutant in dropped] == [(2, 2)]
