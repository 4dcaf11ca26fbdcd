"""Compares the speed of the rules engine with two other packages (``make bench``)."""
