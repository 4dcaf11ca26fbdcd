"""Bots that join a room as ordinary clients over the public interface: the reference for client authors."""

import asyncio
import secrets
from collections.abc import Callable

from app.client.api import Api
from app.client.brain import choose
from app.client.table import Rejected, Table, TableClosed
from app.client.types_http import RoomCard
from app.client.types_wire import (
    AnswerDissolveAction,
    AutoAction,
    HandAction,
    ReadyAction,
    RematchAction,
    RoomAction,
    RoomView,
)

NAMES = ("川妹子", "老张", "小李哥", "幺妹")
TOO_LATE = ("stale_decision", "wrong_phase", "illegal", "no_vote", "settling")
"""Refusals of an answer that came too late. The next frame brings the next decision."""


class Bot:
    """A guest with a seat who gets ready, plays, and stops after the match unless ``rematch`` is set."""

    def __init__(self, api: Api, room: RoomCard, think_s: float, rematch: bool) -> None:
        if room["id"] is None:
            raise ValueError("the guest has no seat in this room")
        self.table = Table(api, room["id"], self._changed)
        self._think_s = think_s
        self._rematch = rematch
        self._wake = asyncio.Event()

    async def play(self) -> RoomView | None:
        """Play until the match is over or the room closes. Returns the last view."""
        running = asyncio.create_task(self.table.run())
        acting = asyncio.create_task(self._act())
        try:
            done, _ = await asyncio.wait({running, acting}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                error = task.exception()
                if error is not None and not isinstance(error, TableClosed):
                    raise error
        finally:
            for task in (running, acting):
                task.cancel()
            await asyncio.gather(running, acting, return_exceptions=True)
        return self.table.view

    async def _changed(self, _table: Table) -> None:
        self._wake.set()

    async def _act(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            view = self.table.view
            if view is None:
                continue
            if view["phase"] == "dissolved" or (view["phase"] == "ended" and not self._rematch):
                return
            if self._step(view) is None:
                continue
            await asyncio.sleep(self._think_s)
            step = self._step(self.table.view or view)
            if step is None:
                continue
            try:
                await self.table.act(*step)
            except Rejected as refusal:
                if not refusal.code.startswith(TOO_LATE):
                    raise

    def _step(self, view: RoomView) -> tuple[HandAction | RoomAction, int | None] | None:
        """The next action of the seat, with the decision that it answers; None to wait."""
        me, vote, decision = view["seats"][view["seat"]], view["vote"], view["decision"]
        if me is None:
            return None
        if vote is not None and vote["answers"][view["seat"]] is None:
            return AnswerDissolveAction(type="answer_dissolve", agree=True), None
        if me.get("auto"):
            return AutoAction(type="auto", on=False), None
        if view["phase"] in ("lobby", "between") and not me.get("ready"):
            return ReadyAction(type="ready", ready=True, client_seed=secrets.token_hex(16)), None
        if view["phase"] == "ended" and not me.get("rematch"):
            return RematchAction(type="rematch"), None
        answer = choose(view)
        return None if answer is None or decision is None else (answer, decision["id"])


async def _one(url: str, code: str, name: str, think_s: float, rematch: bool) -> RoomView | None:
    async with Api(url) as api:
        await api.create_guest(name)
        room = await api.join(code)
        return await Bot(api, room, think_s, rematch).play()


async def run_bots(
    url: str,
    code: str,
    count: int,
    *,
    think_s: float = 0.8,
    rematch: bool = False,
    report: Callable[[str], None] = print,
) -> list[RoomView | None]:
    """Send ``count`` bots into the room with the six digits ``code``. They play to the end.

    ``think_s``: pause before each action. Returns each bot's last view. Raises ServerRefusal if the room
    cannot be joined.
    """
    names = [NAMES[index % len(NAMES)] for index in range(count)]
    report(f"{count} bots join room {code} at {url}")
    views = await asyncio.gather(*(_one(url, code, name, think_s, rematch) for name in names))
    for name, view in zip(names, views, strict=True):
        if view is not None:
            me = view["seats"][view["seat"]]
            report(f"{name}: {view['phase']}, {0 if me is None else me.get('total', 0)} 颗")
    return views
