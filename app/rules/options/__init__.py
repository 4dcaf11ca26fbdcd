"""The options of a room, the four presets, and the table of scoring items."""
