"""Python imports this module at its start, if this folder is on PYTHONPATH."""

from tests.support.measure import begin

begin()
