"""A match: deals, booked hands, the next hand, and a rematch (R4, R5, R17, R60, R66)."""

from dataclasses import replace

from app.rooms.handlers.play import ask_pending, playing, take
from app.rooms.state.member import Member
from app.rooms.state.room import Play, hand_id_of, seal
from app.rooms.steps.commands import HandBooked, HandOverruled, Ready, Rematch, Start, VoidHand
from app.rooms.steps.draft import Draft, set_ready
from app.rooms.steps.ending import close
from app.rooms.steps.hand_log import HandStart, begin_log, result_of
from app.rooms.steps.outbox import MatchEnded
from app.rooms.steps.outcome import Reject
from app.rules.hand.transition import start as start_hand
from app.rules.options.option_specs import Seating
from app.rules.tiles.tiles import Seat
from app.rules.tiles.wall import Deal, SeatingRound, derive_deal, seating

VOIDED_TO_CLOSE = 3
"""So often the program may give up a hand of one match."""
FAULT = "fault"
"""Why a room closes in which the program cannot go on."""
NO_SEED = bytes(16)
"""The client seed of a bot, and of a player who gave no seed."""


def ready(draft: Draft, command: Ready) -> None:
    """Ready for the next deal. After a match it asks for another match.

    Raises Reject: not_member, settling, wrong_phase.
    """
    member = draft.member(command.player_id)
    match draft.room.phase:
        case "lobby":
            draft.put(set_ready(member, command.ready, command.client_seed))
        case "between" if command.ready:
            draft.put(set_ready(member, True, command.client_seed))
            deal_if_ready(draft)
        case "ended" if command.ready:
            draft.put(set_ready(member, True, command.client_seed))
            rematch(draft, Rematch(command.player_id))
        case _:
            draft.want("lobby", "between", "ended")
            raise Reject("wrong_phase")


def start(draft: Draft, command: Start) -> None:
    """Begin the match. Raises Reject (not_ready) unless each seat has a bot, a ready player or the owner."""
    owner = draft.owner(command.player_id)
    draft.want("lobby")
    if not all(m is not None and (m.bot or m.ready or m is owner) for m in draft.room.members):
        raise Reject("not_ready")
    _begin_match(draft)


def rematch(draft: Draft, command: Rematch) -> None:
    """Ask for another match. When all players who have not left ask, it begins; with empty seats: a lobby."""
    member = draft.member(command.player_id)
    draft.want("ended")
    draft.put(replace(member, rematch=True))
    if not all(m.rematch for m in draft.room.humans):
        return
    if all(m is not None and not m.left for m in draft.room.members):
        _begin_match(draft)
    else:
        _back_to_lobby(draft)


def go_on_without(draft: Draft) -> None:
    """A player has left after the match. If all others have asked for another match, the lobby opens."""
    if draft.room.phase == "ended" and all(m.rematch for m in draft.room.humans):
        _back_to_lobby(draft)


def settled(draft: Draft, command: HandBooked) -> None:
    """The hand is booked: the room waits for the next hand. Nothing changes for any other hand."""
    room = draft.room
    if room.phase != "settling" or (room.match, room.hand_number) != (command.match, command.hand):
        return
    result = result_of(playing(draft).state)
    _book(draft, result.deltas, result.next_dealer)


def force_settled(draft: Draft, command: HandOverruled) -> None:
    """Another end of this hand is booked: the room takes it and drops the hand on the table."""
    room = draft.room
    if room.phase not in {"playing", "settling"}:
        return
    if (room.match, room.hand_number) != (command.match, command.hand):
        return
    members = tuple(None if m is None else replace(m, asked=None) for m in room.members)
    draft.room = replace(room, play=None, members=members)
    _book(draft, command.deltas, command.next_dealer)


def void_hand(draft: Draft, command: VoidHand) -> None:
    """The program cannot go on with this hand: it is dealt anew. At the third time the room closes.

    Nothing changes for any other hand.
    """
    room = draft.room
    if room.phase != "playing" or (room.match, room.hand_number) != (command.match, command.hand):
        return
    members = tuple(None if m is None else replace(m, asked=None, ready=False) for m in room.members)
    number = room.hand_number
    draft.room = replace(
        room,
        phase="between",
        hand_number=number - 1,
        members=members,
        play=None,
        sealed=seal(room.id, room.match, number, draft.entropy),
        next_at=waiting_time(draft),
        voided=room.voided + 1,
    )
    if draft.room.voided >= VOIDED_TO_CLOSE:
        close(draft, FAULT)


def deal_if_ready(draft: Draft) -> None:
    """Deal if all players who are not on 托管 are ready. If all are on 托管, the clock deals."""
    waited_for = [m for m in draft.room.humans if not m.auto]
    if draft.room.phase == "between" and waited_for and all(m.ready for m in waited_for):
        deal_hand(draft)


def deal_hand(draft: Draft) -> None:
    """Deal the next hand of the match; hand 1 throws for the seats (R4). Raises ValueError without a seed."""
    room = draft.room
    sealed = room.sealed
    if sealed is None:
        raise ValueError("a hand needs a sealed seed")
    number = room.hand_number + 1
    seeds = tuple(_seed(room.by_seat(seat)) for seat in range(len(room.members)))
    context = hand_id_of(room.id, room.match, number)
    deal = derive_deal(sealed.seed, seeds, context, len(room.members))
    if number == 1:
        _seat_players(draft, deal)
    room = draft.room
    dealer = room.dealer or 0
    step = start_hand(room.settings.options, deal, dealer)
    log = begin_log(room, HandStart(number, dealer, sealed, seeds, deal))
    draft.room = replace(
        room,
        phase="playing",
        hand_number=number,
        members=tuple(None if m is None else _fresh(m) for m in room.members),
        sealed=None,
        play=Play(step.state, sealed, seeds, log),
        next_at=None,
        vote_end=None,
    )
    take(draft, step)
    ask_pending(draft)


def waiting_time(draft: Draft) -> int | None:
    """When the next hand is dealt at the latest (server ms); None while no player is online."""
    if not any(m.online for m in draft.room.humans):
        return None
    return draft.now + draft.room.settings.pace.next_hand_ms


def _begin_match(draft: Draft) -> None:
    match = draft.room.match + 1
    draft.room = replace(draft.room, match=match, hand_number=0, results=(), hand_id=None, voided=0)
    deal_hand(draft)
    draft.put_roster()


def _book(draft: Draft, deltas: tuple[int, ...], next_dealer: Seat) -> None:
    room = draft.room
    last = room.hand_number >= room.settings.options.hands
    match, hand = (room.match + 1, 1) if last else (room.match, room.hand_number + 1)
    draft.room = replace(
        room,
        phase="ended" if last else "between",
        results=(*room.results, deltas),
        dealer=next_dealer,
        sealed=seal(room.id, match, hand, draft.entropy),
        vote=None if last else room.vote,
        next_at=None if last else waiting_time(draft),
        hand_id=hand_id_of(room.id, room.match, room.hand_number),
    )
    if last:
        draft.outbox.append(MatchEnded(room.id, room.match))


def _back_to_lobby(draft: Draft) -> None:
    """A lobby with the players who have not left. The other slots are free; all players are not ready."""
    room = draft.room
    draft.room = replace(
        room,
        phase="lobby",
        members=tuple(None if m is None or m.left else _fresh(replace(m, seat=m.slot)) for m in room.members),
        hand_number=0,
        dealer=None,
        seating_dice=(),
        results=(),
        play=None,
        hand_id=None,
        vote_end=None,
    )
    draft.put_roster()


def _fresh(member: Member) -> Member:
    """The member before a new hand: not ready, no rematch, proposal or decision. 托管 does not change."""
    return replace(member, ready=False, client_seed=None, rematch=False, proposed=False, asked=None)


def _seed(member: Member | None) -> bytes:
    return member.client_seed or NO_SEED if member is not None else NO_SEED


def _seat_players(draft: Draft, deal: Deal) -> None:
    """R4: seat 0 for the highest throw, then in falling order. With ``keep`` no player changes seats."""
    room = draft.room
    order = seating(deal.seating_dice, len(room.members))
    if room.settings.options.seating is Seating.KEEP:
        draft.room = replace(room, dealer=order[0], seating_dice=deal.seating_dice)
        return
    members = tuple(None if m is None else replace(m, seat=order.index(m.seat)) for m in room.members)
    dice = tuple(_by_seat(thrown, order) for thrown in deal.seating_dice)
    draft.room = replace(room, members=members, dealer=0, seating_dice=dice)


def _by_seat(thrown: SeatingRound, order: tuple[int, ...]) -> SeatingRound:
    return tuple(thrown[player] for player in order)
