"""Audit of logs: the replay pays what the books say, and the wall follows from the seeds."""

from collections.abc import Iterator

from app.db.audit.finding import Finding
from app.db.audit.hands import KeptHand
from app.db.hands.records import HandRecord
from app.rules.hand.actions import IllegalAction
from app.rules.options.options import OptionError, make_options
from app.rules.record.log import Line, LogHeader
from app.rules.record.replay import BadLog, read_header, read_log, replay
from app.rules.tiles.wall import commitment, derive_deal


def audit_log(kept: KeptHand) -> Iterator[Finding]:
    """Replay the log of a hand and compare it with the books."""
    try:
        hands = read_log(kept.record.log)
        if len(hands) != 1:
            raise BadLog(f"the log holds {len(hands)} hands")
        header, again = read_header(hands[0]), replay(hands[0])
        fair = _is_fair(header, kept.record)
    except (BadLog, IllegalAction, OptionError, ValueError, KeyError, TypeError, IndexError) as error:
        yield Finding("log-replay", kept.where, f"the replay fails: {type(error).__name__} {error}")
        return
    if again != hands[0]:
        yield Finding("log-replay", kept.where, "the replay differs from the log")
    if not fair:
        yield Finding("log-deal", kept.where, "the seeds do not give the wall, the dice or the commitment")
    if _in_header(header) != _in_books(kept.record):
        yield Finding("log-header", kept.where, "its header differs from the books")
    yield from _settled(kept, again)


def _is_fair(header: LogHeader, record: HandRecord) -> bool:
    """Whether wall, dice and commitment follow from the seeds (R60)."""
    seeds = tuple(bytes.fromhex(seed) for seed in record.client_seeds)
    server_seed = bytes.fromhex(record.server_seed)
    deal = derive_deal(server_seed, seeds, str(record.key), len(record.players))
    same = (deal.wall, deal.dice) == (header.deal.wall, header.deal.dice)
    return same and commitment(server_seed, str(record.key)) == record.commitment


def _in_header(header: LogHeader) -> tuple[object, ...]:
    return (
        header.hand,
        header.dealer,
        header.seed,
        header.client_seeds,
        header.context,
        header.commitment,
        header.options,
    )


def _in_books(record: HandRecord) -> tuple[object, ...]:
    return (
        record.hand,
        record.dealer,
        record.server_seed,
        record.client_seeds,
        str(record.key),
        record.commitment,
        make_options(record.preset, record.options),
    )


def _settled(kept: KeptHand, lines: list[Line]) -> Iterator[Finding]:
    record, settle = kept.record, lines[-1]
    transfers = [
        {"payer": item.payer, "payee": item.payee, "ke": item.ke, "reason": item.reason}
        for item in record.transfers
    ]
    if settle.get("deltas") != list(record.deltas) or settle.get("transfers") != transfers:
        says = f"the replay pays {settle.get('deltas')}, the books say {list(record.deltas)}"
        yield Finding("log-result", kept.where, says)
    if settle.get("next_dealer") != record.next_dealer:
        yield Finding("log-result", kept.where, f"the replay makes {settle.get('next_dealer')} next dealer")
    wins = [(line.get("seat"), line.get("ke")) for line in lines if line.get("type") == "win"]
    booked = [(win.get("seat"), win.get("ke")) for win in record.wins]
    if wins != booked:
        yield Finding("log-result", kept.where, f"the wins of the replay are {wins}, the books say {booked}")
    if any(line.get("type") == "exhausted" for line in lines) != record.exhausted:
        yield Finding("log-result", kept.where, "replay and books differ about the end of the wall")
