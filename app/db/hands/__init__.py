"""Rooms, finished hands and their history."""
