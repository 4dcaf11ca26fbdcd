"""The reference client: a small player of the public protocol. Imports nothing else of the server."""
