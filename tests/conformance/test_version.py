"""The version of a game is raised when it is played or seen otherwise (tests/golden/README.md)."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

VERSIONS = Path(__file__).parent.parent / "golden" / "versions.json"
DECISIONS = 150


def played(game):
    """A hash of what some games with actions taken in turn show: whose decision, what is legal, what is seen."""
    told = hashlib.sha256(f"{game.face.rules.actions} {game.face.layout.digest}".encode())
    for settings in game.varied:
        env = game.make(**settings)
        _, info = env.reset(seed=1)
        for step in range(DECISIONS):
            arena, legal = env.arena, np.flatnonzero(info["action_mask"])
            seen = game.face.view(arena.states, 0, arena.books, 0, arena.seat).observation
            told.update(f"{arena.seat} {legal.tolist()}".encode() + (1000 * seen).round().astype("<i4").tobytes())
            *_, reward, terminated, truncated, info = env.step(int(legal[7 * step % len(legal)]))
            told.update(f"{reward} {terminated}".encode())
            if terminated or truncated:
                _, info = env.reset()
    return told.hexdigest()


@pytest.mark.compiled
def test_what_is_played_or_seen_otherwise_has_another_version(game):
    known = json.loads(VERSIONS.read_text(encoding="utf-8"))[game.name]
    version = str(game.face.rules.version)
    found = played(game)
    assert found not in {digest for number, digest in known.items() if number != version}
    assert known.get(version) == found, (
        f"{game.name} is played or seen otherwise than in version {version}. If that has been released, raise VERSION "
        f"in envs/{game.name}/game.py. Then put {found} for the version into {VERSIONS.name}."
    )
