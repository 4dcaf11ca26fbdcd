"""The audit of the books in a process of its own, so that the players of this worker do not notice it."""

import asyncio
import logging
import os
import sys
from typing import Final

import msgspec

_log = logging.getLogger(__name__)
_ANSWERS: Final = (0, 1)
"""Exit codes of an audit that ran: without and with findings."""


class AuditFailed(Exception):
    """The audit did not run to its end. The log has its last words."""


class AuditResult(msgspec.Struct, frozen=True):
    """Numbers of audited rows, and each finding as a line of text."""

    accounts: int
    transfers: int
    hands: int
    replayed: int
    pruned: int
    findings: list[str]


class AuditProcess:
    """Runs the command ``verify-ledger``. At most one runs at a time; a second caller waits for its turn."""

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._turn = asyncio.Lock()

    async def run(self) -> AuditResult:
        """Check the books. Raises AuditFailed."""
        async with self._turn:
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "app",
                "verify-ledger",
                "--json",
                env={**os.environ, "DATABASE_URL": self._database_url},
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
            try:
                result, words = await process.communicate()
            finally:
                if process.returncode is None:
                    process.kill()
        if process.returncode not in _ANSWERS:
            _log.error("the audit failed: %s", words.decode("utf-8", "replace").strip()[-500:])
            raise AuditFailed
        try:
            return msgspec.json.decode(result, type=AuditResult)
        except msgspec.DecodeError as error:
            _log.error("the audit said nothing that can be read", exc_info=error)
            raise AuditFailed from error
