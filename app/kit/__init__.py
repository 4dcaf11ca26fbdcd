"""Small tools that know nothing of the game: network addresses, passwords and one-time codes."""
