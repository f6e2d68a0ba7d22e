"""What all tests share: how many examples hypothesis tries, Ctrl-C, the mark of peers' tests."""

import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The same examples on every run: a test that passed here passes everywhere. `make test-deep` looks
# further, with new examples each time, and says which one failed.
settings.register_profile("fast", max_examples=50, deadline=None, derandomize=True)
settings.register_profile(
    "deep", max_examples=2_000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fast")

# Shells start jobs in the background with Ctrl-C ignored, and programs leave that to theirs: tests
# that interrupt one would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

PEERS = Path(__file__).parent / "peers"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test in tests/peers, so that `-m peers` runs them alone."""
    for item in items:
        if item.path.is_relative_to(PEERS):
            item.add_marker(pytest.mark.peers)
