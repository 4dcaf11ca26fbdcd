"""Encodes a room as bytes and decodes it: a MessagePack array whose first element is a schema number."""

from functools import lru_cache
from typing import Final

import msgspec
from msgspec import Raw, Struct

from app.rooms.state.member import Member, Stream
from app.rooms.state.room import Phase, Play, Room, Sealed, Vote, Window
from app.rooms.state.settings import Pace, Payer, RoomSettings, TurnSeconds, WindowMode
from app.rules.options.options import make_options, options_to_json
from app.rules.record import codec as hand_codec
from app.rules.tiles.tiles import Ke, Seat
from app.rules.tiles.wall import SeatingRound

SCHEMA: Final = 1
"""Number of the byte format. Raise it when old bytes would be read with another meaning."""


class BadRoom(ValueError):
    """The bytes are not a room, or their schema number is unknown to this program."""


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


class _Schema(Struct, frozen=True, array_like=True):
    """The first field of a room of any schema."""

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
_SCHEMAS: Final = msgspec.msgpack.Decoder(_Schema)
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
    )
    return _ENCODER.encode(blob)


def decode_room(data: bytes) -> Room:
    """Returns the room that ``encode_room`` encoded. Raises BadRoom."""
    _check_schema(data)
    try:
        blob = _ROOMS.decode(data)
    except msgspec.MsgspecError as error:
        raise BadRoom(_NO_ROOM) from error
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
    )


def phase_of(data: bytes) -> Phase:
    """Returns the phase of an encoded room and decodes nothing after it. Raises BadRoom."""
    _check_schema(data)
    try:
        return _HEADS.decode(data).phase
    except msgspec.MsgspecError as error:
        raise BadRoom(_NO_ROOM) from error


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


def _check_schema(data: bytes) -> None:
    """Read the schema number alone: nothing else of another schema has a known shape. Raises BadRoom."""
    try:
        schema = _SCHEMAS.decode(data).schema
    except msgspec.MsgspecError as error:
        raise BadRoom(_NO_ROOM) from error
    if schema != SCHEMA:
        raise BadRoom(f"schema {schema} is unknown: this program reads schema {SCHEMA}")


def _put_play(play: Play) -> _PlayBlob:
    state = hand_codec.encode(play.state)
    return _PlayBlob(
        state, play.sealed, play.client_seeds, play.log, play.window, play.clock, play.inspected_at
    )


def _get_play(blob: _PlayBlob) -> Play:
    state = hand_codec.decode(blob.state)
    return Play(state, blob.sealed, blob.client_seeds, blob.log, blob.window, blob.clock, blob.inspected_at)
