"""The scripted pilot of Ironsworn: sensible play from exact odds of the next roll and a worth of what it leaves."""

from .decide import scripted as scripted
