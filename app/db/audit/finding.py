"""A finding of the audit."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One error in the books. ``check``: the rule; ``where``: the row; ``detail``: found and expected."""

    check: str
    where: str
    detail: str

    def __str__(self) -> str:
        return f"{self.check}: {self.where}: {self.detail}"
