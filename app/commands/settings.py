"""Reads the settings for commands, and warns about names that look misspelt."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.config.settings import Settings


def read_settings(**overrides: object) -> "Settings":
    """Do what ``load_settings`` does, and print a warning for each doubtful name. Raises SettingsInvalid."""
    from app.config.names import doubtful_names
    from app.config.settings import check_file, load_settings

    check_file()
    warn(doubtful_names())
    return load_settings(**overrides)


def warn(sentences: Iterable[str]) -> None:
    """Print each warning on its own line, to stderr, apart from the output of the command."""
    for sentence in sentences:
        sys.stderr.write(f"注意 Warning: {sentence}\n")
