"""The operator's commands on the ledger: ``admin grant``, ``admin take-back`` and ``verify-ledger``."""

import argparse
import sys
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, TypeVar

from app.cli_settings import read_settings

if TYPE_CHECKING:
    from app.db import Database

Result = TypeVar("Result")
WRONG: Final = 1
"""Exit code of an audit that has found something."""
UNUSABLE: Final = 2
"""Exit code for arguments, settings or surroundings that cannot be used."""


class Refused(Exception):
    """The command cannot be carried out; the message is one sentence."""


def add_ledger(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    """Add the commands to those of the program; where acts of ``admin`` are added."""
    admin = commands.add_parser("admin", help="what the operator does by hand")
    acts = admin.add_subparsers(required=True, metavar="ACT")
    for name, about in (("grant", "give a player room cards"), ("take-back", "take room cards back")):
        act = acts.add_parser(name, help=about, description=f"{about}; the same key again changes nothing")
        act.add_argument("--player", required=True, help="id of the player, as the console shows it")
        act.add_argument("--cards", type=int, required=True, help="how many")
        act.add_argument(
            "--key",
            required=True,
            help="a word of your own for this act, to repeat it safely: 8 to 40 of A-Z a-z 0-9 _ -",
        )
        act.add_argument("--reason", default="", help="kept with it, and shown to the player")
        act.set_defaults(run=_move_cards, act=name)
    about = "check room cards and 颗; exit code 1 and a line for everything that is wrong"
    verify = commands.add_parser("verify-ledger", help=about, description=about)
    verify.add_argument("--deep", action="store_true", help="play every hand again, not only the newest 200")
    verify.set_defaults(run=_verify)
    return acts


async def move_cards(db: "Database", parsed: argparse.Namespace, now: int) -> str:
    """Give cards to a player or take them back; what to tell the operator. Raises Refused."""
    from app.db import admins, cards, players
    from app.db.card_records import MOST_CARDS, KeyReused, NotEnough

    _check_words(parsed.key, parsed.reason)
    move = cards.grant if parsed.act == "grant" else cards.take_back
    key = operator_key(parsed.key)
    try:
        async with db.write() as tx:
            player = await players.get(tx, parsed.player)
            if player is None:
                raise Refused(f"There is no player {parsed.player}.")
            known = await cards.find(tx, key)
            await move(tx, key, player.id, parsed.cards, now, parsed.reason)
            if known is None:
                detail = {"cards": parsed.cards, "reason": parsed.reason}
                act = parsed.act.replace("-", "_")
                await admins.note(tx, await admins.command_line(tx, now), act, player.id, detail, now)
            balance = await cards.balance(tx, player.id)
    except KeyReused:
        raise Refused(f"The key {parsed.key} belongs to another movement of cards.") from None
    except NotEnough as error:
        raise Refused(str(error)) from None
    except ValueError:
        raise Refused(f"--cards has to be 1 to {MOST_CARDS}, not {parsed.cards}.") from None
    return f"{player.name} has {balance.available} room cards, and {balance.held} held for matches."


def _check_words(key: str, reason: str) -> None:
    """The bounds that the console has. Raises Refused."""
    import re

    from app.db.card_records import ACT_KEY, LONGEST_REASON

    if re.fullmatch(ACT_KEY, key) is None:
        raise Refused(f"--key has to be 8 to 40 of A-Z a-z 0-9 _ -, not {key[:60]!r}.")
    if len(reason) > LONGEST_REASON:
        raise Refused(f"--reason has at most {LONGEST_REASON} characters, not {len(reason)}.")


def operator_key(key: str) -> str:
    """The ledger's key for an act of the operator; it never meets those that rooms make."""
    return f"operator:{key}"


def _move_cards(parsed: argparse.Namespace) -> int:
    import time

    def work(db: "Database") -> Awaitable[str]:
        return move_cards(db, parsed, time.time_ns() // 1_000_000)

    try:
        sys.stdout.write(with_database(work) + "\n")
    except Refused as error:
        sys.stderr.write(f"{error}\n")
        return UNUSABLE
    return 0


def _verify(parsed: argparse.Namespace) -> int:
    from app.db.audit import audit

    try:
        found = with_database(lambda db: audit(db, deep=parsed.deep))
    except Refused as error:
        sys.stderr.write(f"{error}\n")
        return UNUSABLE
    sys.stdout.writelines(f"{finding}\n" for finding in found.findings)
    sys.stderr.write(
        f"{found.accounts} card accounts, {found.transfers} card transfers, {found.hands} hands, "
        f"{found.replayed} of them played again, {found.pruned} whose log is over, "
        f"{len(found.findings)} findings.\n"
    )
    return WRONG if found.findings else 0


def with_database(work: "Callable[[Database], Awaitable[Result]]") -> Result:
    """What ``work`` gives for the operator's database, which is named to him.

    It has to be there: no command with which one looks or gives makes an SQLite file. Raises Refused if the
    database cannot be used.
    """
    import asyncio

    from app.db import Database, DatabaseUnavailable
    from app.db.checks import check_existing
    from app.db.urls import parse_url, place_of
    from app.settings import SettingsInvalid

    async def run(url: str) -> Result:
        await check_existing(url)
        sys.stderr.write(f"{place_of(parse_url(url))} is used.\n")
        db = Database(url)
        try:
            return await _refusing(url, work(db))
        finally:
            await db.close()

    try:
        return asyncio.run(run(read_settings().database))
    except (SettingsInvalid, DatabaseUnavailable) as error:
        raise Refused(str(error)) from None


async def _refusing(url: str, work: "Awaitable[Result]") -> Result:
    """What ``work`` gives. Raises Refused if the tables are not those that it knows."""
    from sqlalchemy.exc import DBAPIError

    from app.db.checks import has_tables
    from app.db.urls import parse_url, place_of

    try:
        return await work
    except DBAPIError as error:
        have = (
            f"other tables ({str(error.orig).splitlines()[0]})" if await has_tables(url) else "no tables yet"
        )
        place = place_of(parse_url(url))
    raise Refused(f"{place} has {have}: run `python -m app migrate`.")
