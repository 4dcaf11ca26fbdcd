"""The private Valkey server: the owner's side (`embedded`) and the process that watches it (`guard`)."""
