"""Complete hands of random legal play, their logs and a summary (for ``python -m app simulate``)."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

from app.rules.hand.actions import Proceed
from app.rules.hand.events import Event, Exhausted, Konged, KongRobbed, Passed, Settled, Won
from app.rules.hand.legal import pending_seats
from app.rules.hand.state import Over
from app.rules.hand.transition import apply, start
from app.rules.options.option_specs import Seating
from app.rules.options.options import Options, make_options
from app.rules.record.log import LogHeader, log_bytes, log_lines
from app.rules.simulate.random_player import Chance, choose_action
from app.rules.tiles.tiles import Seat
from app.rules.tiles.wall import Deal, commitment, derive_deal, seating


@dataclass(frozen=True, slots=True)
class SimulatedHand:
    """One hand: the header of its log, and its events."""

    header: LogHeader
    events: tuple[Event, ...]


def run_simulation(
    hands: int,
    seed: int,
    preset: str,
    overrides: Mapping[str, object],
    sink: Callable[[bytes], object] | None = None,
) -> dict[str, object]:
    """Play ``hands`` hands, pass the log of each as bytes to ``sink``, and return the summary as JSON values.

    The summary: ``preset``, ``seed``, ``hands``, ``wins``, ``kongs``, ``passes``, ``several_winners`` (tiles
    with more than one winner), ``robbed_kongs``, ``exhausted`` (hands), ``ke_moved`` (颗 of all transfers),
    ``items`` (for each item, the wins that earn it) and ``digest`` (SHA-256 of all logs). Raises OptionError.
    """
    options = make_options(preset, overrides)
    digest = hashlib.sha256()
    counts: Counter[str] = Counter()
    items: Counter[str] = Counter()
    for hand in simulate(hands, seed, preset, options):
        log = log_bytes(log_lines(hand.header, hand.events))
        digest.update(log)
        if sink is not None:
            sink(log)
        counts.update(_counted(hand.events))
        for event in hand.events:
            if isinstance(event, Won):
                items.update(event.score.totals().keys())
    names = ("wins", "kongs", "passes", "several_winners", "robbed_kongs", "exhausted", "ke_moved")
    return {
        "preset": preset,
        "seed": seed,
        "hands": hands,
        **{name: counts[name] for name in names},
        "items": dict(sorted(items.items(), key=lambda item: (-item[1], item[0]))),
        "digest": digest.hexdigest(),
    }


def simulate(hands: int, seed: int, preset: str, options: Options) -> Iterator[SimulatedHand]:
    """Random hands in matches of ``options.hands`` hands. The same arguments give the same hands."""
    dealer = 0
    for index in range(hands):
        number = index % options.hands + 1
        context = f"simulate:{seed}:{index}"
        server_seed = hashlib.sha256(f"{context}/server".encode()).digest()
        client_seeds = tuple(
            hashlib.sha256(f"{context}/{seat}".encode()).digest()[:16] for seat in range(options.players)
        )
        deal = derive_deal(server_seed, client_seeds, context, options.players)
        if number == 1:
            dealer = _first_dealer(options, deal)
        header = LogHeader(
            preset=preset,
            options=options,
            hand=number,
            dealer=dealer,
            deal=deal,
            seed=server_seed.hex(),
            client_seeds=tuple(client.hex() for client in client_seeds),
            context=context,
            commitment=commitment(server_seed, context),
        )
        events, dealer = _play(options, deal, dealer, Chance(context))
        yield SimulatedHand(header, events)


def _first_dealer(options: Options, deal: Deal) -> Seat:
    """The first dealer of a match (R4).

    With seating ``dice`` the highest throw sits at seat 0. With ``keep`` the seats stay.
    """
    return 0 if options.seating is Seating.DICE else seating(deal.seating_dice, options.players)[0]


def _play(options: Options, deal: Deal, dealer: Seat, chance: Chance) -> tuple[tuple[Event, ...], Seat]:
    step = start(options, deal, dealer)
    events = list(step.events)
    while not isinstance(step.state.phase, Over):
        pending = pending_seats(step.state)
        action = choose_action(step.state, chance.pick(pending), chance) if pending else Proceed()
        step = apply(step.state, action)
        events.extend(step.events)
    return tuple(events), step.state.phase.result.next_dealer


def _counted(events: tuple[Event, ...]) -> Counter[str]:
    """The numbers that one hand adds to the summary."""
    counts: Counter[str] = Counter()
    for event in events:
        match event:
            case Won():
                counts["wins"] += 1
            case Konged():
                counts["kongs"] += 1
            case Passed():
                counts["passes"] += 1
            case KongRobbed():
                counts["robbed_kongs"] += 1
            case Exhausted():
                counts["exhausted"] += 1
            case Settled(transfers=transfers):
                counts["ke_moved"] += sum(transfer.ke for transfer in transfers)
            case _:
                continue
    # Other events always come between wins on different tiles, so each run of wins is on one tile.
    runs = [len(list(run)) for is_win, run in groupby(events, lambda event: isinstance(event, Won)) if is_win]
    counts["several_winners"] = sum(run > 1 for run in runs)
    return counts
