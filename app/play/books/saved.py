"""Converts the settings and the roster of a room between database rows and values of the reducer."""

import msgspec

from app.db.hands.records import JsonObject, RebuildData
from app.rooms.rebuild import SavedMember, SavedRoom
from app.rooms.state.settings import Pace, Payer, RoomSettings, TurnSeconds, WindowMode
from app.rules.options.options import make_options, options_to_json


class _SettingsJson(msgspec.Struct, frozen=True):
    """``options`` holds all options, so that a room keeps its rules when its preset changes."""

    options: dict[str, object]
    turn_seconds: TurnSeconds
    window: WindowMode
    pace: Pace
    payer: Payer = "owner"
    cost: int = 0
    tell_addresses: bool = False


def settings_to_json(settings: RoomSettings) -> JsonObject:
    """The settings as JSON for the database, without the preset, which has its own column."""
    kept = _SettingsJson(
        options=options_to_json(settings.options),
        turn_seconds=settings.turn_seconds,
        window=settings.window,
        pace=settings.pace,
        payer=settings.payer,
        cost=settings.cost,
        tell_addresses=settings.tell_addresses,
    )
    return plain_json(kept)


def settings_from_json(preset: str, kept: JsonObject) -> RoomSettings:
    """The settings from the JSON of ``settings_to_json``. Raises msgspec.ValidationError, OptionError."""
    read = msgspec.convert(kept, _SettingsJson)
    return RoomSettings(
        preset=preset,
        options=make_options(preset, read.options),
        turn_seconds=read.turn_seconds,
        window=read.window,
        pace=read.pace,
        payer=read.payer,
        cost=read.cost,
        tell_addresses=read.tell_addresses,
    )


def plain_json(value: object) -> JsonObject:
    """Convert a struct or mapping to plain JSON values."""
    plain: JsonObject = msgspec.json.decode(msgspec.json.encode(value))
    return plain


def saved_room(data: RebuildData) -> SavedRoom:
    """Convert the rows of a room to the value that ``rebuild_room`` takes."""
    room = data.room
    return SavedRoom(
        id=room.id,
        code=room.code,
        owner_slot=room.owner_slot,
        settings=settings_from_json(room.preset, room.settings),
        members=tuple(
            SavedMember(row.slot, row.seat, row.player_id, row.name, row.bot, row.left) for row in data.roster
        ),
        match=room.match,
        results=tuple(result.deltas for result in data.results),
        next_dealer=data.next_dealer,
    )
