"""What tests share: real servers, players on sockets, hands and tables."""
