"""Every test of this folder that takes `game` runs once for each game."""

from importlib.util import find_spec

import pytest

from shieldmate.tests.conformance.games import GAMES

# Without the extra `train` the rest of the suite still runs.
collect_ignore = [] if find_spec("sb3_contrib") else ["test_stable_baselines.py"]


@pytest.fixture(params=GAMES, ids=str)
def game(request):
    return request.param
