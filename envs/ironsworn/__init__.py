"""Fights of Ironsworn."""
