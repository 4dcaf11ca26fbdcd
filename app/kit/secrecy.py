"""Password hashes (argon2id) and one-time codes (RFC 6238)."""

import base64
import binascii
import hashlib
import hmac
import threading
from typing import Final
from urllib.parse import quote

import pyotp
from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

SHORTEST_PASSWORD: Final = 10
"""Shortest password of an operator, in characters."""
STEP_S: Final = 30
_ISSUER: Final = "guangan-mahjong"
_HASHER: Final = PasswordHasher()
_ONE_AT_A_TIME: Final = threading.Lock()
"""A hash needs 64 MiB. Without the lock a burst of sign-ins would need that for each thread of the pool."""
SCRYPT: Final = "scrypt$"
"""Every scrypt hash begins with this."""
_SCRYPT_MEMORY: Final = 128 * 1024 * 1024

_COST: Final = f"m={_HASHER.memory_cost},t={_HASHER.time_cost},p={_HASHER.parallelism}"
NOBODY: Final = f"$argon2id$v=19${_COST}${'A' * 22}${'A' * 43}"
"""A hash that fits no password. Check it if there is no such account, so that the answer takes as long."""
OLD_NOBODY: Final = f"{SCRYPT}15$8$1${'A' * 22}==${'A' * 43}="
"""A scrypt hash that fits no password. The database keeps it as the password of removed operators."""


def hash_password(password: str) -> str:
    """The argon2id hash of a password, with a fresh salt. It takes about 0.1 s: call it in a thread."""
    with _ONE_AT_A_TIME:
        return _HASHER.hash(password)


def password_matches(password: str, stored: str, *, either: bool = False) -> bool:
    """Whether ``stored`` is the hash of the password. It takes about 0.1 s: call it in a thread.

    ``stored`` is an argon2id hash, or the scrypt hash of an account that has not signed in since version 0.1.
    The two kinds take different times. With ``either`` the function always computes one hash of each kind.
    Then the time does not show which kind an account has, or that there is no such account.
    Raises ValueError if ``stored`` is of neither kind.
    """
    old = is_scrypt(stored)
    with _ONE_AT_A_TIME:
        new_fits = (either or not old) and _argon2_fits(password, NOBODY if old else stored)
        old_fits = (either or old) and _scrypt_fits(password, stored if old else OLD_NOBODY)
    return old_fits if old else new_fits


def is_scrypt(stored: str) -> bool:
    """Whether this is a scrypt hash."""
    return stored.startswith(SCRYPT)


def is_outdated(stored: str) -> bool:
    """Whether ``stored`` has an old algorithm or old parameters, so that a new hash should replace it."""
    return is_scrypt(stored) or _HASHER.check_needs_rehash(stored)


def new_totp_secret() -> str:
    """A fresh secret of 160 bits in base32, the form that authenticator apps use."""
    return pyotp.random_base32()


def totp_uri(secret: str, name: str) -> str:
    """The address that an authenticator app reads from a QR code."""
    # pyotp does not quote a slash in the name
    return f"otpauth://totp/{_ISSUER}:{quote(name, safe='')}?secret={secret}&issuer={_ISSUER}"


def totp(secret: str, step: int) -> str:
    """The six digits for a time step of 30 s.

    Raises ValueError if the secret is not base32 or has fewer than 112 bits.
    """
    try:
        return pyotp.TOTP(secret, interval=STEP_S).generate_otp(step)
    except binascii.Error:
        raise ValueError("the secret is not in base32") from None


def totp_step(secret: str, code: str, now_ms: int) -> int | None:
    """The time step to which a code belongs: the present one or a neighbour. None if the code is wrong.

    pyotp's own check does not tell the step. The caller needs it, to accept each code only once.
    """
    this = now_ms // 1000 // STEP_S
    found: int | None = None
    for step in (this - 1, this, this + 1):
        if hmac.compare_digest(totp(secret, step).encode(), code.encode("utf-8", "replace")):
            found = step
    return found


def _argon2_fits(password: str, stored: str) -> bool:
    try:
        return _HASHER.verify(stored, password)
    except InvalidHashError:
        raise ValueError("this is neither an argon2 nor a scrypt hash") from None
    except VerificationError:
        return False


def _scrypt_fits(password: str, stored: str) -> bool:
    """``stored`` is ``scrypt$log2 n$r$p$salt$hash``, salt and hash in base64."""
    _, log_n, r, p, salt, digest = stored.split("$")
    wanted = base64.b64decode(digest)
    found = hashlib.scrypt(
        password.encode(),
        salt=base64.b64decode(salt),
        n=2 ** int(log_n),
        r=int(r),
        p=int(p),
        maxmem=_SCRYPT_MEMORY,
        dklen=len(wanted),
    )
    return hmac.compare_digest(found, wanted)
