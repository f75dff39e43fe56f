"""Lets the tests of this folder import what they share (`content_files` and others)."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
