"""Classes, gear, injuries, allies and encounters of Oathsworn as TOML."""
