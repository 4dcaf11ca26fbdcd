"""The room as a frozen value and as bytes."""
