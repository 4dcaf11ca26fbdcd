"""Measures which lines and branches of ``app`` a Python process runs; writes them to a file at its end.

``make test`` puts the folder tests/support/measured on PYTHONPATH: each Python process of a run then calls
``begin``, the servers that tests start too. A process that is killed writes nothing. pytest-xdist kills its
processes, so they write when their last test is over.

Measuring a module makes its import twice as long. So a server measures only what no test runs in its own
process.
"""

import atexit
import json
import os
import sys
import uuid
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from slipcover import Slipcover

APP: Final = Path(__file__).resolve().parents[2] / "app"
FOLDER: Final = "COVERAGE_FOLDER"
"""The variable that names the folder for what the processes write. Without it nothing is measured."""
IN_SERVERS: Final = tuple(
    APP / name for name in ("commands", "serving", "config", "telemetry", "kit", "main.py")
)
"""What ``python -m app …`` measures of itself."""
EXCLUDED: Final = (r"\.\.\.$",)
"""Bodies of protocols; beside ``if TYPE_CHECKING:`` and ``# pragma: no cover``."""
_open: "Final[list[tuple[Slipcover, Path]]]" = []
"""The measure of this process with the folder for it, until it is written."""


def begin() -> None:
    """Measure this process from its first import of ``app`` on, if COVERAGE_FOLDER is set."""
    if folder := os.environ.get(FOLDER):
        sys.meta_path.insert(0, _FirstImport(Path(folder)))


def new_measure(source: Path | None = None) -> "Slipcover":
    """What counts lines and branches; with ``source``, files of that folder that are never imported too."""
    from slipcover import Slipcover

    sources = None if source is None else [str(source)]
    return Slipcover(branch=True, source=sources, exclude_also=list(EXCLUDED))


class _FirstImport(MetaPathFinder):
    """Starts the measure when ``app`` is imported. A process that never does so loses no time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != APP.name:
            return None
        from slipcover import FileMatcher, ImportManager

        sys.meta_path.remove(self)
        measure = new_measure()
        sources = IN_SERVERS if sys.orig_argv[1:3] == ["-m", APP.name] else (APP,)
        manager = ImportManager(measure, FileMatcher(sources=sources))
        manager.__enter__()
        _open.append((measure, self._folder))
        found: ModuleSpec | None = manager.mpf.find_spec(name, path, target)
        return found


@atexit.register
def pytest_sessionfinish() -> None:
    """Write what this process ran: one file, complete or not there. A second call does nothing."""
    while _open:
        measure, folder = _open.pop()
        file = folder / f"{uuid.uuid4().hex}.json"
        started = file.with_suffix(".part")
        started.write_text(json.dumps(measure.get_coverage()), "utf-8")
        started.rename(file)
