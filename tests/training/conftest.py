"""What needs the extra `train` is left out where that is not installed."""

from importlib import import_module
from importlib.util import find_spec

LEARNING = {"torch", "stable_baselines3", "sb3_contrib"}


def pytest_ignore_collect(collection_path):
    """Leave out a module of tests that cannot be imported for want of it."""
    if collection_path.suffix != ".py" or find_spec("sb3_contrib"):
        return None
    try:
        import_module(f"shieldmate.tests.training.{collection_path.stem}")
    except ModuleNotFoundError as error:
        return error.name in LEARNING or None
    return None
