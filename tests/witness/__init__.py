"""Second writings of the rules and the protocol. They share no code with the program."""
