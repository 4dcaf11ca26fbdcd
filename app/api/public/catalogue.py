"""What a client needs before it draws: presets, options, items, languages, prices, the address to share."""

from dataclasses import asdict
from typing import Final

from fastapi import APIRouter, Request, Response

from app.api.http.deps import Parts
from app.api.http.described import fails
from app.api.public.answers import CardPrices, Config, ItemSpec, OptionSpec, Prices, Rules
from app.api.public.bodies import NewRoomBody
from app.config.settings import Settings
from app.db.operators import notices
from app.kit.addresses import is_this_machine, lan_address, listens_everywhere, split_host
from app.rules.options.items import ITEMS
from app.rules.options.options import OPTION_SPECS, PRESETS, options_to_json

router = APIRouter()
LANGUAGES: Final = ("zh-CN", "en")
_RULES: Final = Rules.model_validate(
    {
        "presets": {name: options_to_json(options) for name, options in PRESETS.items()},
        "options": [OptionSpec(**asdict(spec)) for spec in OPTION_SPECS],
        "items": [ItemSpec(id=item.id, rule=item.rule, ke=item.ke) for item in ITEMS],
        "turn_seconds": [15, 30, 60, None],
        "windows": ["fast", "steady"],
        "defaults": {
            name: NewRoomBody.model_fields[name].default
            for name in ("preset", "turn_seconds", "window", "payer")
        },
    }
)


@router.get("/rules", **fails())
async def rules(response: Response) -> Rules:
    """Presets, options with their bounds, and scoring items. Clients may keep the answer for 5 min."""
    response.headers["cache-control"] = "public, max-age=300"
    return _RULES


@router.get("/config", **fails())
async def config(request: Request, deps: Parts) -> Config:
    """Version, languages, prices of rooms, the address to share, and the operator's announcement."""
    settings = deps.settings
    async with deps.db.read() as tx:
        announcement, draining = await notices.announcement(tx), await notices.draining(tx)
    prices = Prices.model_validate(settings.card_prices.model_dump(mode="json"))
    return Config(
        version=deps.version,
        share_url=_share_url(request, settings),
        languages=LANGUAGES,
        announcement=announcement,
        draining=draining,
        cards=CardPrices(free=settings.rooms_are_free, prices=prices),
    )


def _share_url(request: Request, settings: Settings) -> str | None:
    """PUBLIC_URL; else the address in the local network if the browser opened the page as localhost.

    Behind a proxy on another machine, or in a container, our own address is nobody's: then None.
    """
    if settings.public_base is not None:
        return settings.public_base
    host, port = split_host(request.headers.get("host", ""))
    if not is_this_machine(host) or not listens_everywhere(settings.host) or settings.behind_proxy:
        return None
    address = lan_address()
    if address is None:
        return None
    return f"http://{address}" if port is None else f"http://{address}:{port}"
