"""The scripted pilot of Oathsworn: every play has a worth in HP, from quick odds of might and what enemies threaten."""

from .decide import scripted as scripted
