"""Pilots of Oathsworn."""
