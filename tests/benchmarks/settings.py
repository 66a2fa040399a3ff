"""The service's settings, with one address more: what an empty view costs."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.urls"
