"""What one seat may know of a hand, and what it can conclude."""
