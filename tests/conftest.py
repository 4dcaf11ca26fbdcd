"""Property tests take as long as the machine needs; in CI every run tries the same examples."""

import os

from hypothesis import HealthCheck, settings

settings.register_profile("home", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("home"), derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "home")
