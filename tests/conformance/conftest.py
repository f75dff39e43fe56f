"""Every test of this folder that takes `game` runs once for each game."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from games import GAMES


@pytest.fixture(params=GAMES, ids=str)
def game(request):
    return request.param
