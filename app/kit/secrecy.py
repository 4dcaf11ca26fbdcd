"""Passwords as scrypt hashes, and one-time codes of RFC 6238; with the standard library alone."""

import base64
import binascii
import hashlib
import hmac
import secrets
import struct
from typing import Final
from urllib.parse import quote

SHORTEST_PASSWORD: Final = 10
STEP_S: Final = 30
_DIGITS: Final = 6
_LOG_N: Final = 15
_R: Final = 8
_P: Final = 1
_SALT_BYTES: Final = 16
_HASH_BYTES: Final = 32
_MEMORY: Final = 128 * 1024 * 1024


def hash_password(password: str) -> str:
    """``scrypt$log2 n$r$p$salt$hash``, with a fresh salt. Takes about 0.1 s: not in the event loop."""
    salt = secrets.token_bytes(_SALT_BYTES)
    digest = _scrypt(password, salt, _LOG_N, _R, _P)
    parts = ("scrypt", str(_LOG_N), str(_R), str(_P), _text(salt), _text(digest))
    return "$".join(parts)


def password_matches(password: str, stored: str) -> bool:
    """Whether ``stored`` is the hash of the password, in constant time. As slow as ``hash_password``.

    Raises ValueError for what is no hash.
    """
    kind, log_n, r, p, salt, digest = stored.split("$")
    if kind != "scrypt":
        raise ValueError("this is no scrypt hash")
    found = _scrypt(password, base64.b64decode(salt), int(log_n), int(r), int(p))
    return hmac.compare_digest(found, base64.b64decode(digest))


NOBODY: Final = "$".join(("scrypt", str(_LOG_N), str(_R), str(_P), "A" * 22 + "==", "A" * 43 + "="))
"""A hash that no password has: checked where there is no account, to take the same time.

It is stored, too, for operators who were removed: another one would not know them.
"""


def new_totp_secret() -> str:
    """A fresh secret of 160 bits in base32, as authenticator apps take it."""
    return base64.b32encode(secrets.token_bytes(20)).decode()


def totp_uri(secret: str, name: str) -> str:
    """The address that an authenticator app reads from a QR code."""
    return f"otpauth://totp/guangan-mahjong:{quote(name, safe='')}?secret={secret}&issuer=guangan-mahjong"


def totp(secret: str, step: int) -> str:
    """The six digits of a time step (RFC 6238, HMAC-SHA-1). Raises ValueError for a secret not in base32."""
    try:
        key = base64.b32decode(secret, casefold=True)
    except binascii.Error:
        raise ValueError("the secret is not in base32") from None
    mac = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    at = mac[-1] & 0x0F
    number = struct.unpack(">I", mac[at : at + 4])[0] & 0x7FFF_FFFF
    return f"{number % 10**_DIGITS:0{_DIGITS}}"


def totp_step(secret: str, code: str, now_ms: int) -> int | None:
    """The time step that a code belongs to: this one or one beside it, for clocks that are off; else None."""
    this = now_ms // 1000 // STEP_S
    found: int | None = None
    for step in (this - 1, this, this + 1):
        if hmac.compare_digest(totp(secret, step).encode(), code.encode("utf-8", "replace")):
            found = step
    return found


def _scrypt(password: str, salt: bytes, log_n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(
        password.encode(), salt=salt, n=2**log_n, r=r, p=p, maxmem=_MEMORY, dklen=_HASH_BYTES
    )


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
