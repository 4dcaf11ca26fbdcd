"""The settings as commands read them: the operator is told of names that look misspelt."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.config.settings import Settings


def read_settings(**overrides: object) -> "Settings":
    """As ``load_settings``, with a warning for each name that nothing reads. Raises SettingsInvalid."""
    from app.config.names import doubtful_names
    from app.config.settings import load_settings

    warn(doubtful_names())
    return load_settings(**overrides)


def warn(sentences: Iterable[str]) -> None:
    """Each on a line of its own, beside what the command has to say."""
    for sentence in sentences:
        sys.stderr.write(f"注意 Warning: {sentence}\n")
