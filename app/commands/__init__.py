"""``python -m app …``: each command imports only what it needs."""
