"""The WebSocket endpoint: hello, resume, frames, acts, limits, drain."""
