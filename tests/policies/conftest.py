"""Lets the tests of this folder import what they share, among themselves and with the rules' tests (`table`)."""

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "ironsworn"), str(HERE.parent / "oathsworn")]
