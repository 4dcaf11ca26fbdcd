"""``reduce``: a room and a command give the next room and its effects. Pure and deterministic."""

from dataclasses import replace
from typing import assert_never

from app.rooms.handlers import auto, clocks, inspection, lobby, matches, play, presence, seats, votes
from app.rooms.state.member import REMEMBERED_ACTIONS, Member, Receipt
from app.rooms.state.room import Room
from app.rooms.steps.commands import (
    AddBot,
    AnswerDissolve,
    Auto,
    CloseRoom,
    Command,
    Connected,
    Disconnected,
    Envelope,
    Grace,
    HandBooked,
    HandOver,
    HandOverruled,
    Inspect,
    Join,
    Leave,
    LobbyCommand,
    PlayerCommand,
    ProposeDissolve,
    Ready,
    Rematch,
    RemoveBot,
    RemovePlayer,
    Start,
    TableCommand,
    TakeAction,
    Tick,
    VoidHand,
)
from app.rooms.steps.draft import Draft
from app.rooms.steps.ending import close
from app.rooms.steps.outcome import Ambient, Outcome, Reject, Reply

__all__ = ["reduce"]


def reduce(room: Room, command: Command | Envelope, ambient: Ambient) -> Outcome:
    """Returns the outcome of a command. If nothing changes, the outcome holds the given room itself.

    With an envelope, the same step stores a receipt for the action id. A repeated action gets the same reply
    and has no effect. The same id with another body is refused. A refused action leaves no receipt.
    Raises Reject.
    """
    if isinstance(command, Envelope):
        return _with_receipt(room, command, ambient)
    draft = Draft(room, ambient)
    _run(draft, command)
    return draft.outcome()


def _with_receipt(room: Room, envelope: Envelope, ambient: Ambient) -> Outcome:
    player_id = envelope.command.player_id
    member = room.by_player(player_id)
    known = None if member is None else _receipt(member, envelope.action_id)
    if member is not None and known is not None:
        if known.body_hash != envelope.body_hash:
            raise Reject("action_id_reused")
        return Outcome(room, reply=Reply(member.slot, known.action_id, known.seq))
    draft = Draft(room, ambient)
    _run(draft, envelope.command)
    after = draft.room.by_player(player_id)
    if after is not None:
        seq = draft.room.streams[after.slot].seq
        receipt = Receipt(envelope.action_id, envelope.body_hash, seq)
        draft.put(replace(after, recent=(*after.recent, receipt)[-REMEMBERED_ACTIONS:]))
    slot = next(found.slot for found in (after, member) if found is not None)
    return replace(draft.outcome(), reply=Reply(slot, envelope.action_id, room.streams[slot].seq))


def _receipt(member: Member, action_id: str) -> Receipt | None:
    return next((receipt for receipt in member.recent if receipt.action_id == action_id), None)


def _run(draft: Draft, command: Command) -> None:
    match command:
        case (
            Disconnected()
            | Tick()
            | HandBooked()
            | HandOverruled()
            | VoidHand()
            | Grace()
            | Inspect()
            | CloseRoom()
        ):
            _run_table(draft, command)
        case _:
            _run_player(draft, command)


def _run_table(draft: Draft, command: TableCommand) -> None:
    match command:
        case Tick():
            clocks.tick(draft)
        case Grace():
            clocks.grace(draft, command)
        case Disconnected():
            presence.disconnected(draft, command)
        case HandBooked():
            matches.settled(draft, command)
        case HandOverruled():
            matches.force_settled(draft, command)
        case VoidHand():
            matches.void_hand(draft, command)
        case Inspect():
            inspection.inspect(draft, command)
        case CloseRoom(reason=reason):
            close(draft, reason)
        case _:
            assert_never(command)


def _run_player(draft: Draft, command: PlayerCommand) -> None:
    match command:
        case TakeAction():
            play.act(draft, command)
        case Ready():
            matches.ready(draft, command)
        case Auto():
            auto.auto(draft, command)
        case ProposeDissolve():
            votes.propose(draft, command)
        case AnswerDissolve():
            votes.answer(draft, command)
        case Rematch():
            matches.rematch(draft, command)
        case Connected():
            presence.connected(draft, command)
        case Join() | Leave() | AddBot() | RemoveBot() | RemovePlayer() | HandOver() | Start():
            _run_lobby(draft, command)
        case _:
            assert_never(command)


def _run_lobby(draft: Draft, command: LobbyCommand) -> None:
    match command:
        case Join():
            lobby.join(draft, command)
        case Leave():
            seats.leave(draft, command)
        case AddBot():
            lobby.add_bot(draft, command)
        case RemoveBot():
            lobby.remove_bot(draft, command)
        case RemovePlayer():
            seats.remove_player(draft, command)
        case HandOver():
            seats.hand_over(draft, command)
        case Start():
            matches.start(draft, command)
        case _:
            assert_never(command)
