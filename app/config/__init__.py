"""Settings of the server, read from the environment and the ``.env`` file."""
