"""The tables, and the insert that ignores a known row."""
