"""Reward along the way: how the fitted chance to win changes, over a game the result less the chance at the start."""

import numpy as np
import pytest

from shieldmate.agents.oathsworn_environments import oathsworn_tables
from shieldmate.apps.cli import main
from shieldmate.envs.oathsworn.face import FACE
from shieldmate.training.learner_env import LearnerEnv

GAMES = 32


@pytest.mark.parametrize("hint", [False, True])
def test_a_game_is_paid_its_result_less_its_chance_at_the_start(hint):
    tables = oathsworn_tables("oathsworn/broodmother-even", None, None, None, None, (0,), ["scripted"])
    env = LearnerEnv(FACE, tables, GAMES, hint, {}, shaped=True)
    env.seed(3)
    env.reset()
    assert env.shaping is not None
    rng = np.random.default_rng(0)
    start, paid = env.shaping.worth.copy(), np.zeros(GAMES)
    assert ((start > 0.02) & (start < 0.98)).all()
    ended, along = [], []
    for _ in range(200):
        masks = env.action_masks()
        env.step_async((rng.random(masks.shape) * masks).argmax(axis=1))
        _, rewards, dones, infos = env.step_wait()
        paid += rewards
        along += rewards[~dones].tolist()
        for i in np.flatnonzero(dones):
            won = infos[i]["outcome"] == "win"
            assert paid[i] == pytest.approx(won - start[i], abs=1e-4)
            assert infos[i]["episode"]["r"] == won
            ended.append(won)
        start[dones], paid[dones] = env.shaping.worth[dones], 0
    assert {True, False} == set(ended)
    assert min(along) < -0.05
    assert max(along) > 0.05


def test_in_ironsworn_it_is_refused_in_one_line(tmp_path, capsys):
    config, folder = tmp_path / "own.toml", tmp_path / "run"
    config.write_text(
        'game = "ironsworn"\n[[tables]]\nscenarios = ["ironsworn/bear"]\n[learn]\nshaped = true\n', encoding="utf-8"
    )
    assert main(["train", "--config", str(config), "--out", str(folder)]) == 2
    told = capsys.readouterr().err
    assert "learn.shaped: found true in a run of ironsworn" in told
    assert told.count("\n") == 1
    assert not folder.exists()
