"""Background loops: timers, presence, booking, closing, card holds, retention, metrics."""
