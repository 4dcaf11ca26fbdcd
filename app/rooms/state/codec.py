"""Encodes a room as bytes and decodes it: a MessagePack array whose first element is a schema number."""

from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Raw, Struct

from app.rooms.state.member import Member, Stream
from app.rooms.state.room import Departed, Phase, Play, Room, Sealed, Vote, VoteEnd, Window
from app.rooms.state.settings import Pace, Payer, RoomSettings, TurnSeconds, WindowMode
from app.rules.options.options import OptionError, make_options, options_to_json
from app.rules.record import codec as hand_codec
from app.rules.tiles.tiles import Ke, Seat
from app.rules.tiles.wall import SeatingRound

SCHEMA: Final = 1
"""Number of the form that this program writes. It grows when the meaning of the bytes changes."""
OLDEST: Final = 1
"""Number of the oldest form that this program reads."""


class BadRoom(ValueError):
    """This program cannot read these bytes as a room."""


class OlderRoom(BadRoom):
    """The room has a form older than ``OLDEST``."""


class NewerRoom(BadRoom):
    """The room has a form newer than ``SCHEMA``: a newer program wrote it."""


class _SettingsBlob(Struct, frozen=True, array_like=True):
    preset: str
    options: dict[str, object]
    turn_seconds: TurnSeconds
    window: WindowMode
    pace: Pace
    payer: Payer = "owner"
    cost: int = 0
    tell_addresses: bool = False


class _PlayBlob(Struct, frozen=True, array_like=True):
    state: bytes
    sealed: Sealed
    client_seeds: tuple[bytes, ...]
    log: bytes
    window: Window | None
    clock: int | None
    inspected_at: int | None = None


class _RoomBlob(Struct, frozen=True, array_like=True):
    schema: int
    id: str
    code: str
    owner: int
    settings: bytes
    members: tuple[Member | None, ...]
    streams: tuple[Stream, ...]
    phase: Phase
    match: int
    hand_number: int
    dealer: Seat | None
    seating_dice: tuple[SeatingRound, ...]
    results: tuple[tuple[Ke, ...], ...]
    sealed: Sealed | None
    play: _PlayBlob | None
    vote: Vote | None
    next_at: int | None
    hand_id: str | None
    vote_end: VoteEnd | None = None
    departed: tuple[Departed, ...] = ()
    voided: int = 0


class _Number(Struct, frozen=True, array_like=True):
    """The first field of a room."""

    schema: int


class _Head(Struct, frozen=True, array_like=True):
    """The first fields of ``_RoomBlob``, up to the phase."""

    schema: int
    id: str
    code: str
    owner: int
    settings: Raw
    members: Raw
    streams: Raw
    phase: Phase


_NO_ROOM: Final = "the bytes are not a room"
_ENCODER: Final = msgspec.msgpack.Encoder()
_ROOMS: Final = msgspec.msgpack.Decoder(_RoomBlob)
_NUMBERS: Final = msgspec.msgpack.Decoder(_Number)
_HEADS: Final = msgspec.msgpack.Decoder(_Head)
_SETTINGS: Final = msgspec.msgpack.Decoder(_SettingsBlob)


def encode_room(room: Room) -> bytes:
    """Returns the room as bytes, seeds and hidden tiles included. Only the store may see them."""
    blob = _RoomBlob(
        schema=SCHEMA,
        id=room.id,
        code=room.code,
        owner=room.owner,
        settings=encode_settings(room.settings),
        members=room.members,
        streams=room.streams,
        phase=room.phase,
        match=room.match,
        hand_number=room.hand_number,
        dealer=room.dealer,
        seating_dice=room.seating_dice,
        results=room.results,
        sealed=room.sealed,
        play=None if room.play is None else _put_play(room.play),
        vote=room.vote,
        next_at=room.next_at,
        hand_id=room.hand_id,
        vote_end=room.vote_end,
        departed=room.departed,
        voided=room.voided,
    )
    return _ENCODER.encode(blob)


def decode_room(data: bytes) -> Room:
    """The room that ``encode_room`` wrote.

    Raises OlderRoom, NewerRoom, or BadRoom for bytes that are damaged.
    """
    try:
        blob = _ROOMS.decode(data)
        _check(blob.schema)
        return _room(blob)
    except (msgspec.MsgspecError, hand_codec.BadState, OptionError) as error:
        _check(_schema_of(data))
        raise BadRoom(_NO_ROOM) from error


def _schema_of(data: bytes) -> int:
    try:
        return _NUMBERS.decode(data).schema
    except msgspec.MsgspecError as error:
        raise BadRoom(_NO_ROOM) from error


def _check(schema: int) -> None:
    if schema < OLDEST:
        raise OlderRoom(f"schema {schema}; this program reads {OLDEST} to {SCHEMA}")
    if schema > SCHEMA:
        raise NewerRoom(f"schema {schema}; this program reads {OLDEST} to {SCHEMA}")


def _room(blob: _RoomBlob) -> Room:
    return Room(
        id=blob.id,
        code=blob.code,
        owner=blob.owner,
        settings=decode_settings(blob.settings),
        members=blob.members,
        streams=blob.streams,
        phase=blob.phase,
        match=blob.match,
        hand_number=blob.hand_number,
        dealer=blob.dealer,
        seating_dice=blob.seating_dice,
        results=blob.results,
        sealed=blob.sealed,
        play=None if blob.play is None else _get_play(blob.play),
        vote=blob.vote,
        next_at=blob.next_at,
        hand_id=blob.hand_id,
        vote_end=blob.vote_end,
        departed=blob.departed,
        voided=blob.voided,
    )


def phase_of(data: bytes) -> Phase:
    """The phase of a room that ``encode_room`` wrote, without reading the rest of it.

    Raises OlderRoom, NewerRoom, or BadRoom for bytes that are damaged.
    """
    try:
        head = _HEADS.decode(data)
    except msgspec.MsgspecError as error:
        _check(_schema_of(data))
        raise BadRoom(_NO_ROOM) from error
    _check(head.schema)
    return head.phase


@lru_cache(maxsize=256)
def encode_settings(settings: RoomSettings) -> bytes:
    """Returns the settings as bytes with every option, so a room keeps its rules if a preset changes."""
    return _ENCODER.encode(
        _SettingsBlob(
            preset=settings.preset,
            options=options_to_json(settings.options),
            turn_seconds=settings.turn_seconds,
            window=settings.window,
            pace=settings.pace,
            payer=settings.payer,
            cost=settings.cost,
            tell_addresses=settings.tell_addresses,
        )
    )


@lru_cache(maxsize=256)
def decode_settings(data: bytes) -> RoomSettings:
    """Returns the settings that ``encode_settings`` encoded."""
    blob = _SETTINGS.decode(data)
    options = make_options(blob.preset, blob.options)
    return RoomSettings(
        blob.preset,
        options,
        blob.turn_seconds,
        blob.window,
        blob.pace,
        blob.payer,
        blob.cost,
        blob.tell_addresses,
    )


def _put_play(play: Play) -> _PlayBlob:
    state = hand_codec.encode(play.state)
    return _PlayBlob(
        state, play.sealed, play.client_seeds, play.log, play.window, play.clock, play.inspected_at
    )


def _get_play(blob: _PlayBlob) -> Play:
    state = hand_codec.decode(blob.state)
    return Play(state, blob.sealed, blob.client_seeds, blob.log, blob.window, blob.clock, blob.inspected_at)
