"""Lets the tests of this folder import what the tests of the rules share; its `table` is `oathsworn_table` here."""

import importlib.util
import sys
from pathlib import Path

RULES = Path(__file__).parents[2] / "oathsworn"
sys.path.append(str(RULES))
if "oathsworn_table" not in sys.modules:
    spec = importlib.util.spec_from_file_location("oathsworn_table", RULES / "table.py")
    assert spec is not None
    assert spec.loader is not None
    sys.modules["oathsworn_table"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules["oathsworn_table"])
