"""Loops that run beside the tables: timers, presence, settlement, closing, tidying."""
