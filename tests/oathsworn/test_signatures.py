"""What makes each class of the game what it is can be written in the vocabulary (rules section 12)."""

import re
import tomllib
from pathlib import Path

import pytest
from content_files import book_of, tables, write

from shieldmate.envs.oathsworn.terms import ABILITIES

FRIENDS = [{"name": "Sentinel", "might": {"yellow": 1}, "move": 3, "models": 8}, {"name": "Falcon", "move": 9}]
FRIENDS += [{"name": "Guardian", "hp": 6, "defence": 3, "might": {"yellow": 2}, "holds_hex": True}]

SIGNATURES = {
    "Priest, animus in need": """
        when = "passive_refresh"
        steps = [{ do = "animus", amount = 2, if = "hp_at_most", limit = 3 }]""",
    "Priest, giving HP": 'cost = 1\nsteps = [{ do = "transfer", reach = 1 }]',
    "Exile, a leap over anything": 'cost = 3\nlimit = "round"\nsteps = [{ do = "teleport", amount = 7 }]',
    "Warbear, tokens at the start": """
        when = "passive_start"
        steps = [{ do = "token", token = "defence" }, { do = "token", token = "animus" }]""",
    "Warden, rotating a cooling card": 'limit = "round"\nsteps = [{ do = "rotate" }]',
    "Warden, shielding a neighbour": """
        when = "friend_attacked"
        reach = 1
        cost = 1
        steps = [{ do = "defence", who = "attacked", amount = 2 }]""",
    "Witch, tiles and areas": """
        cost = 4
        steps = [{ do = "attack", reach = 4, shape = "disc" }, { do = "tile", tile = "fire", reach = 4 }]""",
    "Ranger, paths between obstacles": """
        cost = 3
        steps = [{ do = "teleport", amount = 7, beside_obstacle = true, if = "adjacent_obstacle" }]""",
    "Cur, a token for each critical": """
        when = "drawn"
        limit = "turn"
        steps = [{ do = "token", token = "lethality", amount = 1, per = "critical" }]""",
    "Cur, spending it": 'when = "drawn"\npay = "lethality"\nsteps = [{ do = "damage", amount = 2 }]',
    "Cur, chain attacks": 'cost = 4\nsteps = [{ do = "attack", shape = "chain", size = 2 }]',
    "Harbinger, predicting a draw": 'when = "draw"\nlimit = "turn"\nsteps = [{ do = "predict" }]',
    "Harbinger, seeing what comes": 'cost = 1\nsteps = [{ do = "peek", deck = "stage" }]',
    "Harbinger, one teleport": 'limit = "encounter"\nsteps = [{ do = "teleport", amount = 0 }]',
    "Maiden, sentinels": 'cost = 2\nsteps = [{ do = "summon", kind = "sentinel", amount = 2, reach = 1 }]',
    "Maiden, their shared attack": 'cost = 2\nsteps = [{ do = "command", kind = "sentinel", amount = 3 }]',
    "Maiden, the guardian rebuilt": 'cost = 6\nsteps = [{ do = "summon", kind = "guardian", reach = 1 }]',
    "Huntress, a falcon sent": 'cost = 1\nsteps = [{ do = "send", kind = "falcon", reach = 9 }]',
    "Penitent, stronger in pain": """
        when = "draw"
        limit = "turn"
        steps = [{ do = "damage", amount = 1, per = "two_hp_lost" }]""",
    "Blade, stepping aside": """
        when = "attacked"
        cost = 1
        limit = "round"
        steps = [{ do = "defence", amount = 2 }, { do = "move", amount = 1 }]""",
}


@pytest.mark.parametrize("signature", SIGNATURES)
def test_a_signature_is_content(tmp_path, signature):
    kit = tables("classes/priest")
    kit["friends"] = FRIENDS
    kit["abilities"] = [{"name": signature, **tomllib.loads(SIGNATURES[signature])}]
    write(tmp_path / "other.toml", kit)
    party = ["other.toml", "warden", "ranger", "warbear"]
    book = book_of(write(tmp_path / "scenario.toml", {"base": "broodmother", "party": party}), None)
    assert [book.kits[0].abilities[place].known for place in range(ABILITIES)] == [0, 0, 0, 1, 0, 0, 0, 0]
    assert [kind.models for kind in book.friends] == [8, 1, 1, 0]


DOCS = Path(__file__).parent.parent.parent / "docs"
EXAMPLES = re.findall(r"```toml\n(.*?)```", (DOCS / "oathsworn-content.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", range(len(EXAMPLES)))
def test_the_examples_of_the_page_are_valid(tmp_path, example):
    content = tomllib.loads(EXAMPLES[example])
    write(tmp_path / "my-bear.toml", tables("classes/warbear"))
    if "base" not in content:
        content["cards"] = [*content["cards"], *tables("classes/warden")["cards"]][:8]
        content["cards"] = [card for place, card in enumerate(content["cards"]) if place != 3]
        write(tmp_path / "warden.toml", content)
        content = {"base": "broodmother", "party": ["warden.toml", "priest", "ranger", "warbear"]}
    assert book_of(write(tmp_path / "scenario.toml", content), None).n_steps > 0
