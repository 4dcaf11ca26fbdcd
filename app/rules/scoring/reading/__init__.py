"""How a hand divides into groups, and whether it wins."""
