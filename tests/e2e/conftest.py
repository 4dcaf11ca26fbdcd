"""One browser and one server for all tests of this folder; every test has guests of its own."""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, async_playwright

from tests.support.e2e.chromium import ARGUMENTS, find_chromium
from tests.support.e2e.floor import Floor
from tests.support.e2e.server import TableServer, served


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    """A Chromium without a window."""
    program = find_chromium()
    async with async_playwright() as playwright:
        started = await playwright.chromium.launch(executable_path=program, args=[*ARGUMENTS])
        yield started
        await started.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def server() -> AsyncIterator[TableServer]:
    """A server that most tests share."""
    async with served() as started:
        yield started


@pytest_asyncio.fixture(loop_scope="session")
async def floor(browser: Browser, server: TableServer) -> AsyncIterator[Floor]:
    """Guests of the common server."""
    opened = Floor(browser, server)
    yield opened
    await opened.close()
