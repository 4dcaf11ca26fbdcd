"""Renders a hand for one seat, from the engine's view of that seat and never from the state."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, assert_never

from app.rooms.state.room import Play
from app.rooms.steps.hand_log import is_exhausted
from app.rules.hand.events import Settled, Won
from app.rules.hand.opening import direction_of
from app.rules.options.option_specs import ExchangeThree
from app.rules.options.options import Options
from app.rules.scoring.near_misses import misses_beside
from app.rules.seen.view import KnownHand, view
from app.rules.tiles.melds import Meld
from app.rules.tiles.tiles import Seat, Tile, counts_of, format_tile, format_tiles
from app.wire.messages.views import (
    ExchangeView,
    HandView,
    MeldView,
    NearMissView,
    OfferView,
    PlayerView,
    ReceiptItem,
    ResultView,
    TransferView,
    WinView,
)
from app.wire.render.text import less, suit_name, tile_name


class OwnTiles(NamedTuple):
    """The concealed tiles of the own hand without the drawn tile, and the drawn tile."""

    hand: tuple[Tile, ...]
    drawn: Tile | None


def render_hand(play: Play, number: int, seat: Seat) -> HandView:
    """The hand as the seat may see it. The own tiles do not include those chosen to give (R6)."""
    seen = view(play.state, seat)
    own = own_tiles(seen)
    over = seen.result is not None
    return HandView(
        number=number,
        dealer=seen.dealer,
        dice=list(seen.dice),
        phase=seen.phase,
        turn=None if over else seen.turn,
        offer=_offer(seen),
        wall=seen.left,
        hand=format_tiles(own.hand),
        drawn=tile_name(own.drawn),
        players=[_player(seen, other, play.state.options) for other in range(len(seen.seats))],
        exchange=_exchange(seen, play.state.options),
        void_chosen=_void_chosen(seen, play.state.options),
        exhausted=over and is_exhausted(play.state),
        result=None if seen.result is None else render_result(play, seen.result),
    )


def own_tiles(seen: KnownHand) -> OwnTiles:
    """The own concealed tiles. A winner has none: their tiles lie open."""
    own = seen.own
    if own is None or seen.seat is None or seen.seats[seen.seat].won is not None:
        return OwnTiles((), None)
    hand = own.hand
    if seen.phase == "exchanging" and own.exchange is not None:
        hand = less(hand, own.exchange)
    if own.drawn is None or own.drawn not in hand:
        return OwnTiles(hand, None)
    return OwnTiles(less(hand, (own.drawn,)), own.drawn)


def render_result(play: Play, result: Settled) -> ResultView:
    """The settlement with the revealed seeds (R60)."""
    return ResultView(
        exhausted=is_exhausted(play.state),
        deltas=list(result.deltas),
        transfers=[TransferView(t.payer, t.payee, t.ke, t.reason) for t in result.transfers],
        hands=[format_tiles(hand) for hand in result.hands],
        next_dealer=result.next_dealer,
        seed=play.sealed.seed.hex(),
        client_seeds=[seed.hex() for seed in play.client_seeds],
    )


def render_win(won: Won, options: Options) -> WinView:
    """A win with its receipt and its near misses."""
    return WinView(
        seat=won.seat,
        place=won.place,
        tile=format_tile(won.tile),
        by=won.by.value,
        ke=won.score.ke,
        multiplier=won.score.multiplier,
        items=[ReceiptItem(item.id, item.ke, format_tiles(item.tiles)) for item in won.score.items],
        concealed=format_tiles(won.concealed),
        source=won.source,
        near_misses=list(_near_misses(won, options)),
    )


@lru_cache(maxsize=512)
def _near_misses(won: Won, options: Options) -> tuple[NearMissView, ...]:
    """The near misses of the open hand. Cached, because each member and each snapshot needs the same win."""
    concealed = counts_of(won.concealed)
    found = misses_beside(won.score, options, won.melds, concealed, won.tile)
    return tuple(NearMissView(miss.item, miss.reason, format_tiles(miss.tiles)) for miss in found)


def _player(seen: KnownHand, seat: Seat, options: Options) -> PlayerView:
    player = seen.seats[seat]
    own_void = seen.own.void if seen.own is not None and seat == seen.seat else None
    return PlayerView(
        tiles=0 if player.won is not None else player.concealed,
        melds=_melds(player.melds),
        river=[format_tile(entry.tile) for entry in player.river],
        claimed=[index for index, entry in enumerate(player.river) if entry.taken is not None],
        void=suit_name(player.void if own_void is None else own_void),
        won=None if player.won is None else render_win(player.won, options),
    )


def _melds(melds: Sequence[Meld]) -> list[MeldView]:
    return [MeldView(meld.kind.value, format_tile(meld.tile), meld.source) for meld in melds]


def _offer(seen: KnownHand) -> OfferView | None:
    if seen.offered is None or seen.turn is None:
        return None
    return OfferView(format_tile(seen.offered), seen.turn, "added_kong" if seen.robbing else "discard")


def _exchange(seen: KnownHand, options: Options) -> ExchangeView | None:
    if options.exchange_three is ExchangeThree.OFF:
        return None
    choosing = seen.phase == "exchanging"
    gave = () if seen.own is None or seen.own.exchange is None else seen.own.exchange
    received = () if seen.own is None or seen.own.received is None else seen.own.received
    return ExchangeView(
        chosen=[player.chosen if choosing else True for player in seen.seats],
        gave=format_tiles(gave),
        received=format_tiles(received),
        die=seen.exchange_die,
        direction=None if seen.exchange_die is None else direction_of(seen.exchange_die, len(seen.seats)),
    )


def _void_chosen(seen: KnownHand, options: Options) -> list[bool] | None:
    if not options.void_suit:
        return None
    match seen.phase:
        case "exchanging":
            return [False for _ in seen.seats]
        case "voiding":
            return [player.chosen for player in seen.seats]
        case "turn" | "claiming" | "over":
            return [True for _ in seen.seats]
        case _:
            assert_never(seen.phase)
