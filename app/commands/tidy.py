"""The command ``tidy``: deletes old data now, as the server does once an hour, and prints the counts."""

import argparse
import sys
from collections.abc import Awaitable
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.commands.common import WRONG, Refused, now_ms, with_database

if TYPE_CHECKING:
    from app.config.settings import Settings
    from app.db import Database
    from app.play.loops.tidy import Taken


def add_tidy(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """Add this command to the parser of the program."""
    about = "delete old data (RETENTION__…), as the server does once an hour"
    tidy = commands.add_parser("tidy", help=about, description=about)
    tidy.add_argument("--dry-run", action="store_true", help="only print what would be deleted")
    tidy.set_defaults(run=_tidy)


def summary(taken: "Taken", *, dry: bool) -> str:
    """One line for the operator with the number of deleted things of each kind."""
    words = {
        "logs": "logs of hands",
        "details": "payments and receipts of hands",
        "rooms": "rooms without a hand",
        "sessions": "sessions",
        "guests": "guests",
    }
    counts = asdict(taken)
    told = ", ".join(f"{counts[name]} {what}" for name, what in words.items())
    return f"{'Would delete' if dry else 'Deleted'}: {told}."


async def tidy_up(db: "Database", settings: "Settings", now: int, *, dry: bool) -> "Taken":
    """Delete old data and return the counts. It keeps everything of rooms in the store that REDIS_URL names.

    It cannot ask the private store of `play`. That is safe: a room that the database calls closed is not in
    play there. ``now`` is in ms. With ``dry`` it only counts. Raises DatabaseUnavailable, StoreError.
    """
    from app.play.loops.tidy import KeepDays, Tidy
    from app.stores import Stores, open_redis

    async def none() -> frozenset[str]:
        return frozenset()

    keep = KeepDays(**settings.retention.model_dump())
    if settings.redis_url is None:
        return await Tidy(db, keep, none).once(now, dry=dry)
    stores = Stores(open_redis(settings.redis_url))
    try:
        return await Tidy(db, keep, stores.timers.live_rooms).once(now, dry=dry)
    finally:
        await stores.aclose()


def _tidy(parsed: argparse.Namespace) -> int:
    from app.config.settings import load_settings
    from app.stores import StoreError

    def work(db: "Database") -> "Awaitable[Taken]":
        return tidy_up(db, load_settings(), now_ms(), dry=parsed.dry_run)

    try:
        taken = with_database(work)
    except StoreError as error:
        raise Refused(str(error)) from None
    sys.stdout.write(summary(taken, dry=parsed.dry_run) + "\n")
    if taken.doubtful:
        sys.stderr.write(
            f"{taken.doubtful} hands are doubtful and stay: run `python -m app verify-ledger`.\n"
        )
        return WRONG
    return 0
