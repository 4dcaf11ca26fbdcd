"""The operator's commands on accounts: ``admin create``, ``remove`` and ``list``."""

import argparse
import getpass
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final

from app.commands.common import Refused, now_ms, with_database

if TYPE_CHECKING:
    from app.db import Database

_LONGEST_NAME: Final = 40


def add_accounts(acts: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add ``create``, ``remove`` and ``list`` to the acts of ``admin``."""
    about = "make an account for the console, or give it a new password"
    more = "; the password is asked for, or read from the first line of stdin"
    create = acts.add_parser("create", help=about, description=about + more)
    create.add_argument("name", help="what the operator signs in as")
    create.add_argument(
        "--totp",
        action=argparse.BooleanOptionalAction,
        help="also ask for codes of an authenticator app, with a new secret; or for none (else: as before)",
    )
    create.set_defaults(run=_create)
    about = "remove an operator's account and end its sessions; its lines in the audit log stay"
    remove = acts.add_parser("remove", help=about, description=about)
    remove.add_argument("name", help="what the operator signs in as")
    remove.set_defaults(run=_remove)
    about = "list the operators: whether codes are asked for, and when they last signed in (UTC)"
    acts.add_parser("list", help=about, description=about).set_defaults(run=_list)


async def create_admin(db: "Database", name: str, password: str, *, totp: bool | None, now: int) -> str:
    """Make an account, or give it a new password and end its sessions; what to tell. Raises Refused.

    ``totp``: whether codes are asked for, with a new secret; None leaves that as it is.
    """
    from app.db.operators import admins
    from app.kit.secrecy import SHORTEST_PASSWORD, hash_password, new_totp_secret

    name = name.strip()
    if not 0 < len(name) <= _LONGEST_NAME or not name.isprintable():
        raise Refused(f"A name has 1 to {_LONGEST_NAME} characters that can be seen.")
    if len(password) < SHORTEST_PASSWORD:
        raise Refused(f"A password has at least {SHORTEST_PASSWORD} characters.")
    secret = new_totp_secret() if totp else None
    async with db.write() as tx:
        known = await admins.put(tx, name, hash_password(password), now)
        if totp is not None:
            await admins.set_totp(tx, name, secret)
    had = known is not None and known.totp_secret is not None
    told = f"{name} may sign in at /admin" if known is None else f"{name} has a new password"
    if known is not None:
        told += "; older sessions are over"
    return f"{told}. {_codes(name, secret, asked=had if totp is None else totp)}"


async def remove_admin(db: "Database", name: str, now: int) -> str:
    """Take an account away and end its sessions; what to tell. Raises Refused."""
    from app.db.operators import admins

    async with db.write() as tx:
        if not await admins.remove(tx, name, now):
            raise Refused(f"There is no operator {name}.")
        left = len(await admins.operators(tx))
    more = "" if left else " Nobody is left who could: `admin create NAME` makes an account."
    return f"{name} may sign in no more, and every session of {name} is over.{more}"


async def list_admins(db: "Database") -> str:
    """A line for each operator."""
    from app.db.operators import admins

    async with db.read() as tx:
        found = await admins.operators(tx)
    if not found:
        return "There is no operator: `admin create NAME` makes an account."
    return "\n".join(
        f"{each.name}  {'password and codes' if each.totp else 'password only'}  {_login(each.last_login)}"
        for each in found
    )


def _codes(name: str, secret: str | None, *, asked: bool) -> str:
    """Whether codes are asked for; a new secret as a QR code, and as it is typed."""
    if not asked:
        return "The password is enough, no codes are asked for."
    if secret is None:
        return "Codes of the authenticator app are asked for, as before."
    from app.kit.secrecy import totp_uri
    from app.serving.banner import qr

    uri = totp_uri(secret, name)
    typed = " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
    return (
        "Codes of an authenticator app are asked for: scan this with it, once and now.\n\n"
        f"{qr(uri)}\nOr type the secret:  {typed}\nOr open:  {uri}"
    )


def _login(at: int | None) -> str:
    from datetime import UTC, datetime

    if at is None:
        return "never signed in"
    return f"last signed in {datetime.fromtimestamp(at / 1000, UTC):%Y-%m-%d %H:%M} UTC"


def _create(parsed: argparse.Namespace) -> int:
    password = _password()
    return _told(lambda db: create_admin(db, parsed.name, password, totp=parsed.totp, now=now_ms()))


def _remove(parsed: argparse.Namespace) -> int:
    return _told(lambda db: remove_admin(db, parsed.name, now_ms()))


def _list(_: argparse.Namespace) -> int:
    return _told(list_admins)


def _told(work: "Callable[[Database], Awaitable[str]]") -> int:
    """Do it and say what came of it."""
    sys.stdout.write(with_database(work) + "\n")
    return 0


def _password() -> str:
    """Asked for twice at a terminal, else the first line of stdin. Raises Refused."""
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise Refused("The passwords differ.")
    return password
