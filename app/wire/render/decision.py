"""Renders the open decision of a seat with its legal answers, and the waits of its hand."""

from collections.abc import Sequence
from typing import assert_never

from app.rooms.state.member import Ask
from app.rooms.state.room import Play
from app.rules.hand.actions import Action, Discard, Exchange, Kong, Pass, Proceed, Pung, Void, Win
from app.rules.hand.legal import default_action, legal_actions
from app.rules.options.option_specs import ExchangeThree
from app.rules.options.options import Options
from app.rules.scoring.waits import wait_values
from app.rules.seen.hints import discard_hints, win_score
from app.rules.seen.view import KnownHand, view
from app.rules.tiles.tiles import (
    FIRST_DRAGON,
    SUIT_LETTERS,
    Seat,
    Tile,
    counts_of,
    format_tile,
    format_tiles,
    suit_of,
)
from app.wire.messages.views import Decision, ExchangeChoice, WinOffer
from app.wire.render.hand import own_tiles
from app.wire.render.text import suit_name


def render_decision(play: Play, asked: Ask, seat: Seat) -> Decision:
    """The open decision of the seat."""
    state = play.state
    legal = legal_actions(state, seat)
    seen = view(state, seat)
    discards = [action.tile for action in legal if isinstance(action, Discard)]
    options = state.options
    return Decision(
        id=asked.id,
        until=asked.until,
        discard=format_tiles(discards),
        pung=next((format_tile(action.tile) for action in legal if isinstance(action, Pung)), None),
        kong=[format_tile(action.tile) for action in legal if isinstance(action, Kong)],
        win=_win_offer(seen, options) if Win(seat) in legal else None,
        can_pass=Pass(seat) in legal,
        exchange=_exchange_choices(seen, options) if seen.phase == "exchanging" else [],
        suggested=_suggested(default_action(state, seat)),
        void=list(SUIT_LETTERS) if any(isinstance(action, Void) for action in legal) else [],
        ready=_ready(seen, options) if discards else {},
    )


def render_waits(play: Play, seat: Seat) -> dict[str, int]:
    """The tiles that complete the own hand without the drawn tile, with their 颗; empty if not ready."""
    seen = view(play.state, seat)
    if seen.phase not in {"turn", "claiming"} or seen.seats[seat].won is not None:
        return {}
    hand = own_tiles(seen).hand
    if len(hand) % 3 != 1:
        return {}
    void = seen.seats[seat].void
    values = wait_values(play.state.options, seen.seats[seat].melds, counts_of(hand), void)
    return {format_tile(tile): ke for tile, ke in values}


def _win_offer(seen: KnownHand, options: Options) -> WinOffer | None:
    scored = win_score(seen, options)
    return None if scored is None else WinOffer(scored.ke, scored.totals())


def _ready(seen: KnownHand, options: Options) -> dict[str, dict[str, int]]:
    return {
        format_tile(discard): {format_tile(tile): ke for tile, ke in waits}
        for discard, waits in discard_hints(seen, options).items()
    }


def _suggested(silence: Action) -> str:
    """The default answer as text: tiles, the letter of a suit, or nothing."""
    match silence:
        case Exchange(tiles=tiles):
            return format_tiles(tiles)
        case Void(suit=suit):
            return suit_name(suit) or ""
        case Discard(tile=tile):
            return format_tile(tile)
        case Pung() | Kong() | Win() | Pass() | Proceed():
            return ""
        case _:
            assert_never(silence)


def _exchange_choices(seen: KnownHand, options: Options) -> list[ExchangeChoice]:
    """The ways to give three tiles (R6). A hand with fewer than three suit tiles gives them and dragons."""
    hand = () if seen.own is None else seen.own.hand
    suited = [tile for tile in hand if tile < FIRST_DRAGON]
    if len(suited) < 3:
        dragons = [tile for tile in hand if tile >= FIRST_DRAGON]
        return [ExchangeChoice(format_tiles(suited), format_tiles(dragons), 3 - len(suited))]
    by_suit = [_of_suit(suited, suit) for suit in range(3)]
    enough = [tiles for tiles in by_suit if len(tiles) >= 3]
    if options.exchange_three is ExchangeThree.SAME_SUIT and enough:
        return [ExchangeChoice("", format_tiles(tiles), 3) for tiles in enough]
    return [ExchangeChoice("", format_tiles(suited), 3)]


def _of_suit(tiles: Sequence[Tile], suit: int) -> list[Tile]:
    return [tile for tile in tiles if suit_of(tile) == suit]
