"""The payments at the end of a hand, and the next dealer (R17, R61-R65)."""

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
    """All transfers of the hand, their sum for each seat, and the next dealer.

    ``exhausted``: a draw was due and the wall is empty, so R63 and R64 apply.
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
    """The payments for the wins, in the order of the wins (R61). Payments of 0 颗 are left out."""
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
    """The payments of 查叫 and 花猪 (R63, R64).

    ``best``: for each seat in play, the most 颗 that its hand could win; None if it is not ready.
    ``pigs``: the seats with three suits or a tile of their void suit.
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
    """The most 颗 that a seat could win on a discard, over all its waits; None if it is not ready (R63)."""
    owner = state.seats[seat]
    values = wait_values(state.options, owner.melds, counts_of(owner.hand), owner.void)
    return max((ke for _, ke in values), default=None)


def is_flower_pig(owner: SeatState) -> bool:
    """True for three suits in hand and melds, or a tile of the void suit (R64)."""
    suits = {suit_of(tile) for tile in (*owner.hand, *(meld.tile for meld in owner.melds))} - {None}
    return len(suits) == 3 or (owner.void is not None and owner.void in suits)


def deltas_of(transfers: Sequence[Transfer], players: int) -> tuple[Ke, ...]:
    """The 颗 that each seat gained (positive) or lost (negative). The sum is zero (R65)."""
    deltas = [0] * players
    for transfer in transfers:
        deltas[transfer.payer] -= transfer.ke
        deltas[transfer.payee] += transfer.ke
    return tuple(deltas)


def dealer_after(first_wins: Sequence[Won]) -> Seat:
    """The next dealer (R17). ``first_wins`` are the first wins of the hand, all on the same tile.

    One winner deals. After several winners, the player who discarded the tile or made the kong deals.
    """
    source = first_wins[0].source
    return first_wins[0].seat if source is None or len(first_wins) == 1 else source


def open_hands(state: HandState) -> tuple[tuple[int, ...], ...]:
    """The concealed tiles of all seats. A winner's include the winning tile."""
    won = {win.seat: win.concealed for win in state.wins}
    return tuple(won.get(seat, owner.hand) for seat, owner in enumerate(state.seats))
