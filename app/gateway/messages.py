"""Messages in and out as bytes, and what an act means for the room."""

from hashlib import sha256
from typing import Final, assert_never

import msgspec

from app.rooms.commands import Act as ActCommand
from app.rooms.commands import (
    AddBot,
    AnswerDissolve,
    Auto,
    Envelope,
    Leave,
    PlayerCommand,
    ProposeDissolve,
    Ready,
    Rematch,
    RemoveBot,
    Start,
)
from app.rooms.outcome import Reject
from app.wire.client import (
    Act,
    AddBotAction,
    AnswerDissolveAction,
    AutoAction,
    ClientMessage,
    DiscardAction,
    ExchangeAction,
    KongAction,
    LeaveAction,
    PassAction,
    ProposeDissolveAction,
    PungAction,
    ReadyAction,
    RematchAction,
    RemoveBotAction,
    RoomAction,
    StartAction,
    VoidAction,
    WinAction,
)
from app.wire.intents import hand_action
from app.wire.server import Frame, ServerMessage

_decoder: Final = msgspec.json.Decoder(ClientMessage)


class BadMessage(Exception):
    """A message that cannot be used: ``bad_json`` or ``bad_message``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def decode(text: str) -> ClientMessage:
    """The message. Raises BadMessage."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError:
        raise BadMessage("bad_message") from None
    except (msgspec.DecodeError, RecursionError, UnicodeError):
        raise BadMessage("bad_json") from None


def encode(message: ServerMessage | Frame) -> str:
    """The message as it goes out."""
    return msgspec.json.encode(message).decode()


def envelope_of(act: Act, player_id: str) -> Envelope:
    """The act as a command of the player. Raises BadMessage where ``decision`` is missing or too much."""
    content = msgspec.json.encode((act.action, act.decision))
    return Envelope(act.action_id, sha256(content).hexdigest()[:32], _command(act, player_id))


def reject_code(refusal: Reject) -> str:
    """The code of an ack: ``illegal:cannot_win`` where the rules refuse, else the room's own word."""
    return refusal.code if refusal.detail is None else f"{refusal.code}:{refusal.detail}"


def _command(act: Act, player_id: str) -> PlayerCommand:
    action = act.action
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
            if act.decision is None:
                raise BadMessage("bad_message")
            return ActCommand(player_id, act.decision, hand_action(action))
        case _:
            if act.decision is not None:
                raise BadMessage("bad_message")
            return _room_command(action, player_id)


def _room_command(action: RoomAction, player_id: str) -> PlayerCommand:
    match action:
        case ReadyAction(client_seed=seed, ready=ready):
            return Ready(player_id, ready, bytes.fromhex(seed))
        case AddBotAction():
            return AddBot(player_id, action.all)
        case RemoveBotAction(seat=seat):
            return RemoveBot(player_id, seat)
        case StartAction():
            return Start(player_id)
        case LeaveAction():
            return Leave(player_id)
        case _:
            return _table_command(action, player_id)


def _table_command(
    action: AutoAction | ProposeDissolveAction | AnswerDissolveAction | RematchAction, player_id: str
) -> PlayerCommand:
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
            assert_never(action)
