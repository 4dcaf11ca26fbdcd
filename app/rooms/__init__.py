"""The room as a value: commands in; the next room, what happened and what is to be booked out."""
