"""Turns messages of a client into commands of the room."""

from typing import assert_never

from app.rooms.steps.commands import (
    AddBot,
    AnswerDissolve,
    Auto,
    HandOver,
    Leave,
    PlayerCommand,
    ProposeDissolve,
    Ready,
    Rematch,
    RemoveBot,
    RemovePlayer,
    SeatAction,
    Start,
    TakeAction,
)
from app.rules.hand.actions import Discard, Exchange, Kong, Pass, Pung, Void, Win
from app.rules.tiles.tiles import SUIT_LETTERS, parse_tile
from app.wire.messages.client import (
    AddBotAction,
    AnswerDissolveAction,
    AutoAction,
    DiscardAction,
    ExchangeAction,
    HandAction,
    HandOverAction,
    KongAction,
    LeaveAction,
    LobbyAction,
    PassAction,
    ProposeDissolveAction,
    PungAction,
    ReadyAction,
    RematchAction,
    RemoveBotAction,
    RemovePlayerAction,
    RoomAction,
    StartAction,
    VoidAction,
    WinAction,
)

NO_SEAT = 0
"""A placeholder: the reducer replaces it by the seat of the member."""


class MissingDecision(ValueError):
    """An action of the hand without ``decision``. ``code``: the error code for the client."""

    code = "bad_message"


def command_of(player_id: str, action: HandAction | RoomAction, decision: int | None) -> PlayerCommand:
    """The command of a message of the player. Raises MissingDecision."""
    match action:
        case (
            ExchangeAction()
            | VoidAction()
            | DiscardAction()
            | PungAction()
            | KongAction()
            | WinAction()
            | PassAction()
        ):
            if decision is None:
                raise MissingDecision("an action of the hand needs the id of its decision")
            return TakeAction(player_id, decision, hand_action(action))
        case _:
            return _room_command(player_id, action)


def hand_action(action: HandAction, seat: int = NO_SEAT) -> SeatAction:
    """The action of the rules engine for a message."""
    match action:
        case ExchangeAction(tiles=tiles):
            first, second, third = sorted(parse_tile(tile) for tile in tiles)
            return Exchange(seat, (first, second, third))
        case VoidAction(suit=suit):
            return Void(seat, SUIT_LETTERS.index(suit))
        case DiscardAction(tile=tile):
            return Discard(seat, parse_tile(tile))
        case PungAction(tile=tile):
            return Pung(seat, parse_tile(tile))
        case KongAction(tile=tile):
            return Kong(seat, parse_tile(tile))
        case WinAction():
            return Win(seat)
        case PassAction():
            return Pass(seat)
        case _:
            assert_never(action)


def _room_command(player_id: str, action: RoomAction) -> PlayerCommand:
    match action:
        case AutoAction(on=on):
            return Auto(player_id, on)
        case ProposeDissolveAction():
            return ProposeDissolve(player_id)
        case AnswerDissolveAction(agree=agree):
            return AnswerDissolve(player_id, agree)
        case RematchAction():
            return Rematch(player_id)
        case _:
            return _lobby_command(player_id, action)


def _lobby_command(player_id: str, action: LobbyAction) -> PlayerCommand:
    match action:
        case ReadyAction(client_seed=client_seed, ready=ready):
            return Ready(player_id, ready, bytes.fromhex(client_seed))
        case AddBotAction(all=everywhere):
            return AddBot(player_id, everywhere)
        case RemoveBotAction(seat=seat):
            return RemoveBot(player_id, seat)
        case RemovePlayerAction(seat=seat, name=name):
            return RemovePlayer(player_id, seat, name)
        case HandOverAction(seat=seat, name=name):
            return HandOver(player_id, seat, name)
        case StartAction():
            return Start(player_id)
        case LeaveAction():
            return Leave(player_id)
        case _:
            assert_never(action)
