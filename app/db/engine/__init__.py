"""The database itself: URLs, connections, transactions, checks and migrations."""
