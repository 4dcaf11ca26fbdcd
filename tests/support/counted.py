"""Metric values of this process, for tests that compare before and after."""

from prometheus_client import REGISTRY


def counted(name: str, **labels: str) -> float:
    """The value of a series, 0 if it does not exist yet."""
    return REGISTRY.get_sample_value(name, labels) or 0.0
