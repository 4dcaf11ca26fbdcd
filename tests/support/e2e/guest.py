"""A person at a browser: taps in the lobby, and reads the page."""

import re
import secrets
from collections.abc import Mapping
from typing import Any, Final

from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page, WebSocket, expect

from tests.support.e2e.driver import Driver

SCORE: Final = re.compile(r"[+−]?\d+")
EMOJI: Final = re.compile("[\U0001f000-\U0001faff\u2600-\u27bf\u2b50\ufe0f]")
NOBODY_YET: Final = "/api/me"
"""A request before the guest has a name. The answer is 401. The browser reports it, but it is no fault."""


class Guest:
    """One person: a browser context and its newest page."""

    def __init__(self, context: BrowserContext, page: Page, name: str, url: str) -> None:
        self.context = context
        self.page = page
        self.name = name
        self.url = url
        self.driver = Driver(page)
        self.problems: list[str] = []
        self.sockets = 0
        self.heard = 0
        self._listen(page)

    def see(self, name: str) -> Locator:
        """The element with this ``data-testid``."""
        return self.page.get_by_test_id(name)

    async def tap(self, name: str) -> None:
        """Tap the element with this ``data-testid``."""
        await self.see(name).click()

    async def sign_in(self) -> None:
        """Enter the nickname."""
        await self.see("nickname").fill(self.name)
        await self.tap("enter")

    async def comes_by(self, link: str) -> None:
        """Open a friend's link on a new phone."""
        await self.page.goto(link)
        await self.sign_in()
        await expect(self.see("waiting-room")).to_be_visible()

    async def has_room(self, **wishes: Any) -> str:
        """Sign in and make a room over HTTP, without the forms, then open it. Returns the code."""
        await self._post("/api/guests", {"name": self.name})
        asked = {
            "key": secrets.token_hex(8),
            "preset": "classic",
            "options": {"hands": 1, **wishes.pop("options", {})},
            "turn_seconds": 60,
            "window": "fast",
            **wishes,
        }
        code: str = (await self._post("/api/rooms", asked))["room"]["code"]
        await self.page.goto(f"{self.url}/r/{code}")
        await expect(self.see("waiting-room")).to_be_visible()
        return code

    async def starts(self) -> None:
        """Begin the match and wait for the table."""
        await self.tap("start")
        await self.at_table()

    async def at_table(self) -> None:
        """Wait until the page shows the guest's own tiles."""
        await expect(self.see("hand").locator("[data-index]").first).to_be_visible()

    async def tiles(self) -> list[str]:
        """The guest's own tiles, in the order of the page."""
        found: list[str] = await self.page.eval_on_selector_all(
            '[data-testid="hand"] [data-index]', "all => all.map((tile) => tile.dataset.testid)"
        )
        return found

    async def rivers(self) -> list[list[str]]:
        """The discards of all seats, as a screen reader reads them."""
        found: list[list[str]] = await self.page.evaluate(
            """() => [...document.querySelectorAll('[role="list"]')].map((river) =>
                 [...river.children].map((tile) => tile.getAttribute('aria-label').split('，')[0]))"""
        )
        return found

    @property
    def river(self) -> Locator:
        """The guest's own discards."""
        return self.page.locator(f'[role="list"][aria-label^="{self.name}"] [role="listitem"]')

    async def scores(self) -> dict[str, int]:
        """颗 of the hand by name, from the settlement."""
        cells = self.see("settlement").locator(".score-cell")
        return {
            await cell.locator(".score-name").inner_text(): whole(
                await cell.locator(".score-delta").inner_text()
            )
            for cell in await cells.all()
        }

    async def misses(self) -> list[str]:
        """The near misses of the wins in the settlement, one line each."""
        return await self.see("near-misses").locator("summary").all_inner_texts()

    async def ranking(self) -> dict[str, int]:
        """颗 of the match by name, best first."""
        rows = self.see("ranking").locator(".rank")
        return {
            await row.locator(".rank-name").inner_text(): whole(await row.locator(".rank-total").inner_text())
            for row in await rows.all()
        }

    async def names(self) -> list[str]:
        """The names of the players at the table."""
        return await self.page.locator('[data-testid^="seat-"] .seat-name').all_inner_texts()

    def seat_of(self, other: "Guest") -> Locator:
        """The chip of another player at the table."""
        return self.page.locator('[data-testid^="seat-"]').filter(has_text=other.name)

    async def new_tab(self) -> Page:
        """Open another tab at the same address."""
        page = await self.context.new_page()
        await page.goto(self.page.url)
        return page

    async def fits(self) -> None:
        """Check that the page does not scroll sideways and has no emoji."""
        inside, window = await self.page.evaluate(
            "[document.scrollingElement.scrollWidth, window.innerWidth]"
        )
        assert inside <= window
        assert EMOJI.findall(await self.page.inner_text("body")) == []

    async def _post(self, path: str, body: Mapping[str, Any]) -> Any:
        answer = await self.page.request.post(f"{self.url}{path}", data=body, headers={"Origin": self.url})
        assert answer.ok, await answer.text()
        return await answer.json()

    def _listen(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.problems.append(f"uncaught: {error}"))
        page.on("websocket", self._socket)

    def _console(self, message: ConsoleMessage) -> None:
        where = message.location["url"]
        expected = where.endswith(NOBODY_YET) and "401" in message.text
        if message.type in {"error", "warning"} and not expected:
            self.problems.append(f"{message.type}: {message.text} ({where})")

    def _socket(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", self._frame)

    def _frame(self, payload: bytes | str) -> None:
        self.heard += len(payload if isinstance(payload, bytes) else payload.encode())


def whole(text: str) -> int:
    """The number in a text such as ``"+3"``, ``"−2"`` or ``"0"``."""
    found = SCORE.search(text)
    assert found is not None, text
    return int(found.group().replace("−", "-"))
