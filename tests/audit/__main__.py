"""Are there advisories about what is locked? ``make audit``, or ``python -m tests.audit`` after it.

Exit code 0: asked, and there are none. 1: there are some. 3: they could not be asked, which is said loudly.
"""

import subprocess
import sys
from pathlib import Path

from tests.audit.advisories import read_npm_audit, read_pip_audit, report

ROOT = Path(__file__).resolve().parent.parent.parent


def main() -> int:
    """Ask both."""
    locks = [word for lock in sorted((ROOT / "requirements").glob("*.txt")) for word in ("-r", str(lock))]
    pip = [sys.executable, "-m", "pip_audit", *locks, "--require-hashes", "--disable-pip"]
    pip_output = _run([*pip, "--format", "json", "--progress-spinner", "off"], ROOT)
    npm_output = _run(["npm", "audit", "--json"], ROOT / "web")
    code, lines = report({"pip-audit": read_pip_audit(*pip_output), "npm audit": read_npm_audit(*npm_output)})
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return code


def _run(command: list[str], folder: Path) -> tuple[str, str]:
    """Its output, and what it complains of."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        return "", str(error)
    return done.stdout, done.stderr


if __name__ == "__main__":
    sys.exit(main())
