"""The WebSocket endpoint: hello, resume, frames out, acts in, limits, drain."""
