"""The catalogue of sentences and the code that says them fit together."""

import re
from pathlib import Path

import pytest

from shieldmate.envs.core.catalogue import say, sentences

ROOT = Path(__file__).parent.parent.parent
CODE = [
    path.read_text(encoding="utf-8")
    for folder in ("envs", "policies", "agents", "training", "apps")
    for path in (ROOT / folder).rglob("*.py")
]


def test_every_sentence_said_is_in_the_catalogue() -> None:
    said = {key for source in CODE for key in re.findall(r'\bsay\(\s*"([a-z_]+\.[a-z_]+)"', source)}
    assert said <= sentences().keys()


def test_a_sentence_is_filled_in() -> None:
    assert say("import.line", line=3, column=4) == "line 3, column 4"
    with pytest.raises(KeyError):
        say("import.line", line=3)


def test_every_sentence_is_one_line_with_named_gaps() -> None:
    for sentence in sentences().values():
        assert "\n" not in sentence
        assert "{}" not in sentence
