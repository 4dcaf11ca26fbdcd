"""What the audit tools really said (recorded), and what follows from it."""

from pathlib import Path

import pytest

from tests.audit.advisories import (
    CLEAN,
    FOUND,
    NOT_ASKED,
    Verdict,
    read_npm_audit,
    read_pip_audit,
    report,
)

RECORDED = Path(__file__).parent / "recorded"


def pip(name: str) -> Verdict:
    """What follows from a report of pip-audit."""
    return read_pip_audit((RECORDED / f"pip-{name}.json").read_text("utf-8"))


def npm(name: str) -> Verdict:
    """What follows from a report of npm."""
    return read_npm_audit((RECORDED / f"npm-{name}.json").read_text("utf-8"))


def test_an_advisory_is_found() -> None:
    assert pip("found").found == ("starlette 1.10.0: CVE-2026-00000, fixed in 9.9.9",)
    assert npm("found").found == (
        "@vitejs/plugin-vue: through vite",
        "vite <99.0.0: high: https://advisories.example/GHSA-0000-made-up01",
    )
    assert (pip("found").code, npm("found").code) == (FOUND, FOUND)


def test_nothing_is_found_when_all_was_asked() -> None:
    assert pip("clean") == npm("clean") == Verdict()
    assert Verdict().code == CLEAN


def test_packages_that_nobody_was_asked_about_are_no_pass() -> None:
    """pip-audit says "No known vulnerabilities found" here, and ends with 0."""
    skipped = pip("skipped")
    assert skipped.code == NOT_ASKED
    assert skipped.silent.startswith("3 of 3 packages: Dependency not found")


def test_an_advisory_weighs_more_than_a_package_nobody_was_asked_about() -> None:
    mixed = pip("found-and-skipped")
    assert (mixed.code, len(mixed.found)) == (FOUND, 1)
    assert mixed.silent.startswith("1 of 2 packages")


@pytest.mark.parametrize("name", ["away", "refused"])
def test_a_registry_that_does_not_answer_is_no_pass(name: str) -> None:
    assert npm(name).code == NOT_ASKED
    assert npm(name).silent


@pytest.mark.parametrize("output", ["", "Traceback (most recent call last):", "[]", "{}", "null"])
def test_no_report_is_no_pass(output: str) -> None:
    for read in (read_pip_audit, read_npm_audit):
        verdict = read(output, "one\nConnectionError: refused\n\n")
        assert verdict == Verdict(silent="ConnectionError: refused")
        assert read(output).code == NOT_ASKED


def test_a_report_about_nothing_is_no_pass() -> None:
    assert read_pip_audit('{"dependencies": [], "fixes": []}').code == NOT_ASKED
    nothing = '{"auditReportVersion": 2, "vulnerabilities": {}, "metadata": {"dependencies": {"total": 0}}}'
    assert read_npm_audit(nothing).code == NOT_ASKED


def test_both_together() -> None:
    found, clean, away = pip("found"), npm("clean"), npm("away")
    assert report({"one": clean, "two": clean}) == (
        CLEAN,
        ["one: no known advisories", "two: no known advisories"],
    )
    code, lines = report({"one": clean, "two": away})
    assert code == NOT_ASKED
    assert lines[1].startswith("ADVISORIES COULD NOT BE ASKED: two: ")
    code, lines = report({"one": away, "two": found})
    assert (code, len(lines)) == (FOUND, 2)
