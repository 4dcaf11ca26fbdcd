"""The private Valkey server of a table at home."""
