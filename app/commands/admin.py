"""The commands for accounts of operators: ``admin create``, ``admin remove`` and ``admin list``."""

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
    """Add ``create``, ``remove`` and ``list`` to the subcommands of ``admin``."""
    about = "make an account for the console, or set a new password for it"
    more = "; asks for the password at a terminal, else reads it from the first line of stdin"
    create = acts.add_parser("create", help=about, description=about + more)
    create.add_argument("name", help="name with which the operator signs in")
    create.add_argument(
        "--totp",
        action=argparse.BooleanOptionalAction,
        help="whether signing in also needs a code of an authenticator app; --totp makes a new secret; "
        "without either, an existing account keeps what it has",
    )
    create.set_defaults(run=_create)
    about = "remove an operator's account and end their sessions; their lines in the audit log stay"
    remove = acts.add_parser("remove", help=about, description=about)
    remove.add_argument("name", help="name with which the operator signs in")
    remove.set_defaults(run=_remove)
    about = "list the operators, whether they need codes, and when they last signed in (UTC)"
    acts.add_parser("list", help=about, description=about).set_defaults(run=_list)


async def create_admin(db: "Database", name: str, password: str, *, totp: bool | None, now: int) -> str:
    """Make an account, or set a new password for an account and end its sessions. Returns a message.

    ``totp``: True makes a new secret, so that signing in also needs a code. False removes the secret.
    None keeps what the account has. Raises Refused.
    """
    from app.db.operators import admins
    from app.kit.secrecy import SHORTEST_PASSWORD, hash_password, new_totp_secret
    from app.kit.shown import is_plain

    name = name.strip()
    if not 0 < len(name) <= _LONGEST_NAME or not is_plain(name):
        raise Refused(f"A name must have 1 to {_LONGEST_NAME} visible characters.")
    if len(password) < SHORTEST_PASSWORD:
        raise Refused(f"A password must have at least {SHORTEST_PASSWORD} characters.")
    secret = new_totp_secret() if totp else None
    async with db.write() as tx:
        known = await admins.put(tx, name, hash_password(password), now)
        if totp is not None:
            await admins.set_totp(tx, name, secret)
    had = known is not None and known.totp_secret is not None
    told = f"{name} can sign in at /admin" if known is None else f"{name} has a new password"
    if known is not None:
        told += ", and their older sessions have ended"
    return f"{told}. {_codes(name, secret, asked=had if totp is None else totp)}"


async def remove_admin(db: "Database", name: str, now: int) -> str:
    """Remove an account and end its sessions. Returns a message. Raises Refused if there is no account."""
    from app.db.operators import admins

    async with db.write() as tx:
        if not await admins.remove(tx, name, now):
            raise Refused(f"There is no operator {name}.")
        left = len(await admins.operators(tx))
    more = "" if left else " No operator is left: `admin create NAME` makes an account."
    return f"{name} can no longer sign in, and their sessions have ended.{more}"


async def list_admins(db: "Database") -> str:
    """One line for each operator: name, whether they need codes, and their last sign-in in UTC."""
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
    """Says whether signing in needs codes. Shows a new secret as a QR code and as text to type."""
    if not asked:
        return "Signing in needs only the password."
    if secret is None:
        return "Signing in also needs a code of the authenticator app, as before."
    from app.kit.secrecy import totp_uri
    from app.serving.banner import qr

    uri = totp_uri(secret, name)
    typed = " ".join(secret[at : at + 4] for at in range(0, len(secret), 4))
    return (
        "Signing in also needs a code of an authenticator app. "
        "Scan this with the app now: it is shown only once.\n\n"
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
    """Run ``work`` on the database and print its message."""
    sys.stdout.write(with_database(work) + "\n")
    return 0


def _password() -> str:
    """Ask for the password twice at a terminal, else read the first line of stdin.

    Raises Refused if the two differ.
    """
    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise Refused("The passwords differ.")
    return password
