"""The operator's command on accounts: ``admin create``."""

import argparse
import getpass
import sys
from typing import TYPE_CHECKING, Final

from app.ledger_cli import UNUSABLE, Refused, with_database

if TYPE_CHECKING:
    from app.db import Database

_LONGEST_NAME: Final = 40


def add_create(acts: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``create`` to the acts of ``admin``."""
    about = "make an account for the console, or give it a new password"
    more = "; the password is asked for, or read from the first line of stdin"
    create = acts.add_parser("create", help=about, description=about + more)
    create.add_argument("name", help="what the operator signs in as")
    create.add_argument("--totp", action="store_true", help="also ask for codes of an authenticator app")
    create.set_defaults(run=_create)


async def create_admin(db: "Database", name: str, password: str, *, totp: bool, now: int) -> str:
    """Make an account, or give it a new password and end its sessions; what to tell. Raises Refused."""
    from app.db import admins
    from app.secrecy import SHORTEST_PASSWORD, hash_password, new_totp_secret, totp_uri

    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable():
        raise Refused(f"A name has 1 to {_LONGEST_NAME} characters that can be seen.")
    if len(password) < SHORTEST_PASSWORD:
        raise Refused(f"A password has at least {SHORTEST_PASSWORD} characters.")
    secret = new_totp_secret() if totp else None
    async with db.write() as tx:
        new = await admins.put(tx, name, hash_password(password), secret, now)
    told = f"{name} may sign in at /admin." if new else f"{name} has a new password; older sessions are over."
    return told if secret is None else f"{told}\n{totp_uri(secret, name)}"


def _create(parsed: argparse.Namespace) -> int:
    import time

    now = time.time_ns() // 1_000_000
    try:
        password = _password()
        told = with_database(lambda db: create_admin(db, parsed.name, password, totp=parsed.totp, now=now))
    except Refused as error:
        sys.stderr.write(f"{error}\n")
        return UNUSABLE
    sys.stdout.write(told + "\n")
    return 0


def _password() -> str:
    """Asked for twice at a terminal, else the first line of stdin. Raises Refused."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise Refused("The passwords differ.")
    return password
