"""Password hashes and one-time codes."""

import hashlib
from typing import Any

import pytest
from argon2 import PasswordHasher

from app.db.operators.admins import REMOVED
from app.kit.secrecy import (
    NOBODY,
    STEP_S,
    hash_password,
    is_outdated,
    new_totp_secret,
    password_matches,
    totp,
    totp_step,
    totp_uri,
)
from tests.support.exact import exactly

SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
OLD_PASSWORD = "correct horse battery"
OLD_HASH = "scrypt$15$8$1$7vAe0rkEV77g8EKvGMOBzg==$CPz+2ufGgHTo+CJMchXvDMOgFXMfjWLSV94cDsI8iUg="
"""Written by version 0.1."""
NEW_HASH = "$argon2id$v=19$m=65536,t=3,p=4$Wr+FfFiEVALAvdNWgIdcyw$nacVoCrnfO0E+N5eioognuMaGhobbeqIEf4uazqUOwI"


@pytest.mark.parametrize(
    ("second", "code"),
    [
        (59, "287082"),
        (1111111109, "081804"),
        (1111111111, "050471"),
        (1234567890, "005924"),
        (2000000000, "279037"),
        (20000000000, "353130"),
    ],
)
def test_codes_are_those_of_the_standard(second: int, code: str) -> None:
    """RFC 6238, appendix B, SHA-1: the last six of its eight digits."""
    step = second // STEP_S
    assert totp(SECRET, step) == code
    assert totp(SECRET.lower(), step) == code
    for late, found in ((0, step), (1, step), (2, None)):
        assert totp_step(SECRET, code, (second + late * STEP_S) * 1000) == found


def test_a_clock_may_be_one_step_behind() -> None:
    assert totp_step(SECRET, "005924", (1234567890 - STEP_S) * 1000) == 1234567890 // STEP_S
    assert totp_step(SECRET, "005924", (1234567890 - 2 * STEP_S) * 1000) is None


@pytest.mark.parametrize("code", ["", "28708", "0287082", "２８７０８２", "287082 ", "\ud800"])
def test_what_is_not_the_six_digits_is_no_code(code: str) -> None:
    assert totp_step(SECRET, code, 59_000) is None


@pytest.mark.parametrize("secret", ["0189", "not base32 at all", "老板"])
def test_a_secret_that_is_not_in_base32(secret: str) -> None:
    not_ascii = "string argument should contain only ASCII characters"
    with pytest.raises(ValueError, match=exactly("the secret is not in base32", not_ascii)):
        totp(secret, 1)


def test_secrets_are_new_and_long_enough_for_any_app() -> None:
    secrets = {new_totp_secret() for _ in range(50)}
    assert len(secrets) == 50
    assert {len(secret) * 5 for secret in secrets} == {160}


def test_an_app_is_given_the_name_in_one_piece() -> None:
    uri = f"otpauth://totp/guangan-mahjong:a%2Fb%20%3F?secret={SECRET}&issuer=guangan-mahjong"
    assert totp_uri(SECRET, "a/b ?") == uri


def test_passwords_are_salted() -> None:
    one, two = hash_password("x"), hash_password("x")
    assert one != two
    assert one.startswith("$argon2id$")
    assert password_matches("x", one)
    assert not password_matches("y", one)
    assert not is_outdated(one)


def test_a_recorded_hash_fits_its_password() -> None:
    assert password_matches(OLD_PASSWORD, NEW_HASH)
    assert not is_outdated(NEW_HASH)


def test_an_old_hash_still_fits_its_password_and_is_outdated() -> None:
    assert password_matches(OLD_PASSWORD, OLD_HASH)
    assert not password_matches(OLD_PASSWORD + "!", OLD_HASH)
    assert is_outdated(OLD_HASH)


def test_a_hash_of_other_parameters_is_outdated() -> None:
    weak = PasswordHasher(time_cost=1, memory_cost=64, parallelism=1).hash("x")
    assert password_matches("x", weak)
    assert is_outdated(weak)


@pytest.mark.parametrize("stored", [NOBODY, REMOVED])
def test_nobody_has_the_password_of_nobody(stored: str) -> None:
    assert not password_matches("", stored)
    assert not password_matches("A" * 32, stored)


def test_the_hash_of_nobody_costs_what_a_new_hash_costs() -> None:
    assert not is_outdated(NOBODY)
    assert len(NOBODY) == len(hash_password("x"))


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, object]]:
    """The hashes that are computed, with their parameters."""
    done: list[tuple[str, object]] = []
    scrypt, verify = hashlib.scrypt, PasswordHasher.verify

    def spied_scrypt(password: bytes, **cost: Any) -> bytes:
        done.append(("scrypt", (cost["n"], cost["r"], cost["p"])))
        return scrypt(password, **cost)

    def spied_verify(self: PasswordHasher, stored: str, password: str) -> bool:
        done.append(("argon2", stored.rpartition("$")[0].rpartition("$")[0]))
        return verify(self, stored, password)

    monkeypatch.setattr(hashlib, "scrypt", spied_scrypt)
    monkeypatch.setattr(PasswordHasher, "verify", spied_verify)
    return done


ARGON2 = ("argon2", "$argon2id$v=19$m=65536,t=3,p=4")
SCRYPT = ("scrypt", (2**15, 8, 1))


@pytest.mark.parametrize("stored", [NEW_HASH, OLD_HASH, NOBODY], ids=["new", "old", "nobody"])
def test_where_both_kinds_are_stored_both_are_computed(
    stored: str, computed: list[tuple[str, object]]
) -> None:
    """So the time that an answer takes does not tell whether there is an account, or how old it is."""
    assert not password_matches("another", stored, either=True)
    assert password_matches(OLD_PASSWORD, stored, either=True) is (stored != NOBODY)
    assert computed == [ARGON2, SCRYPT] * 2


@pytest.mark.parametrize("stored", [NEW_HASH, NOBODY], ids=["new", "nobody"])
def test_a_name_that_nobody_has_takes_as_long(stored: str, computed: list[tuple[str, object]]) -> None:
    password_matches("another", stored)
    assert computed == [ARGON2]


@pytest.mark.parametrize("stored", ["", "x", "md5$1$1$1$$", "$argon2x$v=19$m=1,t=1,p=1$AAAA$AAAA"])
def test_what_is_no_hash_is_refused(stored: str) -> None:
    with pytest.raises(ValueError, match=exactly("this is neither an argon2 nor a scrypt hash")):
        password_matches("x", stored)
