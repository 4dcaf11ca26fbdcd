"""What is printed when a table is opened: the address here, the address for phones, and its QR code."""

import io
from typing import Final

import segno

from app.kit.addresses import is_this_machine, lan_address, listens_everywhere

_TITLE: Final = "广安麻将 · 仅供亲友娱乐，禁止赌博"


def addresses(host: str, port: int, public_base: str | None) -> tuple[str, str | None]:
    """The address for this machine, and the one for others, None if nobody else can reach it."""
    here = f"http://{'localhost' if listens_everywhere(host) else host}:{port}"
    if public_base is not None:
        return here, public_base
    if listens_everywhere(host):
        lan = lan_address()
        return here, None if lan is None else f"http://{lan}:{port}"
    return here, None if is_this_machine(host) else here


def banner(host: str, port: int, public_base: str | None) -> str:
    """The lines to print."""
    here, others = addresses(host, port, public_base)
    lines = ["", f"  {_TITLE}", "", f"  本机 This machine:  {here}"]
    if others is not None:
        lines += [f"  手机 Phones:        {others}", "", qr(others)]
    lines += ["  Ctrl-C 停止 stops the server; the hand in play is kept.", ""]
    return "\n".join(lines)


def qr(url: str) -> str:
    """A QR code of this address, for a terminal."""
    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
