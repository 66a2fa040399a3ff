"""Settings of property tests: the same examples every time, and no deadline that a busy machine could miss."""

from hypothesis import settings

steady = settings(deadline=None, derandomize=True)
few = settings(steady, max_examples=25)
