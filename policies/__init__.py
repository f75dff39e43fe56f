"""How a decision is made: random, scripted, exact, search, network."""
