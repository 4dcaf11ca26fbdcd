"""Profiles of property tests, and marks of tests that need a service.

Property tests have no time limit. In CI every run tries the same examples.
"""

import os

from hypothesis import HealthCheck, settings

from tests.support.marks import pytest_collection_modifyitems, pytest_runtest_protocol
from tests.support.measure import pytest_sessionfinish
from tests.support.tls import share_tls_contexts

__all__ = ["pytest_collection_modifyitems", "pytest_runtest_protocol", "pytest_sessionfinish"]

share_tls_contexts()
settings.register_profile("home", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("home"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")
