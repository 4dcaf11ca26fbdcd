"""Errors of the stores."""


class StoreError(Exception):
    """Base of the errors of this package. The message is one sentence for a log."""


class StoreUnavailable(StoreError):
    """The server does not answer, is still loading, or takes no writes now: try again later."""


class StoreOverloaded(StoreError):
    """The server refuses writes because memory or disk is full. The call wrote nothing."""


class StoreConfigError(StoreError):
    """The server's settings, or the URL, do not allow safe work: do not start."""


class StoreRejected(StoreError):
    """The call was malformed (a bug of the caller) or a stored value is not ours. Nothing was written."""
