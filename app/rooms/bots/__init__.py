"""Chooses actions for bots and for players on 托管."""
