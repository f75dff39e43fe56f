"""The loops of docs/environments.md run as they stand, and its tables hold what the code has."""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from shieldmate.envs.ironsworn.batch import TERMS
from shieldmate.envs.ironsworn.layout import LAYOUT
from shieldmate.envs.ironsworn.terms import ACTIONS

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
LEARNING = [block for block in BLOCKS if "torch" in block]


def run(block):
    exec(compile(block, "docs/environments.md", "exec"), {})


@pytest.mark.parametrize("block", [block for block in BLOCKS if block not in LEARNING])
def test_a_loop_of_the_page_runs(block, capsys):
    run(block)


@pytest.mark.slow
@pytest.mark.skipif(not find_spec("sb3_contrib"), reason="without the extra `train`")
@pytest.mark.parametrize("block", LEARNING)
def test_the_learning_loop_of_the_page_runs(block, capsys):
    run(block)
    assert re.match(r"won \d+%", capsys.readouterr().out)


def test_there_is_a_loop_for_each_face():
    assert len(BLOCKS) == 4


def test_the_page_names_every_block_with_its_size():
    for block in LAYOUT.blocks:
        size = " x ".join(map(str, block.shape))
        assert f"| `{block.name}` | {size} |" in PAGE


def test_the_page_names_every_reward_and_the_number_of_actions():
    told = PAGE.partition("### Rewards")[2].partition("### Observations")[0]
    for term in TERMS:
        assert f"`{term.name}`" in told
    assert f"{ACTIONS} ids" in PAGE
