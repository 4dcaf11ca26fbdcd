"""A hand as bytes: its state, its log, and its replay."""
