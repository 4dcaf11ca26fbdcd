"""广安麻将: rules, rooms and the server around them."""
