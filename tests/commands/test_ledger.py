"""The operator's commands for the ledger, typed as on a command line."""

import asyncio

import pytest
from sqlalchemy import make_url, text

from app.db import Database
from app.db.cards import cards
from app.db.cards.card_records import Balance
from app.db.engine.migrate import migration_transaction
from app.db.engine.urls import parse_url, place_of, sqlite_file
from app.db.operators import admins
from tests.support.db.booked import open_house
from tests.support.db.plants import PLANTS, sql, unguarded
from tests.support.db.samples import add_people
from tests.support.processes import ROOT, run_python

pytestmark = pytest.mark.database


async def app(url: str, *arguments: str) -> tuple[int, str]:
    """Exit code and output of ``python -m app …``, but for the line that names the database."""
    code, output = await run_python("-m", "app", *arguments, DATABASE_URL=url)
    return code, output.removeprefix(f"{place_of(parse_url(url))} is used.\n")


async def test_cards_are_granted_once_for_a_key(db: Database, url: str) -> None:
    await add_people(db)
    grant = ("admin", "grant", "--player", "p-yong", "--cards", "5", "--key", "new-year", "--reason", "红包")
    said = "阿勇 can spend 5 room cards; 0 more are held for matches."
    assert [await app(url, *grant) for _ in range(2)] == [(0, said + "\n")] * 2
    code, output = await app(url, *grant[:5], "6", *grant[6:])
    assert (code, output.strip()) == (2, "Another movement of cards has the key new-year: choose a new key.")
    back = ("admin", "take-back", "--player", "p-yong", "--key", "oops-2026")
    code, output = await app(url, *back, "--cards", "6")
    assert (code, output.strip()) == (2, "Player p-yong has 5 cards to spend, and 6 are needed.")
    code, output = await app(url, *back, "--cards", "2")
    assert (code, output.strip()) == (0, "阿勇 can spend 3 room cards; 0 more are held for matches.")
    async with db.read() as tx:
        assert await cards.balance(tx, "p-yong") == Balance(3, 0)
        acts = await admins.acts(tx)
    lines = [("", "take_back", "p-yong", {"cards": 2, "reason": ""})]
    lines += [("", "grant", "p-yong", {"cards": 5, "reason": "红包"})]
    assert [(act.admin, act.act, act.target, act.detail) for act in acts] == lines, "once, and no refusal"


@pytest.mark.parametrize(
    ("player", "count", "says"),
    [
        ("nobody", "1", "There is no player nobody."),
        ("p-yong", "0", "--cards must be 1 to 1000000000, not 0."),
        ("p-yong", "-3", "--cards must be 1 to 1000000000, not -3."),
    ],
)
async def test_grants_that_cannot_be(db: Database, url: str, player: str, count: str, says: str) -> None:
    await add_people(db)
    code, output = await app(
        url, "admin", "grant", "--player", player, f"--cards={count}", "--key", "word-0001"
    )
    assert (code, output.strip()) == (2, says)


@pytest.mark.parametrize(
    ("key", "reason", "says"),
    [
        ("", "", "--key must be 8 to 40 of A-Z a-z 0-9 _ -, not ''."),
        ("k" * 7, "", "--key must be 8 to 40 of A-Z a-z 0-9 _ -, not 'kkkkkkk'."),
        ("k" * 600, "", f"--key must be 8 to 40 of A-Z a-z 0-9 _ -, not '{'k' * 60}'."),
        ("word-0001\n", "", r"The argument key has hidden characters: 'word-0001\n'."),
        ("word-0001", "x" * 201, "--reason must have at most 200 characters, not 201."),
    ],
)
async def test_words_are_as_long_as_at_the_console(
    db: Database, url: str, key: str, reason: str, says: str
) -> None:
    await add_people(db)
    grant = ("admin", "grant", "--player", "p-yong", "--cards=1", "--key", key, "--reason", reason)
    code, output = await app(url, *grant)
    assert (code, output.strip()) == (2, says)
    async with db.read() as tx:
        assert await cards.balance(tx, "p-yong") == Balance(0, 0)


async def test_verify_ledger(db: Database, url: str) -> None:
    await open_house(db)
    summary = (
        "6 card accounts, 17 card transfers, 8 hands, 8 of them replayed, 0 with a deleted log, {} findings."
    )
    for more in ((), ("--deep",)):
        code, output = await app(url, "verify-ledger", *more)
        assert (code, output.strip()) == (0, summary.format(0))
    for name in ("a hold that is forgotten", "another hash"):
        async with unguarded(url) as connection:
            for plant in PLANTS[name][0]:
                assert isinstance(plant, str)
                await connection.exec_driver_sql(sql(plant))
    code, output = await app(url, "verify-ledger")
    assert code == 1
    assert sorted(output.splitlines()) == sorted(
        [
            "card-balance: account player:p0: 16 and 0 held, its transfers make 13 and 3",
            "hand-hash: hand room.1.1: its rows do not match the booked digest",
            summary.format(2),
        ]
    )


async def test_a_database_without_the_tables(empty_url: str) -> None:
    place = place_of(parse_url(empty_url))
    file = sqlite_file(parse_url(empty_url))
    if file is not None:
        code, output = await app(empty_url, "verify-ledger")
        assert (code, output.count("\n")) == (2, 1)
        assert output.startswith(f"{place} does not exist: ")
        assert not file.exists(), "to look is not to make"
        file.touch()
    code, output = await app(empty_url, "verify-ledger")
    assert (code, output) == (2, f"{place} has no tables yet: run `python -m app migrate`.\n")


async def test_a_database_with_other_tables(empty_url: str) -> None:
    async with migration_transaction(empty_url) as transaction:
        await transaction.execute(text("CREATE TABLE theirs (id INTEGER PRIMARY KEY)"))
    code, output = await app(empty_url, "verify-ledger")
    assert code == 2
    assert output.startswith(f"{place_of(parse_url(empty_url))} has other tables (")
    assert output.endswith("): run `python -m app migrate`.\n")


async def test_the_database_is_named_without_its_password(db: Database, url: str) -> None:
    await add_people(db)
    for command in (("verify-ledger",), ("tidy", "--dry-run")):
        _, output = await run_python("-m", "app", *command, DATABASE_URL=url)
        assert output.startswith(f"{place_of(parse_url(url))} is used.\n")
        password = make_url(url).password
        assert password is None or password not in output


async def test_a_python_without_the_packages() -> None:
    """As the system's own has none of them."""
    program = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from app.commands.program import main; "
        "sys.exit(main())"
    )
    for command in ("verify-ledger", "tidy", "migrate", "serve"):
        code, output = await run_python("-I", "-S", "-c", program, command)
        assert (code, output.count("\n")) == (2, 1), output
        assert "lacks the package" in output


async def test_a_database_that_cannot_be_had() -> None:
    tries = [app("postgresql://nobody@127.0.0.1:1/none", *command) for command in (
        ("verify-ledger",), ("admin", "grant", "--player", "p", "--cards", "1", "--key", "word-0001"),
    )]  # fmt: skip
    for code, output in await asyncio.gather(*tries):
        assert (code, output.count("\n")) == (2, 1), output
        assert "127.0.0.1:1" in output
