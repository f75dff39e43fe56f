"""Foes, assets and characters of Ironsworn as TOML."""
