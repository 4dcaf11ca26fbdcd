"""Processes and sockets: listening, workers and their parent, the address that is printed."""
