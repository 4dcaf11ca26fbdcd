"""Bytes that each release has stored. Later releases have to read them."""
