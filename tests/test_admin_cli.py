"""``admin create`` and ``replay`` as the operator types them."""

from pathlib import Path

import pytest

from app.db import migrate
from app.db.urls import parse_url, place_of
from tests.processes import outcome, spawn

pytestmark = pytest.mark.database


async def _create(url: str, password: str, *more: str) -> tuple[int, str]:
    process = await spawn("admin", "create", *more, DATABASE_URL=url)
    assert process.stdin is not None
    process.stdin.write(password.encode() + b"\n")
    code, output = await outcome(process)
    return code, output.removeprefix(f"{place_of(parse_url(url))} is used.\n")


async def test_an_account_is_made_and_made_anew(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/test.db"
    await migrate(url)
    assert await _create(url, "a long password", "boss") == (0, "boss may sign in at /admin.\n")
    code, told = await _create(url, "another password", "boss", "--totp")
    assert code == 0
    assert "boss has a new password" in told
    assert "otpauth://totp/" in told
    assert await _create(url, "short", "boss") == (2, "A password has at least 10 characters.\n")
    assert (await _create(url, "a long password", " \t"))[0] == 2


async def test_what_is_no_bundle(tmp_path: Path) -> None:
    file = tmp_path / "bundle.json"
    code, told = await outcome(await spawn("replay", str(file)))
    assert (code, "cannot be read" in told) == (2, True)
    file.write_text("{}")
    code, told = await outcome(await spawn("replay", str(file)))
    assert (code, "is no bundle" in told) == (2, True)
    file.write_text('{"format":1,"version":"0","hands":[{"id":"x.1.1","deltas":[],"log":"{}"}]}')
    code, told = await outcome(await spawn("replay", str(file)))
    assert (code, "x.1.1: cannot be played" in told) == (1, True)


async def test_a_bundle_comes_by_standard_input_too(tmp_path: Path) -> None:
    for bundle, code, says in (
        ('{"format":1,"version":"0","hands":[]}', 0, "the time of their logs was over"),
        ('{"format":1,"version":"0","hands":[{"id":"x.1.1","deltas":[],"log":"{}"}]}', 1, "cannot be played"),
        ("{}", 2, "The input is no bundle: "),
    ):
        process = await spawn("replay", "-")
        output, _ = await process.communicate(bundle.encode())
        assert (process.returncode, says in output.decode()) == (code, True), output
