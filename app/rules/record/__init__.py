"""Records of a hand: its state as bytes, its log, and its replay."""
