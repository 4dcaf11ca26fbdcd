"""Speed of the rules engine beside two other packages; ``make bench``."""
