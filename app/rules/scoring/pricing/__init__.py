"""What each part of a reading earns, in 颗."""
