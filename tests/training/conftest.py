"""What needs the extra `train` is left out where that is not installed."""

from importlib.util import find_spec

NEED_TORCH = ["test_net.py", "test_searched.py", "test_shaping.py", "test_training.py"]
collect_ignore = [] if find_spec("sb3_contrib") else NEED_TORCH
