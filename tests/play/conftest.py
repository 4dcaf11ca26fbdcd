"""Fixtures of a whole server."""

from tests.live_fixtures import bench, four, redis_url, server, settings, stores, template

__all__ = ["bench", "four", "redis_url", "server", "settings", "stores", "template"]
