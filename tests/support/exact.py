"""Whole messages for ``match=`` of pytest.raises, which looks for its pattern anywhere in the message."""

import re


def exactly(*messages: str) -> str:
    """The pattern that fits each of ``messages`` from its first character to its last, and nothing else."""
    patterns = "|".join(map(re.escape, messages))
    return f"^{patterns}$" if len(messages) == 1 else f"^({patterns})$"
