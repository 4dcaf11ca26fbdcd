"""The commands for the ledger: ``admin grant``, ``admin take-back`` and ``verify-ledger``."""

import argparse
import sys
from typing import TYPE_CHECKING

from app.commands.common import WRONG, Refused, now_ms, with_database

if TYPE_CHECKING:
    from app.db import Database
    from app.db.audit import Audit


def add_ledger(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
) -> "argparse._SubParsersAction[argparse.ArgumentParser]":
    """Add these commands to the parser of the program. Returns the subcommands of ``admin``, to add more."""
    admin = commands.add_parser("admin", help="manage operators and room cards")
    acts = admin.add_subparsers(required=True, metavar="ACT")
    for name, about in (
        ("grant", "give a player room cards"),
        ("take-back", "take room cards from a player"),
    ):
        act = acts.add_parser(name, help=about, description=f"{about}; the same key again changes nothing")
        act.add_argument("--player", required=True, help="id of the player; the console shows it")
        act.add_argument("--cards", type=int, required=True, help="number of cards")
        act.add_argument(
            "--key",
            required=True,
            help="a word of your own, so that you can repeat the command safely: 8 to 40 of A-Z a-z 0-9 _ -",
        )
        act.add_argument("--reason", default="", help="text that the books keep and the player sees")
        act.set_defaults(run=_move_cards, act=name)
    about = "check the books of room cards and 颗; prints a line for each fault, then the exit code is 1"
    verify = commands.add_parser("verify-ledger", help=about, description=about)
    verify.add_argument("--deep", action="store_true", help="replay every hand, not only the newest 200")
    verify.add_argument("--json", action="store_true", help="print the result as JSON, at low priority")
    verify.set_defaults(run=_verify)
    return acts


async def move_cards(db: "Database", parsed: argparse.Namespace, now: int) -> str:
    """Give cards to a player or take them back. Returns a message for the operator. Raises Refused."""
    from app.db.cards import cards
    from app.db.cards.card_records import MOST_CARDS, KeyReused, NotEnough, operator_key
    from app.db.operators import admins
    from app.db.people import players
    from app.kit.text import one_line

    reason = one_line(parsed.reason)
    _check_words(parsed.key, reason)
    move = cards.grant if parsed.act == "grant" else cards.take_back
    key = operator_key(parsed.key)
    try:
        async with db.write() as tx:
            player = await players.get(tx, parsed.player)
            if player is None:
                raise Refused(f"There is no player {parsed.player}.")
            known = await cards.find(tx, key)
            await move(tx, key, player.id, parsed.cards, now, reason)
            if known is None:
                detail = {"cards": parsed.cards, "reason": reason}
                act = parsed.act.replace("-", "_")
                await admins.note(tx, await admins.command_line(tx, now), act, player.id, detail, now)
            balance = await cards.balance(tx, player.id)
    except KeyReused:
        raise Refused(str(KeyReused(parsed.key))) from None
    except NotEnough as error:
        raise Refused(str(error)) from None
    except ValueError:
        raise Refused(f"--cards must be 1 to {MOST_CARDS}, not {parsed.cards}.") from None
    return (
        f"{player.name} can spend {balance.available} room cards; {balance.held} more are held for matches."
    )


def audit_json(found: "Audit") -> str:
    """The result of an audit as JSON: its numbers, and each finding as a line of text."""
    import msgspec

    numbers = {
        "accounts": found.accounts,
        "transfers": found.transfers,
        "hands": found.hands,
        "replayed": found.replayed,
        "pruned": found.pruned,
    }
    return msgspec.json.encode(numbers | {"findings": [str(each) for each in found.findings]}).decode()


def step_back() -> None:
    """Lower the priority of this process, so that players who are served beside it do not notice it."""
    import os

    if hasattr(os, "nice"):
        os.nice(10)


def _check_words(key: str, reason: str) -> None:
    """Check key and reason against the limits that the console has. Raises Refused."""
    import re

    from app.db.cards.card_records import ACT_KEY, LONGEST_REASON

    if re.fullmatch(ACT_KEY, key) is None:
        raise Refused(f"--key must be 8 to 40 of A-Z a-z 0-9 _ -, not {key[:60]!r}.")
    if len(reason) > LONGEST_REASON:
        raise Refused(f"--reason must have at most {LONGEST_REASON} characters, not {len(reason)}.")


def _move_cards(parsed: argparse.Namespace) -> int:
    sys.stdout.write(with_database(lambda db: move_cards(db, parsed, now_ms())) + "\n")
    return 0


def _verify(parsed: argparse.Namespace) -> int:
    from app.db.audit import audit

    if parsed.json:
        step_back()
    found = with_database(lambda db: audit(db, deep=parsed.deep))
    if parsed.json:
        sys.stdout.write(audit_json(found))
        return WRONG if found.findings else 0
    sys.stdout.writelines(f"{finding}\n" for finding in found.findings)
    sys.stderr.write(
        f"{found.accounts} card accounts, {found.transfers} card transfers, {found.hands} hands, "
        f"{found.replayed} of them replayed, {found.pruned} with a deleted log, "
        f"{len(found.findings)} findings.\n"
    )
    return WRONG if found.findings else 0
