"""What the audit says about a row that cannot be right."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong. ``check`` names the rule, ``where`` the row, ``detail`` both sides of it."""

    check: str
    where: str
    detail: str

    def __str__(self) -> str:
        return f"{self.check}: {self.where}: {self.detail}"
