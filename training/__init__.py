"""Learning and measuring; the only folder that imports torch and stable-baselines3."""
