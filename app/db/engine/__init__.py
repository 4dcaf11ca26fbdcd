"""The database: URLs, connections, transactions, errors, checks and migrations."""
