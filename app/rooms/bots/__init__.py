"""How the table plays for a bot or an absent player."""
