"""Who pays whom when a hand ends (R17, R61-R65)."""

from collections.abc import Mapping, Sequence, Set

from app.rules.hand.events import Reason, Settled, Transfer, Won
from app.rules.hand.state import HandState, SeatState, seats_in_play, turn_order
from app.rules.scoring.scoring import WinBy
from app.rules.scoring.waits import wait_values
from app.rules.tiles.tiles import Ke, Seat, counts_of, suit_of

_REASONS: dict[WinBy, Reason] = {
    WinBy.DRAW: "self_draw",
    WinBy.DISCARD: "discard",
    WinBy.ROB_KONG: "rob_kong",
}


def settle_hand(state: HandState, *, exhausted: bool) -> Settled:
    """All transfers of the hand, their sums by seat, and who deals next.

    ``exhausted``: the wall is empty and a draw was due, so that R63 and R64 apply.
    """
    players = len(state.seats)
    transfers = win_transfers(state.wins, players)
    if exhausted:
        playing = seats_in_play(state)
        best = {seat: ready_value(state, seat) for seat in playing}
        pigs = {seat for seat in playing if is_flower_pig(state.seats[seat])}
        transfers += ready_transfers(best, pigs)
    return Settled(
        transfers=transfers,
        deltas=deltas_of(transfers, players),
        next_dealer=state.dealer if state.next_dealer is None else state.next_dealer,
        hands=open_hands(state),
    )


def win_transfers(wins: Sequence[Won], players: int) -> tuple[Transfer, ...]:
    """The payments for the wins, in their order (R61). What is worth 0 颗 is not paid."""
    transfers: list[Transfer] = []
    for index, won in enumerate(wins):
        gone = {earlier.seat for earlier in wins[:index]}
        payers = (seat for seat in turn_order(players, won.seat) if seat not in gone)
        transfers.extend(
            Transfer(payer, won.seat, won.score.ke, _REASONS[won.by])
            for payer in (payers if won.source is None else (won.source,))
        )
    return tuple(transfer for transfer in transfers if transfer.ke > 0)


def ready_transfers(best: Mapping[Seat, Ke | None], pigs: Set[Seat]) -> tuple[Transfer, ...]:
    """查叫 and 花猪 (R63, R64).

    ``best``: for each seat still in play the most 颗 its hand could have won, None if it is not ready;
    ``pigs``: the seats that hold three suits or a void one.
    """
    return tuple(
        Transfer(payer, payee, ke * 2, "flower_pig")
        if payer in pigs
        else Transfer(payer, payee, ke, "ready_check")
        for payer, none in best.items()
        if none is None
        for payee, ke in best.items()
        if ke is not None and ke > 0
    )


def ready_value(state: HandState, seat: Seat) -> Ke | None:
    """The most 颗 a seat could win on a discard with any of its waits, None if it is not ready (R63)."""
    owner = state.seats[seat]
    values = wait_values(state.options, owner.melds, counts_of(owner.hand), owner.void)
    return max((ke for _, ke in values), default=None)


def is_flower_pig(owner: SeatState) -> bool:
    """Three suits in hand and melds, or a tile of the void suit (R64)."""
    suits = {suit_of(tile) for tile in (*owner.hand, *(meld.tile for meld in owner.melds))} - {None}
    return len(suits) == 3 or (owner.void is not None and owner.void in suits)


def deltas_of(transfers: Sequence[Transfer], players: int) -> tuple[Ke, ...]:
    """What each seat has gained or lost; the sum is zero (R65)."""
    deltas = [0] * players
    for transfer in transfers:
        deltas[transfer.payer] -= transfer.ke
        deltas[transfer.payee] += transfer.ke
    return tuple(deltas)


def dealer_after(first_wins: Sequence[Won]) -> Seat:
    """Who deals the next hand after these wins, the first of this one, all on the same tile (R17).

    The winner; if there are several, the one who discarded the tile or whose kong was robbed.
    """
    source = first_wins[0].source
    return first_wins[0].seat if source is None or len(first_wins) == 1 else source


def open_hands(state: HandState) -> tuple[tuple[int, ...], ...]:
    """The concealed tiles of all seats, a winner's with its winning tile."""
    won = {win.seat: win.concealed for win in state.wins}
    return tuple(won.get(seat, owner.hand) for seat, owner in enumerate(state.seats))
