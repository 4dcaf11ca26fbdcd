"""Small tools that do not know the game: network addresses, passwords and one-time codes."""
