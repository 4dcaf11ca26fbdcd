"""The 颗 that each part of a reading earns."""
