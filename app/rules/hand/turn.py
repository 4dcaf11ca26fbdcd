"""The turn of a player: win, kong or discard (R8, R11, R14, R16)."""

from dataclasses import replace
from typing import assert_never

from app.rules.hand.actions import (
    Action,
    Discard,
    Exchange,
    IllegalAction,
    Kong,
    Pass,
    Proceed,
    Pung,
    Void,
    Win,
)
from app.rules.hand.endings import advance, draw_replacement, finish, is_decided, take_wins, then
from app.rules.hand.events import Discarded, Konged, Won
from app.rules.hand.offers import open_window, waits_of
from app.rules.hand.state import (
    HandState,
    RiverTile,
    SeatState,
    Step,
    Turn,
    is_forced,
    is_void,
    remove_tiles,
    with_seat,
)
from app.rules.scoring.scoring import Circumstances, Score, WinBy, score
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import Suit, Tile, counts_of, suit_of


def turn_actions(state: HandState, turn: Turn) -> tuple[Action, ...]:
    """The legal actions of the player: the win, then kongs, then discards, tiles ascending."""
    win = (Win(turn.seat),) if self_drawn_score(state, turn) is not None else ()
    if win and is_forced(state):
        return win
    owner = state.seats[turn.seat]
    kongs = (Kong(turn.seat, tile) for tile in own_kongs(state, owner))
    return (*win, *kongs, *(Discard(turn.seat, tile) for tile in discardable(owner.hand, owner.void)))


def play(state: HandState, turn: Turn, action: Action) -> Step:
    """Apply an action in a turn. Raises IllegalAction."""
    match action:
        case Win() | Kong() | Discard():
            if action.seat != turn.seat:
                raise IllegalAction("not_your_turn")
        case Exchange() | Void() | Pung() | Pass() | Proceed():
            raise IllegalAction("wrong_phase")
        case _:
            assert_never(action)
    if isinstance(action, Win):
        scored = self_drawn_score(state, turn)
        if scored is None:
            raise IllegalAction("cannot_win")
        return _win(state, turn, *scored)
    if is_forced(state) and self_drawn_score(state, turn) is not None:
        raise IllegalAction("must_win")
    if isinstance(action, Kong):
        return _kong(state, turn, action.tile)
    return _discard(state, turn, action.tile)


def self_drawn_score(state: HandState, turn: Turn) -> tuple[Tile, Score] | None:
    """The winning tile and the score of a self-drawn win; None if there is no win, or after a pung (R8)."""
    if turn.entry == "pung":
        return None
    owner = state.seats[turn.seat]
    if turn.drawn is not None:
        if turn.drawn not in waits_of(remove_tiles(owner.hand, turn.drawn), owner.melds, owner.void):
            return None
        scored = score_own_hand(state, turn, owner, turn.drawn)
        return None if scored is None else (turn.drawn, scored)
    # R16: the dealer gave away all tiles of the 14th tile's kind. They win on the tile that pays most.
    choices = (
        (tile, found)
        for tile in sorted(set(owner.hand))
        if (found := score_own_hand(state, turn, owner, tile)) is not None
    )
    return max(choices, key=lambda choice: choice[1].ke, default=None)


def score_own_hand(state: HandState, turn: Turn, owner: SeatState, tile: Tile) -> Score | None:
    """The score of the owner's hand, won by self-draw on ``tile``; None if it does not win."""
    circumstances = Circumstances(WinBy.DRAW, after_kong=turn.entry == "tail", last_tile=not state.wall)
    return score(state.options, owner.melds, counts_of(owner.hand), tile, circumstances, owner.void)


def own_kongs(state: HandState, owner: SeatState) -> tuple[Tile, ...]:
    """The tiles of which the player may make a concealed or added kong now, ascending (R7, R8, R11)."""
    if not state.wall:
        return ()
    hand = owner.hand
    punged = {meld.tile for meld in owner.melds if meld.kind is MeldKind.PUNG}
    fours = {tile for tile, third_next in zip(hand, hand[3:], strict=False) if tile == third_next}
    kinds = fours | punged.intersection(hand)
    return tuple(tile for tile in sorted(kinds) if not is_void(owner.void, tile))


def discardable(hand: tuple[Tile, ...], void: Suit | None) -> tuple[Tile, ...]:
    """The tiles that the player may discard, ascending: only the void suit while they hold it (R7)."""
    kinds = tuple(dict.fromkeys(hand))
    if void is None:
        return kinds
    return tuple(tile for tile in kinds if suit_of(tile) == void) or kinds


def _win(state: HandState, turn: Turn, tile: Tile, scored: Score) -> Step:
    owner = state.seats[turn.seat]
    won = Won(
        seat=turn.seat,
        tile=tile,
        by=WinBy.DRAW,
        source=None,
        score=scored,
        melds=owner.melds,
        concealed=owner.hand,
        place=len(state.wins) + 1,
    )
    after = take_wins(state, (won,))
    step = finish(after, exhausted=False) if is_decided(after) else advance(after, turn.seat)
    return then((won,), step)


def _kong(state: HandState, turn: Turn, tile: Tile) -> Step:
    owner = state.seats[turn.seat]
    if tile not in own_kongs(state, owner):
        raise IllegalAction("cannot_kong" if tile in owner.hand else "not_in_hand")
    if owner.hand.count(tile) == 4:
        melds = (*owner.melds, Meld(MeldKind.CONCEALED_KONG, tile))
        changed = replace(owner, hand=remove_tiles(owner.hand, tile, 4), melds=melds)
        after = with_seat(state, turn.seat, changed)
        konged = Konged(turn.seat, tile, MeldKind.CONCEALED_KONG, None)
        return then((konged,), draw_replacement(after, turn.seat))
    melds = tuple(
        replace(meld, kind=MeldKind.ADDED_KONG) if meld.tile == tile else meld for meld in owner.melds
    )
    after = with_seat(state, turn.seat, replace(owner, hand=remove_tiles(owner.hand, tile), melds=melds))
    step = open_window(after, turn.seat, tile, robbing=True, after_kong=False)
    return then((Konged(turn.seat, tile, MeldKind.ADDED_KONG, None),), step)


def _discard(state: HandState, turn: Turn, tile: Tile) -> Step:
    owner = state.seats[turn.seat]
    if tile not in discardable(owner.hand, owner.void):
        raise IllegalAction("void_suit_first" if tile in owner.hand else "not_in_hand")
    changed = replace(owner, hand=remove_tiles(owner.hand, tile), river=(*owner.river, RiverTile(tile)))
    step = open_window(
        with_seat(state, turn.seat, changed),
        turn.seat,
        tile,
        robbing=False,
        after_kong=turn.entry == "tail",
    )
    return then((Discarded(turn.seat, tile),), step)
