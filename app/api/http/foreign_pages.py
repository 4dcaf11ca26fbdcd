"""Tells the operator once about each foreign page. Often it is the own page: a proxy has rewritten Host."""

import logging
from typing import Final

from app.kit.shown import shown

_log = logging.getLogger(__name__)
MOST: Final = 20
"""So many lines at most in the life of a process: strangers choose the names."""
_LONGEST: Final = 60


class ForeignPages:
    """The pages whose requests were refused, each told once with the setting that would allow it."""

    def __init__(self) -> None:
        self._told: set[tuple[str, str]] = set()

    def refused(self, origin: str, host: str) -> None:
        """Log a warning, unless these two were told before. ``host``: the header Host of the request."""
        both = shown(origin, _LONGEST), shown(host, _LONGEST)
        if both in self._told or len(self._told) >= MOST:
            return
        self._told.add(both)
        page, asked = both
        _log.warning(
            "The page %s asks for host %s: refused. If it is yours, set PUBLIC_URL to it.", page, asked
        )


foreign_pages: Final = ForeignPages()
"""Those of this process."""
