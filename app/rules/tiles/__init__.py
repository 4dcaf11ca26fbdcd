"""Tiles, melds, hands as text, and the wall (R1-R5, R60)."""
