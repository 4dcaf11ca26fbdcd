"""Routes for players and their clients."""
