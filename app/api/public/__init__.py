"""Routes for players and for clients."""
