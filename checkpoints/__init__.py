"""Shipped weights, each with a JSON card."""
