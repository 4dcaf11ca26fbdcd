"""What the two audit tools have said, and what follows: found, clean, or not asked at all.

Both tools say "nothing found" in some cases in which they have asked nobody. That is no pass here.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

CLEAN: Final = 0
FOUND: Final = 1
NOT_ASKED: Final = 3
"""Exit codes; 2 is for arguments that cannot be used."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What one tool has said: a line for each advisory, and why it could not be asked, empty if it was."""

    found: tuple[str, ...] = ()
    silent: str = ""

    @property
    def code(self) -> int:
        """An advisory weighs more than what could not be asked."""
        return FOUND if self.found else NOT_ASKED if self.silent else CLEAN


def read_pip_audit(output: str, error: str = "") -> Verdict:
    """The verdict of ``pip-audit --format json``."""
    told = _object(output)
    packages = told.get("dependencies")
    if not isinstance(packages, list):
        return Verdict(silent=_last_line(error) or "pip-audit gave no report")
    found = tuple(
        f"{package['name']} {package['version']}: {vuln['id']}{_fixed(vuln.get('fix_versions'))}"
        for package in packages
        for vuln in package.get("vulns", ())
    )
    skipped = [str(package["skip_reason"]) for package in packages if "skip_reason" in package]
    if skipped:
        return Verdict(found, f"{len(skipped)} of {len(packages)} packages: {skipped[0]}")
    return Verdict(found, "" if packages else "pip-audit was given no packages")


def read_npm_audit(output: str, error: str = "") -> Verdict:
    """The verdict of ``npm audit --json``."""
    told = _object(output)
    vulnerabilities = told.get("vulnerabilities")
    if told.get("auditReportVersion") is None or not isinstance(vulnerabilities, dict):
        return Verdict(silent=str(told.get("message") or _last_line(error) or "npm audit gave no report"))
    found = tuple(line for package in vulnerabilities.values() for line in _npm_lines(package))
    counts = told.get("metadata", {}).get("dependencies", {})
    return Verdict(found, "" if counts.get("total") else "npm audit was given no packages")


def report(verdicts: dict[str, Verdict]) -> tuple[int, list[str]]:
    """The exit code of everything together, and the lines to print."""
    lines: list[str] = []
    for tool, verdict in verdicts.items():
        lines += [f"{tool}: {each}" for each in verdict.found]
        if verdict.silent:
            lines.append(f"ADVISORIES COULD NOT BE ASKED: {tool}: {verdict.silent}")
        elif not verdict.found:
            lines.append(f"{tool}: no known advisories")
    codes = {verdict.code for verdict in verdicts.values()}
    return next((code for code in (FOUND, NOT_ASKED) if code in codes), CLEAN), lines


def _npm_lines(package: dict[str, Any]) -> Iterator[str]:
    """One line for each advisory itself; packages that are only in touch with it name the other one."""
    for via in package["via"]:
        if isinstance(via, dict):
            yield f"{package['name']} {via['range']}: {via['severity']}: {via['url']}"
        else:
            yield f"{package['name']}: through {via}"


def _fixed(versions: object) -> str:
    return f", fixed in {', '.join(map(str, versions))}" if isinstance(versions, list) and versions else ""


def _object(output: str) -> dict[str, Any]:
    try:
        told = json.loads(output)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""
