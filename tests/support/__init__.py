"""Helpers of the tests: real servers, players on sockets, hands and tables."""
