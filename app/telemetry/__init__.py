"""Logs, metrics and trace names. Every package may use them; they use none."""
