"""Room cards: the double-entry ledger (`cards`), and what a match charges (`charges`)."""
