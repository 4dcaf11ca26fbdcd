"""Where rooms, store and database meet: the step, deadlines, settlement, rebuilding."""
