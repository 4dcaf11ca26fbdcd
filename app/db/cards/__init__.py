"""Room cards: the double-entry ledger, and what a match charges."""
