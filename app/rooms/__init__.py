"""The room as a frozen value. A command gives the next room, the events of the hand and the outbox."""
