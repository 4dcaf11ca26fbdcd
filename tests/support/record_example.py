"""Plays one hand over the public interface and prints the whole conversation as docs/protocol-example.md.

python -m app play &
python -m tests.support.record_example http://127.0.0.1:8000 > docs/protocol-example.md

After a new recording, change the numbers of this hand in docs/protocol.md (the deal) and docs/log.md (the
seating dice); tests compare them.
"""

import asyncio
import json
import secrets
import sys
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from app.client.table import FIRST_HASH, next_hash
from tests.support.client import apply_frame, choose

HEAD = """# A recorded match of one hand

The whole conversation of one member with a running server, unchanged: a room with the preset 细则, with
换三张 and 定缺, and three bots. `>` is what the client sent, `<` what the server sent. Secrets are cut to
`…`. The hash behind each frame (after `#`) is the link of the chain that the client computed; compare your
own with it.

"""


class Recorder:
    """Prints the messages, without secrets."""

    def __init__(self) -> None:
        self.secrets: list[str] = []

    def say(self, mark: str, text: str, note: str = "") -> None:
        """Print one line of the record."""
        for secret in self.secrets:
            text = text.replace(secret, "…")
        print(f"{mark} {text}{note}")


async def main(url: str) -> None:
    """Record a match on the server at ``url``."""
    print(HEAD + "## HTTP\n\n```text")
    out = Recorder()
    async with httpx.AsyncClient(base_url=url, trust_env=False) as http:
        guest = await _call(out, http, "/api/guests", {"name": "阿勇", "bearer": True}, "token")
        http.headers["Authorization"] = f"Bearer {guest['token']}"
        wish = {
            "key": secrets.token_hex(8),
            "preset": "listed",
            "options": {"hands": 1, "exchange_three": "same_suit", "void_suit": True},
            "turn_seconds": 30,
            "window": "fast",
        }
        room = (await _call(out, http, "/api/rooms", wish))["room"]
        ticket = (await _call(out, http, "/api/ws-ticket", {}, "ticket"))["ticket"]
        print("```\n\n## The socket\n\n```text")
        address = "ws" + url.removeprefix("http") + "/ws"
        async with connect(address, subprotocols=[Subprotocol("guangan.v1")], compression=None) as socket:
            await _send(
                out,
                socket,
                {"type": "hello", "version": 1, "ticket": ticket, "room": room["id"], "app": "example/1"},
            )
            view = await _play(out, socket)
        print("```\n\n## The booked hand\n\n```text")
        out.say(">", f"GET /api/hands/{view['hand_id']}")
        answer = await http.get(f"/api/hands/{view['hand_id']}")
        hand = answer.json()
        log = hand.pop("log")
        out.say("<", f"{answer.status_code} {json.dumps(hand, ensure_ascii=False, separators=(',', ':'))}")
    print("```\n\n`log` of the answer, a line each:\n\n```json")
    for line in log:
        print(json.dumps(line, ensure_ascii=False, separators=(",", ":")))
    print("```")


async def _call(
    out: Recorder, http: httpx.AsyncClient, path: str, body: dict[str, Any], secret: str | None = None
) -> dict[str, Any]:
    out.say(">", f"POST {path} {json.dumps(body, ensure_ascii=False)}")
    answer = await http.post(path, json=body)
    content: dict[str, Any] = answer.json()
    if secret is not None:
        out.secrets.append(content[secret])
    out.say("<", f"{answer.status_code} {answer.text}")
    return content


async def _send(out: Recorder, socket: ClientConnection, message: dict[str, Any]) -> None:
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    out.say(">", text)
    await socket.send(text)


async def _play(out: Recorder, socket: ClientConnection) -> dict[str, Any]:
    """Answer every decision until the match ends. Returns the last view."""
    view: dict[str, Any] = {}
    chain = FIRST_HASH
    answered, seq = -1, 0
    while True:
        text = await asyncio.wait_for(socket.recv(decode=True), 60)
        message = json.loads(text)
        kind = message.get("type")
        seq = message.get("seq", seq) if kind in (None, "snapshot") else seq
        if kind is None:
            view, chain = apply_frame(view, message), next_hash(chain, text.encode())
            out.say("<", text, f"   # {chain}")
        else:
            out.say("<", text)
        if kind == "snapshot":
            view, chain = message["view"], message["hash"]
            await _act(out, socket, {"type": "add_bot", "all": True})
            await _act(out, socket, {"type": "ready", "ready": True, "client_seed": secrets.token_hex(16)})
            await _act(out, socket, {"type": "start"})
        elif kind == "heartbeat":
            await _send(out, socket, {"type": "heartbeat", "seq": seq})
        elif kind is None:
            if view["phase"] == "ended":
                return view
            decision = view["decision"]
            answer = choose(view)
            if answer is not None and decision["id"] != answered:
                answered = decision["id"]
                await _act(out, socket, answer, answered)


async def _act(
    out: Recorder, socket: ClientConnection, action: dict[str, Any], decision: int | None = None
) -> None:
    message: dict[str, Any] = {"type": "act", "action_id": secrets.token_hex(6), "action": action}
    if decision is not None:
        message["decision"] = decision
    await _send(out, socket, message)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
