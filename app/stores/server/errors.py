"""What a store may raise: four faults that a caller can tell apart."""


class StoreError(Exception):
    """Base of every fault of this package; the message is one sentence fit for a log."""


class StoreUnavailable(StoreError):
    """The server cannot be reached, is still loading, or may not be written to: try again later."""


class StoreOverloaded(StoreError):
    """The server is up and refuses writes (memory or disk full): nothing of the call was written."""


class StoreConfigError(StoreError):
    """The server is set up in a way that could lose a room: refuse to start."""


class StoreRejected(StoreError):
    """A call was malformed (a caller's bug) or a stored value is not what we wrote; nothing was written."""
