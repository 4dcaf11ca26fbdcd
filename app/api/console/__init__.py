"""Routes of the operator's console."""
