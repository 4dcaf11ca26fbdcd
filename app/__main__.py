"""Runs ``python -m app``. Checks the version of Python first, because the imports need a new one."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.stderr.write(
        "This program needs Python 3.11 or newer. This is Python {}.{}.\n".format(*sys.version_info)
    )
    sys.exit(2)

from app.commands.program import main

if __name__ == "__main__":
    sys.exit(main())
