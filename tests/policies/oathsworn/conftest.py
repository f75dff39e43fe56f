"""Lets the tests of this folder import what the tests of the rules share."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2] / "oathsworn"))
