"""Names of keys: all keys of a room are in one shard."""

from app.stores.server import keys


def test_all_keys_of_a_room_carry_one_tag() -> None:
    room_id = "9f0c"
    shard = keys.shard_of(room_id)
    tag = f"gm:{{s{shard:02d}}}:"
    of_room = [keys.room(room_id), keys.tomb(room_id), *(keys.frames(room_id, slot) for slot in range(4))]
    of_shard = [keys.timers, keys.rooms, keys.outbox, keys.dead, keys.presence, keys.generations, keys.poke]
    names = of_room + [name(shard) for name in of_shard]
    assert all(name.startswith(tag) for name in names)
    assert len(set(names)) == len(names)


def test_shards_are_stable_and_all_in_use() -> None:
    # crc32 is part of the stored format: another hash would lose every running room.
    assert keys.shard_of("room-1") == 0xBEF40806 % 64 == 6
    assert {keys.shard_of(f"room-{n}") for n in range(2000)} == set(range(keys.SHARDS))
