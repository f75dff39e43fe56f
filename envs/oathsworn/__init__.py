"""Boss encounters of Oathsworn."""
