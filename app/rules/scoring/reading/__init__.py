"""The readings of a hand: how it divides into groups, and whether it wins."""
