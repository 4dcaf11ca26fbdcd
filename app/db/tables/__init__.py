"""The tables, and an insert that leaves an existing row alone."""
