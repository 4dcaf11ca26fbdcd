"""Settings of the server, from the environment and the ``.env`` file."""
