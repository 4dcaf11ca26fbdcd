"""Commands of the operator."""

from tests.support.e2e.guest import Guest
from tests.support.e2e.server import TableServer
from tests.support.processes import outcome, spawn


async def grant(server: TableServer, guest: Guest, cards: int, key: str) -> None:
    """Grant room cards to the player of a browser with the command. ``key``: its ``--key``."""
    player = (await (await guest.page.request.get(f"{guest.url}/api/me")).json())["player"]["id"]
    given = ("--player", player, "--cards", str(cards), "--key", f"{key}-{player[:8]}", "--reason", "欢迎")
    code, told = await outcome(
        await spawn("admin", "grant", *given, DATABASE_URL=f"sqlite:///{server.books}")
    )
    assert code == 0, told
