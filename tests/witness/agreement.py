"""Compares the scorer of the program with the naive scorer."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from app.rules.options.options import Options, options_to_json
from app.rules.scoring.scoring import Circumstances, WinBy, score
from app.rules.tiles.hand_text import format_hand
from app.rules.tiles.melds import Meld, MeldKind
from app.rules.tiles.tiles import SUIT_LETTERS, Counts, Suit, Tile, format_tile, tiles_of
from tests.witness.naive_hands import KINDS, Kind, Win
from tests.witness.naive_scorer import naive_score

PLAIN = Circumstances(WinBy.DISCARD)


@dataclass(frozen=True)
class Case:
    """A hand with its winning tile, complete or not, and how the player won."""

    melds: tuple[Meld, ...]
    concealed: Counts
    tile: Tile
    circumstances: Circumstances = field(default=PLAIN)
    void_suit: Suit | None = None


def naive_win(case: Case) -> Win:
    """The case in the form of the naive scorer."""

    def kinds(*wanted: MeldKind) -> tuple[Kind, ...]:
        return tuple(KINDS[meld.tile] for meld in case.melds if meld.kind in wanted)

    return Win(
        kinds(MeldKind.PUNG),
        kinds(MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG),
        kinds(MeldKind.CONCEALED_KONG),
        tuple(KINDS[tile] for tile in tiles_of(case.concealed)),
        KINDS[case.tile],
        case.circumstances.by.value,
        case.circumstances.after_kong,
        case.circumstances.last_tile,
        None if case.void_suit is None else SUIT_LETTERS[case.void_suit],
    )


def difference(options: Options, json: dict[str, object], case: Case) -> str | None:
    """A text about the disagreement of the two scorers; None if they agree. ``json``: the same options."""
    result = score(options, case.melds, case.concealed, case.tile, case.circumstances, case.void_suit)
    expected = naive_score(json, naive_win(case))
    if result is None and expected is None:
        return None
    if result is not None and expected is not None:
        ke, multiplier, items = expected
        if (result.ke, result.multiplier) == (ke, multiplier) and Counter(result.totals()) in items:
            return None
    hand = f"{format_hand(case.melds, case.concealed)} on {format_tile(case.tile)}, {case.circumstances}"
    found = None if result is None else (result.ke, result.multiplier, result.totals())
    return f"{hand}, void suit {case.void_suit}: {found}, naive {expected}"


def differences(options: Options, cases: Iterable[Case]) -> list[str]:
    """The disagreements of the scorers over all cases."""
    json = options_to_json(options)
    found = (difference(options, json, case) for case in cases)
    return [text for text in found if text is not None]
