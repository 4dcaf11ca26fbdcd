"""Logs, metrics and trace names. Most packages may import them. They import no other package."""
