"""What a hand is worth: its score, its waits, and its near misses."""
