"""The Gymnasium environment of every game; numbers are those of the outside cases, section E."""

import copy
import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import OrderEnforcing, TimeLimit

from shieldmate.envs.core.game import IllegalActionError, Table
from shieldmate.tests.conformance.games import arrays, first_legal, play_through, random_legal, same


def frozen(env):
    """Everything a game is made of, as bytes."""
    return env.arena.states.tobytes(), env.arena.runs.tobytes(), env.np_random.bit_generator.state


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_the_checker_of_gymnasium_is_content(game, observation):
    check_env(game.make(observation=observation, render_mode="ansi"))


def test_103_games_go_on_without_a_seed(game):
    def openings(env):
        env.reset(seed=1)
        states = [env.arena.states["chance"].tobytes()]
        for _ in range(50):
            env.reset()
            states.append(env.arena.states["chance"].tobytes())
        return states

    first = openings(game.make())
    assert len(set(first)) == 51
    assert openings(game.make()) == first


def test_an_environment_never_seeded_has_luck_of_its_own(game):
    one, other = game.make(), game.make()
    one.reset()
    other.reset()
    assert one.arena.runs["key"] != other.arena.runs["key"]


def test_105_reset_does_not_seed_the_action_space(game):
    env = game.make()

    def samples():
        env.reset(seed=1)
        return [int(env.action_space.sample()) for _ in range(30)]

    env.action_space.seed(5)
    first = samples()
    assert samples() != first
    env.action_space.seed(5)
    assert samples() == first


def test_sampled_actions_are_legal(game):
    env = game.make()
    env.action_space.seed(3)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        over = False
        while not over:
            action = env.action_space.sample()
            assert info["action_mask"][action]
            *_, terminated, truncated, info = env.step(action)
            over = terminated or truncated


def test_107_observations_are_in_their_bounds(game):
    rng = np.random.default_rng(0)
    for settings in game.varied:
        env = game.make(observation="dict", **settings)
        for seed in range(15):
            obs, info = env.reset(seed=seed)
            assert env.observation_space.contains(obs)
            for obs, *_ in play_through(env, lambda mask: random_legal(mask, rng), info["action_mask"]):
                assert env.observation_space.contains(obs)


def test_107_extremes_are_in_their_bounds(game):
    space = game.make(observation="flat").observation_space
    for settings in game.varied:
        for push in game.extremes:
            env = game.make(**settings)
            env.reset(seed=1)
            push(game.face.rules.state.at(env.arena.states, 0))
            out = np.full(game.face.layout.width, np.nan, np.float32)
            game.face.rules.observe(env.arena.states, 0, env.arena.books, 0, env.arena.seat, out)
            outside = np.flatnonzero(~((out >= space.low) & (out <= space.high)))
            assert outside.tolist() == [], (settings, push, out[outside])


def test_the_dict_is_the_flat_observation_in_named_parts(game):
    named, flat = game.make(observation="dict"), game.make(observation="flat")
    parts, _ = named.reset(seed=4)
    row, _ = flat.reset(seed=4)
    assert row.dtype == np.float32
    assert np.array_equal(np.concatenate([parts[block.name] for block in game.face.layout.blocks]), row)


@pytest.mark.parametrize("kind", [int, np.int64, np.int32, np.uint8, np.array])
def test_109_integers_of_any_kind_are_actions(game, kind):
    env = game.make()
    _, info = env.reset(seed=1)
    env.step(kind(first_legal(info["action_mask"])))


@pytest.mark.parametrize("wrong", [3.0, np.float64(3), np.array([3]), "3", None, True, [3]])
def test_109_anything_else_is_refused(game, wrong):
    env = game.make()
    env.reset(seed=1)
    before = frozen(env)
    with pytest.raises(TypeError, match="an action is an integer"):
        env.step(wrong)
    assert frozen(env) == before


def test_111_masks_come_as_int8_and_as_booleans(game):
    env = game.make()
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(1)
    over = False
    while not over:
        mask = info["action_mask"]
        assert mask.dtype == np.int8
        assert env.action_masks().dtype == np.bool_
        assert mask.shape == env.action_masks().shape == (env.action_space.n,)
        assert np.array_equal(mask, env.action_masks())
        assert mask[env.action_space.sample(mask)]
        *_, terminated, truncated, info = env.step(random_legal(mask, rng))
        over = terminated or truncated
    assert not info["action_mask"].any()


def test_the_mask_is_what_the_engine_takes(game):
    rng = np.random.default_rng(2)
    for settings in game.varied:
        env = game.make(**settings)
        _, info = env.reset(seed=6)
        for _ in range(40):
            mask = info["action_mask"]
            for action in range(env.action_space.n):
                twin = copy.deepcopy(env) if mask[action] else env
                if mask[action]:
                    twin.step(action)
                else:
                    with pytest.raises(IllegalActionError):
                        twin.step(action)
            *_, terminated, truncated, info = env.step(random_legal(mask, rng))
            if terminated or truncated:
                break


def test_113_masks_are_found_through_wrappers(game):
    env = OrderEnforcing(TimeLimit(game.make(), 100))
    env.reset(seed=1)
    assert env.get_wrapper_attr("action_masks")().any()
    made = gymnasium.make(game.id)
    made.reset(seed=1)
    assert made.get_wrapper_attr("action_masks")().any()


def length(game, seed):
    """How many decisions the game of a seed takes when the first legal action is chosen."""
    env = game.make()
    _, info = env.reset(seed=seed)
    steps = play_through(env, first_legal, info["action_mask"])
    return len(steps), steps[-1]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_119_an_end_on_the_limit_is_an_end(game, seed):
    steps, natural = length(game, seed)
    env = game.make(max_decisions=steps)
    _, info = env.reset(seed=seed)
    last = play_through(env, first_legal, info["action_mask"])[-1]
    assert last[1:4] == natural[1:4] == (natural[1], True, False)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_119_a_limit_before_the_end_truncates(game, seed):
    steps, _ = length(game, seed)
    env = game.make(max_decisions=steps - 1)
    _, info = env.reset(seed=seed)
    taken = play_through(env, first_legal, info["action_mask"])
    assert len(taken) == steps - 1
    assert taken[-1][1:4] == (0.0, False, True)
    assert taken[-1][4]["outcome"] == "truncated"


def test_119_the_time_limit_of_gymnasium_adds_to_an_end(game):
    steps, _ = length(game, 1)
    env = TimeLimit(game.make(), steps)
    _, info = env.reset(seed=1)
    assert play_through(env, first_legal, info["action_mask"])[-1][2:4] == (True, True)


def test_121_no_step_before_reset(game):
    with pytest.raises(ResetNeeded, match="reset"):
        game.make().step(0)


def test_121_no_step_after_the_end(game):
    env = game.make()
    _, info = env.reset(seed=1)
    play_through(env, first_legal, info["action_mask"])
    before = frozen(env)
    for action in (0, 1):
        with pytest.raises(ResetNeeded, match="over"):
            env.step(action)
    assert frozen(env) == before


@pytest.mark.parametrize("observation", ["dict", "flat"])
def test_123_what_was_returned_stays(game, observation):
    env = game.make(observation=observation)
    obs, info = env.reset(seed=1)
    kept = copy.deepcopy((obs, info))
    after, _, _, _, after_info = env.step(first_legal(info["action_mask"]))
    assert same(obs, kept[0])
    assert same(info, kept[1])
    for old in arrays(obs) + arrays(info):
        assert not any(np.shares_memory(old, new) for new in arrays(after) + arrays(after_info))


def twins(env):
    yield copy.deepcopy(env)
    yield pickle.loads(pickle.dumps(env))


def test_125_copies_go_their_own_way(game):
    for settings in game.varied:
        env = game.make(**settings)
        _, info = env.reset(seed=9)
        for _ in range(3):
            *_, terminated, truncated, info = env.step(first_legal(info["action_mask"]))
            if terminated or truncated:
                _, info = env.reset()
        for twin in twins(env):
            before = frozen(env)
            first = two_hundred(twin, info["action_mask"])
            assert frozen(env) == before
            second_twin = copy.deepcopy(env)
            second = two_hundred(second_twin, info["action_mask"])
            assert all(same(a[0], b[0]) and a[1:4] == b[1:4] for a, b in zip(first, second, strict=True))
            assert np.array_equal(twin.arena.states, second_twin.arena.states)
            assert twin.np_random.bit_generator.state == second_twin.np_random.bit_generator.state


def two_hundred(env, mask):
    """Take 200 random steps, with new games where one ends."""
    rng = np.random.default_rng(7)
    steps = []
    for _ in range(200):
        steps.append(env.step(random_legal(mask, rng)))
        mask = steps[-1][4]["action_mask"]
        if steps[-1][2] or steps[-1][3]:
            mask = env.reset()[1]["action_mask"]
    return steps


def test_131_an_illegal_action_changes_nothing(game):
    env = game.make()
    _, info = env.reset(seed=1)
    before = frozen(env)
    legal = np.flatnonzero(info["action_mask"]).tolist()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for action in (illegal, -1, env.action_space.n, 10**30):
        with pytest.raises(IllegalActionError, match="does not answer the decision") as error:
            env.step(action)
        assert str(legal) in str(error.value)
    assert frozen(env) == before
    env.step(legal[0])


def test_two_runs_of_one_seed_are_the_same_for_many_steps(game):
    def run():
        env = game.make(**game.party)
        _, info = env.reset(seed=21)
        return two_hundred(env, info["action_mask"])

    for one, other in zip(run(), run(), strict=True):
        assert same(one[0], other[0])
        assert one[1:4] == other[1:4]


def test_rewards_are_one_for_a_win_and_nothing_else(game):
    rng = np.random.default_rng(3)
    env = game.make()
    outcomes = set()
    for seed in range(60):
        _, info = env.reset(seed=seed)
        steps = play_through(env, lambda mask: random_legal(mask, rng), info["action_mask"])
        outcome = steps[-1][4]["outcome"]
        outcomes.add(outcome)
        assert [step[1] for step in steps] == [0.0] * (len(steps) - 1) + [float(outcome == "win")]
        assert steps[-1][2] == (outcome != "truncated")
    assert {"win", "loss"} <= outcomes


def test_an_unknown_reward_is_refused_by_name(game):
    with pytest.raises(ValueError, match="rewards: found glory; valid: win, "):
        game.make(rewards={"glory": 1.0})


def test_the_text_shows_the_options(game):
    env = game.make(render_mode="ansi")
    _, info = env.reset(seed=1)
    text = env.render()
    for action in np.flatnonzero(info["action_mask"]):
        assert f" {action} " in text
    play_through(env, first_legal, info["action_mask"])
    assert "outcome" in env.render()


@pytest.mark.parametrize("setting", [{"observation": "pixels"}, {"max_decisions": -1}, {"seats": [9]}, {"seats": []}])
def test_settings_out_of_range_are_refused(game, setting):
    with pytest.raises(ValueError, match="observation|max_decisions|seat"):
        game.make(**setting)


def test_a_partner_is_told_what_a_pilot_at_the_table_is_told(game):
    told = []

    class Listener:
        def act(self, view, mask, rng):
            told.append(view.public)
            assert view.seat == 1
            assert view.observation.shape == (game.face.layout.width,)
            assert sorted(map(int, view.public["options"])) == np.flatnonzero(mask).tolist()
            return first_legal(mask)

    env = game.make(**game.party, partners=[Listener(), *["random"] * (game.seats - 2)])
    _, info = env.reset(seed=1)
    play_through(env, first_legal, info["action_mask"])
    assert told
    assert all("question" in public and public["characters"][1]["name"] for public in told)


def test_a_seed_deals_what_it_deals_everywhere(game):
    env = game.make()
    env.reset(seed=5)
    table = Table(game.face.rules, env.arena.books)
    table.reset(5)
    assert np.array_equal(table.states, env.arena.states)
