"""Players, their sessions, accounts and restrictions."""
