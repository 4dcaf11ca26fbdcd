"""Whole hands of random legal play."""
