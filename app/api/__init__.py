"""HTTP: guests, rooms, history, health, and the files of the browser client."""
