"""A real Chromium at a real table."""
