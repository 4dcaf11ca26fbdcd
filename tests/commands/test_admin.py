"""``admin create``, ``remove`` and ``list``, and ``replay`` as the operator types them."""

import re
from pathlib import Path

import pytest

from app.db import Database, migrate
from app.db.engine.urls import parse_url, place_of
from app.db.operators import admins
from tests.support.processes import outcome, spawn

pytestmark = pytest.mark.database


async def _create(url: str, password: str, *more: str) -> tuple[int, str]:
    process = await spawn("admin", "create", *more, DATABASE_URL=url)
    assert process.stdin is not None
    process.stdin.write(password.encode() + b"\n")
    return _said(url, await outcome(process))


def _said(url: str, end: tuple[int, str]) -> tuple[int, str]:
    """Exit code and output, without the line that names the database."""
    code, output = end
    return code, output.removeprefix(f"{place_of(parse_url(url))} is used.\n")


@pytest.fixture
async def url(tmp_path: Path) -> str:
    """An empty database with its tables."""
    made = f"sqlite:///{tmp_path}/test.db"
    await migrate(made)
    return made


async def _admin(url: str, *words: str) -> tuple[int, str]:
    return _said(url, await outcome(await spawn("admin", *words, DATABASE_URL=url)))


async def test_an_account_is_made_and_made_anew(url: str) -> None:
    enough = "Signing in needs only the password.\n"
    assert await _create(url, "a long password", "boss") == (0, f"boss can sign in at /admin. {enough}")
    code, told = await _create(url, "another password", "boss", "--totp")
    assert code == 0
    assert "boss has a new password" in told
    assert "otpauth://totp/" in told
    assert await _create(url, "short", "boss") == (2, "A password must have at least 10 characters.\n")
    assert (await _create(url, "a long password", " \t"))[0] == 2


async def test_a_new_password_asks_for_codes_as_before(url: str) -> None:
    told = (await _create(url, "a long password", "boss", "--totp"))[1]
    renewed = "boss has a new password, and their older sessions have ended."
    before = "Signing in also needs a code of the authenticator app, as before.\n"
    assert await _create(url, "another password", "boss") == (0, f"{renewed} {before}")
    secret = re.findall("secret=([A-Z2-7]+)", told)
    assert [await _secret(url)] == secret
    told = (await _create(url, "another password", "boss", "--totp"))[1]
    assert [await _secret(url)] == re.findall("secret=([A-Z2-7]+)", told) != secret
    code, told = await _create(url, "another password", "boss", "--no-totp")
    assert (code, told.endswith("Signing in needs only the password.\n")) == (0, True)
    assert await _secret(url) is None


async def test_a_secret_is_for_the_eyes_of_an_app(url: str) -> None:
    code, told = await _create(url, "a long password", "老板 & co", "--totp")
    assert code == 0
    assert told.count("█") > 100, "a QR code"
    secret = await _secret(url, "老板 & co")
    assert secret is not None
    typed = re.search("type the secret: +([A-Z2-7 ]+)\n", told)
    assert typed is not None
    assert typed.group(1).replace(" ", "") == secret
    name = "%E8%80%81%E6%9D%BF%20%26%20co"
    assert f"otpauth://totp/guangan-mahjong:{name}?secret={secret}&issuer=" in told


async def test_blanks_around_a_name_are_none_of_it(url: str) -> None:
    code, told = await _create(url, "a long password", " boss ")
    assert (code, told.split(" can ")[0]) == (0, "boss")
    assert "boss has a new password" in (await _create(url, "a long password", "boss"))[1]


async def test_an_operator_is_taken_away(url: str) -> None:
    assert await _admin(url, "remove", "boss") == (2, "There is no operator boss.\n")
    assert "There is no operator" in (await _admin(url, "list"))[1]
    await _create(url, "a long password", "boss")
    await _create(url, "a long password", "夜班", "--totp")
    db = Database(url)
    async with db.write() as tx:
        boss = await admins.by_name(tx, "boss")
        assert boss is not None
        await admins.begin_session(tx, "token", boss.id, 1, 2**50)
        await admins.note(tx, boss.id, "login", "", {}, 1_796_000_000_000)
    listed = "boss  password only  last signed in 2026-11-30 00:53 UTC\n"
    listed += "夜班  password and codes  never signed in\n"
    assert await _admin(url, "list") == (0, listed)

    over = "boss can no longer sign in, and their sessions have ended."
    assert await _admin(url, "remove", "boss") == (0, f"{over}\n")
    assert await _admin(url, "remove", "boss") == (2, "There is no operator boss.\n")
    code, told = await _admin(url, "remove", "夜班")
    assert (code, "No operator is left" in told) == (0, True)
    async with db.write() as tx:
        # they were signing in when the account was removed
        await admins.begin_session(tx, "late", boss.id, 1, 2**50)
    async with db.read() as tx:
        assert await admins.find_session(tx, "late", 2) is None
        assert await admins.by_name(tx, "boss") is None
        assert await admins.find_session(tx, "token", 2) is None
        acts = [(act.admin, act.act, act.detail.get("name")) for act in await admins.acts(tx)]
    assert acts[:2] == [("", "remove", "夜班"), ("", "remove", "boss")]
    assert acts[-1] == ("boss", "login", None), "the log keeps what they did"

    assert (await _create(url, "a long password", "boss"))[1].startswith("boss can sign in at /admin.")
    async with db.read() as tx:
        assert await admins.by_name(tx, "boss") is not None
        assert await admins.find_session(tx, "late", 2) is None
    await db.close()


async def _secret(url: str, name: str = "boss") -> str | None:
    db = Database(url)
    try:
        async with db.read() as tx:
            found = await admins.by_name(tx, name)
    finally:
        await db.close()
    assert found is not None
    return found.totp_secret


async def test_what_is_no_bundle(tmp_path: Path) -> None:
    file = tmp_path / "bundle.json"
    code, told = await outcome(await spawn("replay", str(file)))
    assert (code, "cannot be read" in told) == (2, True)
    file.write_text("{}")
    code, told = await outcome(await spawn("replay", str(file)))
    assert (code, "is not a bug bundle" in told) == (2, True)
    file.write_text('{"format":1,"version":"0","hands":[{"id":"x.1.1","deltas":[],"log":"{}"}]}')
    code, told = await outcome(await spawn("replay", str(file)))
    assert (code, "x.1.1: cannot be played" in told) == (1, True)


async def test_a_bundle_comes_by_standard_input_too(tmp_path: Path) -> None:
    for bundle, code, says in (
        ('{"format":1,"version":"0","hands":[]}', 0, "The bundle has no hand"),
        ('{"format":1,"version":"0","hands":[{"id":"x.1.1","deltas":[],"log":"{}"}]}', 1, "cannot be played"),
        ("{}", 2, "The input is not a bug bundle: "),
    ):
        process = await spawn("replay", "-")
        output, _ = await process.communicate(bundle.encode())
        assert (process.returncode, says in output.decode()) == (code, True), output
