"""Training runs: they learn, are the same for a seed, survive being killed, and are exported as they were."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator

from shieldmate.agents.pilots import Post, resolve
from shieldmate.apps.cli import main
from shieldmate.envs.core.content import ContentError
from shieldmate.envs.core.face import face_named
from shieldmate.policies.network import load_pilot
from shieldmate.training.config import Config
from shieldmate.training.folder import BEST, CURVE, LAST, held, read_note
from shieldmate.training.keeping import load_model
from shieldmate.training.network import network_of
from shieldmate.training.tables import tables_of
from shieldmate.training.trainer import LOG_EVERY, Run, Telling, device_of
from shieldmate.training.validation import Exam

pytestmark = pytest.mark.slow

LEARN = {"games": 32, "steps": 16, "batch": 256, "epochs": 2, "rate": 1e-3}
VALIDATION = {"games": 100, "every": 1_000}


def config_of(frames, **changes):
    data = {
        "game": "ironsworn",
        "tables": [{"scenarios": ["ironsworn/dangerous"]}],
        "network": {"hidden": [32]},
        "learn": {**LEARN, "frames": frames},
        "validation": VALIDATION,
    }
    return Config.model_validate(data | changes)


def toml_of(path, frames, hint="", rate=1e-3):
    path.write_text(
        f"""
        game = "ironsworn"
        [[tables]]
        scenarios = ["ironsworn/dangerous"]
        [network]
        hidden = [32]
        hint = "{hint}"
        [learn]
        frames = {frames}
        games = 32
        steps = 16
        batch = 256
        epochs = 2
        rate = {rate}
        [validation]
        games = 100
        every = 1_000
        """,
        encoding="utf-8",
    )
    return path


def run_of(config, folder, seed=1, **told):
    folder.mkdir(exist_ok=True)
    return Run(config, tables_of(config), folder, seed=seed, telling=Telling(**told))


def curve_of(folder):
    return [json.loads(line) for line in (folder / CURVE).read_text(encoding="utf-8").splitlines()]


@pytest.mark.timeout(120)  # some seconds of one processor, a minute of a slow one
def test_a_small_network_beats_random(tmp_path):
    config = config_of(4_000, imitate=[{"decisions": 10_000, "epochs": 6, "batch": 256, "rate": 3e-3}])
    run = run_of(config, tmp_path)
    run.begin()
    assert run.learn()
    exam = Exam(face_named("ironsworn"), tables_of(config), 300)
    random = exam.won_by_pilot(resolve("random", Post("ironsworn", 0, 0)))
    assert run.best > random.mean() + 0.2
    rows = curve_of(tmp_path)
    assert [row["illegal"] for row in rows] == [0] * len(rows)
    assert {"entropy", "value_loss", "win"} <= rows[-1].keys()


def test_the_same_seed_is_the_same_run_with_several_threads(tmp_path):
    data = {"game": "oathsworn", "tables": [{"scenarios": ["oathsworn/broodmother"]}], "validation": {"games": 10}}
    config = Config.model_validate({**data, "network": {"hint": "scripted"}, "learn": {"frames": 20_000}})
    found = []
    for _ in range(2):
        run = Run(config, tables_of(config), tmp_path, seed=3, jobs=2)
        run.begin()
        assert run.learn()
        assert torch.get_num_threads() == 2
        found.append(network_of(run.model.policy).digest)
    assert found[0] == found[1]


def shown_by_tensorboard(folder):
    found = EventAccumulator(str(folder)).Reload()
    return {tag: [(event.step, event.value) for event in found.Scalars(tag)] for tag in found.Tags()["scalars"]}


def test_tensorboard_shows_every_validation_and_the_losses(tmp_path):
    run = run_of(config_of(4_000, imitate=[{"decisions": 2_000, "epochs": 2, "batch": 32}]), tmp_path)
    run.begin()
    assert run.learn()
    run.model.logger.close()
    shown, rows = shown_by_tensorboard(tmp_path), curve_of(tmp_path)
    assert [value for _, value in shown["validation/win"]] == pytest.approx([row["win"] for row in rows])
    assert [step for step, _ in shown["validation/win"]][1:] == [row["frames"] for row in rows][1:]
    assert {value for _, value in shown["play/illegal"]} == {0}
    assert len(shown["train/entropy_loss"]) == len(shown["train/value_loss"]) > 3
    losses = [value for _, value in shown["teaching/loss"]]
    assert losses[-1] < losses[0]
    assert len(losses) == len(shown["teaching/value_loss"]) == run.taught // LOG_EVERY + 1


def test_a_warm_start_is_shown_too(tmp_path):
    plan = {"teacher": "rollout:1", "decisions": 60, "epochs": 2, "batch": 16}
    run = run_of(config_of(0, network={"hidden": [16], "hint": "scripted"}, imitate=[plan]), tmp_path)
    run.begin()
    run.model.logger.close()
    shown = shown_by_tensorboard(tmp_path)
    assert [value for _, value in shown["validation/win"]] == pytest.approx([curve_of(tmp_path)[0]["win"]])
    assert "teaching/loss" in shown


def test_a_run_that_ended_in_its_warm_start_begins_it_again(tmp_path):
    plan = {"teacher": "rollout:1", "decisions": 40, "epochs": 1, "batch": 16, "rounds": 3}
    config = config_of(0, network={"hidden": [16], "hint": "scripted"}, imitate=[plan])
    whole = run_of(config, tmp_path / "whole")
    whole.begin()
    ended = run_of(config, tmp_path / "ended", stop=lambda: (tmp_path / "ended" / LAST).exists())
    with pytest.raises(KeyboardInterrupt):
        ended.begin()
    assert len(curve_of(tmp_path / "ended")) == 1
    again = run_of(config, tmp_path / "ended")
    assert not again.resume()
    again.begin()
    assert again.resume()
    assert curve_of(tmp_path / "ended") == curve_of(tmp_path / "whole")
    assert len(curve_of(tmp_path / "whole")) == 3
    assert network_of(again.model.policy).digest == network_of(whole.model.policy).digest


def test_a_line_of_the_curve_that_was_cut_off_is_dropped(tmp_path):
    run = run_of(config_of(1_500), tmp_path)
    run.begin()
    run.learn()
    rows = curve_of(tmp_path)
    with (tmp_path / CURVE).open("a", encoding="utf-8") as file:
        file.write('{"frames": 15')
    assert run_of(config_of(1_500), tmp_path).resume()
    assert curve_of(tmp_path) == rows


@pytest.mark.parametrize("hint", ["", "scripted"])
def test_numpy_computes_what_torch_computes(tmp_path, hint):
    config = config_of(600, network={"hidden": [64, 32], "option": 24, "hint": hint})
    run = run_of(config, tmp_path)
    run.begin()
    run.learn()
    obs, masks = run.env.reset(), run.env.action_masks()
    network = network_of(run.model.policy)
    with torch.no_grad():
        logits, values = run.model.policy.net(torch.as_tensor(obs), torch.as_tensor(masks))
    found = network.logits(obs, masks)
    assert np.abs(found - logits.numpy())[masks].max() < 1e-5
    assert np.isneginf(found[~masks]).all()
    assert np.abs(network.values(obs) - values.numpy()).max() < 1e-5
    acts, _ = run.model.predict(obs, action_masks=masks, deterministic=True)
    assert np.array_equal(acts, found.argmax(axis=1))


def test_with_a_hint_it_begins_as_the_scripted_pilot(tmp_path):
    run = run_of(config_of(0, network={"hidden": [16], "hint": "scripted"}), tmp_path)
    run.begin()
    scripted = run.exam.won_by_pilot(resolve("scripted", Post("ironsworn", 0, 0)))
    assert run.best == scripted.mean()


def test_what_it_is_blind_to_changes_nothing(tmp_path):
    config = config_of(1_500, network={"hidden": [16], "blind": {"table": [1], "me": [2, 3]}})
    run = run_of(config, tmp_path)
    run.begin()
    run.learn()
    layout, network, obs = run.face.layout, network_of(run.model.policy), run.env.reset()
    masks = run.env.action_masks()
    places = [layout.start("table") + 1, layout.start("me") + 2, layout.start("me") + 3]
    other = obs.copy()
    other[:, places] = 0.7
    assert np.array_equal(network.logits(other, masks), network.logits(obs, masks))
    other[:, layout.start("me") + 4] += 0.5
    assert not np.array_equal(network.logits(other, masks), network.logits(obs, masks))


def test_the_same_seed_gives_the_same_run(tmp_path):
    curves, weights = [], []
    for name, seed in (("one", 1), ("same", 1), ("other", 2)):
        run = run_of(config_of(2_000), tmp_path / name, seed)
        run.begin()
        run.learn()
        curves.append(curve_of(tmp_path / name))
        weights.append(run.model.policy.net.score.weight.detach().numpy().copy())
    assert curves[0] == curves[1]
    assert np.array_equal(weights[0], weights[1])
    assert not np.array_equal(weights[0], weights[2])


KILLED = """
import os, signal, sys
from shieldmate.apps.cli import main
from shieldmate.training.trainer import Run

keep = Run.keep

def killed(run, name):  # with the validation in the curve, before the learner is kept
    if run.model.num_timesteps > 3_000:
        os.kill(os.getpid(), signal.SIGKILL)
    keep(run, name)

Run.keep = killed
main(sys.argv[1:])
"""


def test_a_killed_run_goes_on(tmp_path):
    config = toml_of(tmp_path / "run.toml", frames=6_000)
    folder = tmp_path / "run"
    typed = ["train", "--config", str(config), "--out", str(folder)]
    killed = subprocess.run([sys.executable, "-c", KILLED, *typed], check=False, capture_output=True)
    assert killed.returncode == -signal.SIGKILL
    before = curve_of(folder)
    assert len(before) >= 4
    frames = read_note(folder / LAST).frames
    assert 0 < frames < before[-1]["frames"] < 6_000
    line = [sys.executable, "-m", "shieldmate", *typed]
    subprocess.run([*line, "--resume"], check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    after = curve_of(folder)
    kept = [row for row in before if row["frames"] <= frames]
    assert after[: len(kept)] == kept
    assert after[-1]["frames"] >= 6_000
    told = [row["frames"] for row in after]
    assert told == sorted(set(told))
    assert max(row["win"] for row in after) == read_note(folder / BEST).best


def test_a_run_is_read_back_with_its_optimiser(tmp_path):
    run = run_of(config_of(1_500), tmp_path)
    run.begin()
    run.learn()
    again = run_of(config_of(1_500), tmp_path, seed=9)
    again.resume()
    assert again.model.num_timesteps == run.model.num_timesteps
    first, second = (each.model.policy.optimizer.state_dict()["state"] for each in (run, again))
    assert first.keys() == second.keys() != set()
    assert all(torch.equal(first[k][part], second[k][part]) for k in first for part in first[k])
    assert again.learn()


def test_a_run_of_another_shape_is_refused(tmp_path):
    run = run_of(config_of(600, network={"hidden": [32, 16]}), tmp_path)
    run.begin()
    for hidden in ([48], [32, 32], [16]):
        other = run_of(config_of(600, network={"hidden": hidden}), tmp_path)
        with pytest.raises(ContentError, match="another configuration"):
            load_model(tmp_path / LAST, other.model)
    flat = run_of(config_of(600, network={"hidden": [32, 32]}), tmp_path / "deep")
    flat.begin()
    with pytest.raises(ContentError, match="another configuration"):
        load_model(tmp_path / "deep" / LAST, run.model)


def test_what_no_game_pays_for_is_refused(tmp_path):
    with pytest.raises(ContentError, match="rewards: found glory; valid: win"):
        run_of(config_of(600, learn={**LEARN, "rewards": {"glory": 1.0}}), tmp_path)


@pytest.mark.parametrize("steps", [1, 2, 9, 10, 11])
def test_rollouts_teach_in_few_steps(tmp_path, steps):
    plan = {"teacher": "rollout:1", "decisions": 20, "epochs": steps, "batch": 19}
    run = run_of(config_of(0, network={"hidden": [16], "hint": "scripted"}, imitate=[plan]), tmp_path)
    run.begin()
    assert run.taught == steps


def test_two_processes_do_not_train_in_one_folder(tmp_path, capsys):
    config = toml_of(tmp_path / "run.toml", frames=600)
    with held(tmp_path / "run"):
        assert main(["train", "--config", str(config), "--out", str(tmp_path / "run")]) == 2
    assert "run: found a place that another process writes to" in capsys.readouterr().err
    assert main(["train", "--config", str(config), "--out", str(tmp_path / "run")]) == 0


def test_a_run_whose_configuration_was_changed_is_not_exported(tmp_path, capsys):
    config = toml_of(tmp_path / "run.toml", frames=600)
    folder, file = tmp_path / "run", tmp_path / "own.safetensors"
    assert main(["train", "--config", str(config), "--out", str(folder)]) == 0
    note = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    note["config"]["network"]["hidden"] = [16]
    (folder / "run.json").write_text(json.dumps(note), encoding="utf-8")
    assert main(["export", "pilot", str(folder), "--out", str(file), "--games", "0"]) == 2
    assert f"{folder / BEST}: found a tensor hidden.0" in capsys.readouterr().err
    assert not file.exists()


def test_numbers_that_are_not_finite_end_a_run_in_one_line(tmp_path):
    run = run_of(config_of(4_000), tmp_path)
    run.begin()
    with torch.no_grad():
        run.model.policy.net.value.bias[:] = float("nan")
    with pytest.raises(ContentError, match="no longer finite") as error:
        run.learn()
    assert "\n" not in str(error.value)
    assert np.isfinite(network_of(learner_of(run, BEST).policy).score).all()


@pytest.mark.parametrize("teacher", ["scripted", "rollout:1"])
def test_numbers_that_are_not_finite_end_a_warm_start_too(tmp_path, teacher):
    plan = {"teacher": teacher, "decisions": 60, "epochs": 1, "batch": 16}
    run = run_of(config_of(0, network={"hidden": [16], "hint": "scripted"}, imitate=[plan]), tmp_path)
    with torch.no_grad():
        run.model.policy.net.value.bias[:] = float("nan")
    with pytest.raises(ContentError, match="no longer finite"):
        run.begin()
    assert not (tmp_path / BEST).exists()


def learner_of(run, name):
    model: MaskablePPO = run_of(run.config, run.folder).model
    load_model(run.folder / name, model)
    return model


def test_a_run_that_is_stopped_goes_on(tmp_path):
    asked = itertools.count()
    run = run_of(config_of(8_000), tmp_path, stop=lambda: next(asked) > 60)
    run.begin()
    assert not run.learn()
    frames = run.model.num_timesteps
    assert 0 < frames < 8_000
    again = run_of(config_of(8_000), tmp_path)
    again.resume()
    assert again.model.num_timesteps <= frames
    assert again.learn()


def test_ctrl_c_leaves_what_can_be_exported(tmp_path):
    config = toml_of(tmp_path / "run.toml", frames=10_000_000)
    folder = tmp_path / "run"
    line = [sys.executable, "-m", "shieldmate", "train", "--config", str(config), "--out", str(folder)]
    process = subprocess.Popen(line, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 200
    while time.monotonic() < deadline and len(curve_of(folder) if (folder / CURVE).exists() else []) < 2:
        time.sleep(0.05)
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert "--resume" in err
    assert main(["export", "pilot", str(folder), "--out", str(tmp_path / "own.safetensors"), "--games", "0"]) == 0


def test_what_is_exported_plays_as_it_was_trained(tmp_path, capsys):
    config = toml_of(tmp_path / "run.toml", frames=1_000, hint="scripted")
    folder, file = tmp_path / "run", tmp_path / "own.safetensors"
    assert main(["train", "--config", str(config), "--out", str(folder), "--seed", "4"]) == 0
    assert main(["export", "pilot", str(folder), "--out", str(file), "--games", "200"]) == 0
    pilot = load_pilot(str(file))
    card = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert card == json.loads(pilot.card.model_dump_json())
    assert card["training"]["seed"] == 4
    assert card["training"]["command"] == "shieldmate train --config run.toml --out run --seed 4"
    (result,) = card["results"]
    assert result["low"] <= result["win"] <= result["high"]
    assert result["games"] == 200
    model = run_of(Config.model_validate(card["training"]["config"]), folder).model
    load_model(folder / BEST, model)
    assert network_of(model.policy).digest == pilot.network.digest
    capsys.readouterr()
    assert main(["export", "pilot", str(folder), "--out", str(file)]) == 2
    assert "--force" in capsys.readouterr().err


@pytest.mark.parametrize(("name", "valid"), [("auto", True), ("cpu", True), ("abacus", False), ("cuda:99", False)])
def test_devices(name, valid):
    if valid:
        assert device_of(name)
    else:
        with pytest.raises(ContentError, match="--device"):
            device_of(name)


def test_oathsworn_is_trained_in_several_seats(tmp_path):
    table = {
        "scenarios": ["oathsworn/broodmother-even"],
        "seats": ["_", "_,*,*,_"],
        "partners": ["scripted", "random", "net:oathsworn-hero"],
    }
    config = Config.model_validate(
        {
            "game": "oathsworn",
            "tables": [table],
            "network": {"hidden": [16], "hint": "scripted"},
            "imitate": [{"decisions": 2_000, "epochs": 1}],
            "learn": {**LEARN, "frames": 1_000, "rewards": {"progress": 0.2}},
            "validation": {"games": 40, "every": 500},
        }
    )
    run = run_of(config, tmp_path)
    assert len(run.tables.deals) == 4
    run.begin()
    assert run.learn()
    assert Path(tmp_path / BEST).exists()
    assert curve_of(tmp_path)[-1]["illegal"] == 0
