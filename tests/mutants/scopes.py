"""The packages that a mutation run covers, and the tests that are meant to notice their mutants."""

from typing import Final, NamedTuple


class Scope(NamedTuple):
    """Folders of tests: ``near`` is meant to notice, ``far`` may."""

    near: tuple[str, ...]
    far: tuple[str, ...] = ()


SCOPES: Final = {
    "rules": Scope(("tests/rules", "tests/perft", "tests/golden"), ("tests/rooms", "tests/wire")),
    "rooms": Scope(("tests/rooms",), ("tests/wire",)),
    "wire": Scope(("tests/wire",), ("tests/rooms",)),
    "stores": Scope(("tests/stores",), ("tests/play",)),
    "db": Scope(("tests/db",)),
    "play": Scope(("tests/play",), ("tests/gateway",)),
    "gateway": Scope(("tests/gateway",), ("tests/play",)),
    "api": Scope(("tests/api",)),
}
"""By package of ``app``."""
