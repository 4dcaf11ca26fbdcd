"""Live rooms: state, streams, timers, presence, outbox and pokes."""
