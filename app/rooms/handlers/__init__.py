"""What each command changes, subject by subject."""
