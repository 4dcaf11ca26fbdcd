"""The protocol: its messages, and the views and frames that the server renders for each member."""
