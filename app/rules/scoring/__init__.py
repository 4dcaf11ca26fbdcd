"""Scoring: the score of a hand, its waits, and its near misses."""
