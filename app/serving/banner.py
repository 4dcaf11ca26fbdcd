"""The text that a starting server prints: its address on this machine, and for phones with a QR code."""

import io
from typing import Final

import segno

from app.kit.addresses import is_this_machine, lan_address, listens_everywhere

_TITLE: Final = "广安麻将 · 仅供亲友娱乐，禁止赌博"


def addresses(host: str, port: int, public_base: str | None, *, proxied: bool) -> tuple[str, str | None]:
    """The URL for this machine and the URL for other machines. The second is None if they cannot connect.

    ``proxied``: they come through a proxy, so that only ``public_base`` can say how.
    """
    here = f"http://{_in_url('localhost' if listens_everywhere(host) else host)}:{port}"
    if public_base is not None or proxied:
        return here, public_base
    if listens_everywhere(host):
        lan = lan_address()
        return here, None if lan is None else f"http://{lan}:{port}"
    return here, None if is_this_machine(host) else here


def _in_url(host: str) -> str:
    """An IPv6 address in brackets, any other host as it is."""
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def banner(host: str, port: int, public_base: str | None, *, proxied: bool) -> str:
    """The text to print, with a newline at its end. Takes what ``addresses`` takes."""
    here, others = addresses(host, port, public_base, proxied=proxied)
    lines = ["", f"  {_TITLE}", "", f"  本机 This machine:  {here}"]
    if others is not None:
        lines += [f"  手机 Phones:        {others}", "", qr(others)]
    lines += ["  Ctrl-C 停止 stops the server; the hand in play is kept.", ""]
    return "\n".join(lines)


def qr(url: str) -> str:
    """A QR code of ``url``, drawn with characters for a terminal."""
    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, border=2, compact=True)
    return drawn.getvalue()
