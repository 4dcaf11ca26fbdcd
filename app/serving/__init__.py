"""Processes and sockets: the listening socket, the workers, their parent process, the printed address."""
