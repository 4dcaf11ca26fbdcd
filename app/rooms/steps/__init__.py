"""One step: the command that goes in, the draft, and the outcome that comes out."""
