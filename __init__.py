"""Shieldmate fills the empty seats at a co-operative table."""

__version__ = "0.1.0"
