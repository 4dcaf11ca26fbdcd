"""The operator's view of rooms and actions on rooms."""
