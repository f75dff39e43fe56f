"""Pilots of Ironsworn."""
