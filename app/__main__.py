"""``python -m app``. An older Python has to get as far as the sentence, so nothing is imported before it."""

import sys

if sys.version_info < (3, 11):  # noqa: UP036
    sys.stderr.write("Python 3.11 or newer is needed, and this is {}.{}.\n".format(*sys.version_info))
    sys.exit(2)

from app.commands.program import main

if __name__ == "__main__":
    sys.exit(main())
