"""The messages of the protocol in both directions, and their schema."""
