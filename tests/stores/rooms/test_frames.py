"""Reads from a cursor have no holes and never continue another history."""

from app.stores import CommitResult, FramesRead, StoredFrame, Stores
from tests.support.stores.helpers import ROOM, commit, frames, new_room

GAP = FramesRead((), gap=True)


async def _played(stores: Stores, steps: int) -> None:
    await new_room(stores)
    for version in range(1, steps + 1):
        assert await commit(stores, version) is CommitResult.OK


def _slot(slot: int, *seqs: int) -> FramesRead:
    return FramesRead(tuple(frames(seq)[slot] for seq in seqs))


async def test_reads_what_follows_the_cursor_in_batches(stores: Stores) -> None:
    await _played(stores, 5)
    assert await stores.rooms.read_frames(ROOM, 1, 0, "", 2) == _slot(1, 1, 2)
    assert await stores.rooms.read_frames(ROOM, 1, 2, "h2s1", 2) == _slot(1, 3, 4)
    assert await stores.rooms.read_frames(ROOM, 1, 4, "h4s1", 2) == _slot(1, 5)
    assert await stores.rooms.read_frames(ROOM, 1, 5, "h5s1", 2) == FramesRead(())


async def test_a_cursor_of_another_history_is_a_gap(stores: Stores) -> None:
    await _played(stores, 3)
    assert await stores.rooms.read_frames(ROOM, 0, 2, "h2s1", 9) == GAP
    assert await stores.rooms.read_frames(ROOM, 0, 3, "rolled-back", 9) == GAP
    assert await stores.rooms.read_frames(ROOM, 0, 8, "h8s0", 9) == GAP  # the server was rolled back
    assert await stores.rooms.read_frames("nowhere", 0, 2, "h2s0", 9) == GAP


async def test_a_cursor_before_the_trimmed_part_is_a_gap(stores: Stores) -> None:
    await _played(stores, 5)
    assert await commit(stores, 6, trim_before={0: 4}) is CommitResult.OK
    assert await stores.rooms.read_frames(ROOM, 0, 2, "h2s0", 9) == GAP
    assert await stores.rooms.read_frames(ROOM, 0, 0, "", 9) == GAP
    assert await stores.rooms.read_frames(ROOM, 0, 4, "h4s0", 9) == _slot(0, 5, 6)
    assert await stores.rooms.read_frames(ROOM, 1, 2, "h2s1", 9) == _slot(1, 3, 4, 5, 6)


async def test_a_snapshot_may_stand_where_its_frame_was_trimmed(stores: Stores) -> None:
    await _played(stores, 5)
    await commit(stores, 6, trim_before={0: 4})
    assert await stores.rooms.read_frames(ROOM, 0, 3, "any", 9, base=3) == _slot(0, 4, 5, 6)
    assert await stores.rooms.read_frames(ROOM, 0, 2, "any", 9, base=2) == GAP
    assert await stores.rooms.read_frames(ROOM, 0, 4, "wrong", 9, base=4) == GAP


async def test_a_reseated_slot_cuts_the_old_stream(stores: Stores) -> None:
    await _played(stores, 3)
    fresh = (StoredFrame(2, 50, "new", b"hello"),)
    assert await commit(stores, 4, frames=fresh, drop_streams=(2,)) is CommitResult.OK
    assert await stores.rooms.read_frames(ROOM, 2, 3, "h3s2", 9) == GAP
    assert await stores.rooms.read_frames(ROOM, 2, 49, "", 9, base=49) == FramesRead(fresh)
    assert await stores.rooms.read_frames(ROOM, 1, 2, "h2s1", 9) == _slot(1, 3)


async def test_a_very_long_stream_is_cut_at_its_old_end(stores: Stores) -> None:
    await new_room(stores)
    many = tuple(StoredFrame(0, seq, "h", b"x") for seq in range(1, 2001))
    assert await commit(stores, 1, frames=many) is CommitResult.OK
    assert await stores.rooms.read_frames(ROOM, 0, 5, "h", 9) == GAP
    assert (await stores.rooms.read_frames(ROOM, 0, 1999, "h", 9)).frames == many[-1:]
    assert (await stores.rooms.read_frames(ROOM, 0, 2000 - 1023, "h", 9)).frames == many[-1023:-1014]


async def test_bytes_come_back_as_they_were(stores: Stores) -> None:
    await new_room(stores)
    odd = StoredFrame(0, 1, "0123", bytes(range(256)) + b"||\r\n")
    await commit(stores, 1, frames=(odd,))
    assert (await stores.rooms.read_frames(ROOM, 0, 0, "", 1)).frames == (odd,)
