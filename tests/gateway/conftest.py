"""Fixtures of a whole server."""

from tests.support.live_fixtures import four, redis_url, server, settings, stores, template

__all__ = ["four", "redis_url", "server", "settings", "stores", "template"]
