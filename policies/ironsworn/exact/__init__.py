"""The exact solver of solo fights: the engine's own transitions, collected once and solved layer by layer."""
