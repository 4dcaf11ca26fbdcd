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
"""Characters."""
STEP_S: Final = 30
_ISSUER: Final = "guangan-mahjong"
_HASHER: Final = PasswordHasher()
_ONE_AT_A_TIME: Final = threading.Lock()
"""A hash takes 64 MiB. A burst of sign-ins must not need that for each thread of the pool."""
SCRYPT: Final = "scrypt$"
"""What a scrypt hash begins with."""
_SCRYPT_MEMORY: Final = 128 * 1024 * 1024

_COST: Final = f"m={_HASHER.memory_cost},t={_HASHER.time_cost},p={_HASHER.parallelism}"
NOBODY: Final = f"$argon2id$v=19${_COST}${'A' * 22}${'A' * 43}"
"""A hash that no password has. Check it where there is no account, so that the answer takes as long."""
OLD_NOBODY: Final = f"{SCRYPT}15$8$1${'A' * 22}==${'A' * 43}="
"""The same as a scrypt hash. The database keeps it as the password of removed operators."""


def hash_password(password: str) -> str:
    """The argon2id hash of a password, with a fresh salt. Takes about 0.1 s: not for the event loop."""
    with _ONE_AT_A_TIME:
        return _HASHER.hash(password)


def password_matches(password: str, stored: str, *, either: bool = False) -> bool:
    """Whether ``stored`` is the hash of the password. Takes about 0.1 s: not for the event loop.

    ``stored`` is an argon2id hash, or the scrypt hash of an account that has not signed in since version 0.1.
    The two take different times. With ``either`` one hash of each kind is computed, whatever is stored. Where
    accounts of both kinds are left, the time then does not tell which kind a name has, or none.
    Raises ValueError if ``stored`` is neither.
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
    """Whether a new hash of the same password should replace ``stored``: other algorithm or parameters."""
    return is_scrypt(stored) or _HASHER.check_needs_rehash(stored)


def new_totp_secret() -> str:
    """A fresh secret of 160 bits in base32, as authenticator apps take it."""
    return pyotp.random_base32()


def totp_uri(secret: str, name: str) -> str:
    """The address that an authenticator app reads from a QR code."""
    # pyotp would leave a slash in the name as it is
    return f"otpauth://totp/{_ISSUER}:{quote(name, safe='')}?secret={secret}&issuer={_ISSUER}"


def totp(secret: str, step: int) -> str:
    """The six digits of a time step. Raises ValueError if the secret is not base32 of at least 112 bits."""
    try:
        return pyotp.TOTP(secret, interval=STEP_S).generate_otp(step)
    except binascii.Error:
        raise ValueError("the secret is not in base32") from None


def totp_step(secret: str, code: str, now_ms: int) -> int | None:
    """The time step that a code belongs to, None if there is none: the present step or one of its neighbours.

    pyotp's own check does not say which step it was, and the caller has to use up that step.
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
