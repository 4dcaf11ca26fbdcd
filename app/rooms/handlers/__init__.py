"""The handlers of the commands. Each changes a ``Draft``."""
