"""Shieldmate fills the empty seats at a co-operative table."""

from .envs.registration import register_when_loaded

__version__ = "0.1.0"

register_when_loaded()
