"""Lets the tests of this folder import the random scenarios of the rules' tests (`random_play`)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "ironsworn"))
