"""What the client has to know before it draws: presets, options, items, languages, prices, our address."""

from dataclasses import asdict
from typing import Final

import msgspec
from fastapi import APIRouter, Request, Response

from app.api.http.bodies import NewRoomBody
from app.api.http.deps import Parts
from app.db.operators import notices
from app.kit.addresses import is_this_machine, lan_address, listens_everywhere, split_host
from app.rules.options.items import ITEMS
from app.rules.options.options import OPTION_SPECS, PRESETS, options_to_json

router = APIRouter()
LANGUAGES: Final = ("zh-CN", "en")
_DEFAULTS: Final = {
    name: NewRoomBody.model_fields[name].default for name in ("preset", "turn_seconds", "window", "payer")
}
"""What a room has if its maker does not say otherwise."""
_RULES: Final = msgspec.json.encode(
    {
        "presets": {name: options_to_json(options) for name, options in PRESETS.items()},
        "options": [asdict(spec) for spec in OPTION_SPECS],
        "items": [{"id": item.id, "rule": item.rule, "ke": item.ke} for item in ITEMS],
        "turn_seconds": [15, 30, 60, None],
        "windows": ["fast", "steady"],
        "defaults": _DEFAULTS,
    }
)


@router.get("/rules")
async def rules() -> Response:
    """Presets, options with their limits, scoring items, and the defaults of a new room."""
    return Response(_RULES, media_type="application/json", headers={"cache-control": "public, max-age=300"})


@router.get("/config")
async def config(request: Request, deps: Parts) -> dict[str, object]:
    """Version, languages, what rooms cost, an address that a friend's phone can open, the operator's word."""
    settings = deps.settings
    async with deps.db.read() as tx:
        announcement, draining = await notices.announcement(tx), await notices.draining(tx)
    return {
        "version": deps.version,
        "share_url": _share_url(request, settings.public_base, settings.host),
        "languages": list(LANGUAGES),
        "announcement": announcement,
        "draining": draining,
        "cards": {"free": settings.rooms_are_free, "prices": settings.card_prices.model_dump()},
    }


def _share_url(request: Request, public_base: str | None, bound_to: str) -> str | None:
    """PUBLIC_URL, else our address in the local network if the page was opened as localhost."""
    if public_base is not None:
        return public_base
    host, port = split_host(request.headers.get("host", ""))
    if not is_this_machine(host) or not listens_everywhere(bound_to):
        return None
    address = lan_address()
    if address is None:
        return None
    return f"http://{address}" if port is None else f"http://{address}:{port}"
