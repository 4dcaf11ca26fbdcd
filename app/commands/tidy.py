"""``python -m app tidy``: take what the server would take within the hour, and say what it was."""

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
    """Add the command to those of the program."""
    about = "take what was kept for its time (RETENTION__…), as the server does once an hour"
    tidy = commands.add_parser("tidy", help=about, description=about)
    tidy.add_argument("--dry-run", action="store_true", help="only say what would go")
    tidy.set_defaults(run=_tidy)


def summary(taken: "Taken", *, dry: bool) -> str:
    """One line for the operator."""
    words = {
        "logs": "logs of hands",
        "details": "hands' payments and receipts",
        "rooms": "rooms without a hand",
        "sessions": "sessions",
        "guests": "guests",
    }
    counts = asdict(taken)
    told = ", ".join(f"{counts[name]} {what}" for name, what in words.items())
    return f"{'Would take' if dry else 'Took'} {told}."


async def tidy_up(db: "Database", settings: "Settings", now: int, *, dry: bool) -> "Taken":
    """Take it, sparing the rooms of the store that REDIS_URL names. Raises DatabaseUnavailable, StoreError.

    The private store of `play` cannot be asked; its rooms that are closed in the books are not in play.
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
        sys.stderr.write(f"{taken.doubtful} hands are left as they are: run verify-ledger.\n")
        return WRONG
    return 0
