"""The view of one seat: what it may see of a hand, and hints that follow from it."""
