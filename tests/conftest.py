"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# The same examples in every run: a failure is a change, not luck.
settings.register_profile("tarotsim", derandomize=True, deadline=None)
settings.load_profile("tarotsim")
