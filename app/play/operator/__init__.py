"""What the operator sees of rooms, and what the operator does to them."""
