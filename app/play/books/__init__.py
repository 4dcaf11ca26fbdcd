"""What a room has in the database: its results, its reservations, its settings, and how it is rebuilt."""
