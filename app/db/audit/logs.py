"""Logs under audit: played again, a hand pays what the books say, from the wall that its seeds make."""

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
    """Play the log of a hand again and compare it with the books."""
    try:
        hands = read_log(kept.record.log)
        if len(hands) != 1:
            raise BadLog(f"there are {len(hands)} hands in it")
        header, again = read_header(hands[0]), replay(hands[0])
        fair = _is_fair(header, kept.record)
    except (BadLog, IllegalAction, OptionError, ValueError, KeyError, TypeError, IndexError) as error:
        yield Finding("log-replay", kept.where, f"cannot be played: {type(error).__name__} {error}")
        return
    if again != hands[0]:
        yield Finding("log-replay", kept.where, "played again it is another hand")
    if not fair:
        yield Finding("log-deal", kept.where, "its seeds do not make its wall, or not its commitment")
    if _told(header) != _booked(kept.record):
        yield Finding("log-header", kept.where, "begins as another hand than the books have")
    yield from _settled(kept, again)


def _is_fair(header: LogHeader, record: HandRecord) -> bool:
    """Wall, dice and commitment follow from the seeds (R60)."""
    seeds = tuple(bytes.fromhex(seed) for seed in record.client_seeds)
    server_seed = bytes.fromhex(record.server_seed)
    deal = derive_deal(server_seed, seeds, str(record.key), len(record.players))
    same = (deal.wall, deal.dice) == (header.deal.wall, header.deal.dice)
    return same and commitment(server_seed, str(record.key)) == record.commitment


def _told(header: LogHeader) -> tuple[object, ...]:
    return (
        header.hand,
        header.dealer,
        header.seed,
        header.client_seeds,
        header.context,
        header.commitment,
        header.options,
    )


def _booked(record: HandRecord) -> tuple[object, ...]:
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
        says = f"played again it pays {settle.get('deltas')}, the books say {list(record.deltas)}"
        yield Finding("log-result", kept.where, says)
    if settle.get("next_dealer") != record.next_dealer:
        yield Finding("log-result", kept.where, f"played again {settle.get('next_dealer')} deals next")
    wins = [(line.get("seat"), line.get("ke")) for line in lines if line.get("type") == "win"]
    booked = [(win.get("seat"), win.get("ke")) for win in record.wins]
    if wins != booked:
        yield Finding("log-result", kept.where, f"played again the wins are {wins}, the books say {booked}")
    if any(line.get("type") == "exhausted" for line in lines) != record.exhausted:
        yield Finding("log-result", kept.where, "the books are wrong about the end of the wall")
