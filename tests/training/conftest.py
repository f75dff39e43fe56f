"""What needs the extra `train` is left out where that is not installed."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("sb3_contrib") else ["test_searched.py", "test_training.py"]
