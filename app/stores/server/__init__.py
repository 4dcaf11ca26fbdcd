"""The connection to Redis or Valkey: calls, scripts, keys, clock and errors."""
