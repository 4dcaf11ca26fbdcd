"""Operators, their audit log, announcements, and the keys of the server."""
