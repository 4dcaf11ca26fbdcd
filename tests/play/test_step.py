"""What the commit of a step says to the store."""

from dataclasses import replace

from app.play.step import make_step
from app.rooms.handlers.clocks import next_deadline
from app.rooms.reduce import reduce
from app.rooms.steps.commands import Auto, Ready, Start
from tests.support.rooms.table import Table, settings


def test_a_deal_leaves_three_hundred_frames_behind() -> None:
    """A client that is further behind gets a snapshot."""
    table = Table.seated(settings(), humans=2)
    for player in ("p0", "p1"):
        table.do(Ready(player, client_seed=bytes(16)))
    heads = (400, 200, 0, 0)
    streams = tuple(replace(each, seq=seq) for each, seq in zip(table.room.streams, heads, strict=True))
    lobby = replace(table.room, streams=streams)
    deal = make_step(lobby, reduce(lobby, Start("p0"), table.ambient()), 1, 7, table.now)
    newest = deal.room.streams[0].seq
    assert newest > 400
    assert deal.commit.trim_before == {0: newest - 300}
    later = make_step(deal.room, reduce(deal.room, Auto("p0", on=True), table.ambient()), 1, 8, table.now)
    assert later.commit.trim_before == {}


def test_a_step_writes_the_deadline_of_the_room_after_it() -> None:
    lobby = Table.seated(settings(), humans=1).room
    assert next_deadline(lobby) is None
    deal = make_step(lobby, reduce(lobby, Start("p0"), Table(settings()).ambient()), 1, 7, 5)
    assert deal.commit.deadline_ms == next_deadline(deal.room) is not None
    assert (deal.commit.epoch, deal.commit.version, deal.commit.now_ms) == (1, 7, 5)
