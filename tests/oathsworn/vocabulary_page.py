"""Writes docs/vocabulary.md from the tables that steps are checked against; a test compares the two.

Run it after a change of the vocabulary: `python tests/oathsworn/vocabulary_page.py`.
"""

from collections.abc import Iterator
from pathlib import Path

from shieldmate.envs.oathsworn.meanings import KEYS, TO, WORDS
from shieldmate.envs.oathsworn.vocabulary import COMMON, EFFECTS, LIMITS, Side

PAGE = Path(__file__).parent.parent.parent / "docs" / "vocabulary.md"
SIDES = {Side.HEROES: "heroes", Side.ENEMIES: "enemies", Side.BOTH: "both"}
HEAD = """# The vocabulary of effect steps

Cards, items, injuries, abilities and stage cards of Oathsworn do what their `steps` say, one after the other. This page
lists every effect, what it reads and an example; `shieldmate check FILE` checks a file against it, and the schema of
`shieldmate schema` completes it in an editor.

```toml
[[cards]]
name = "Swing and Step"
cooldown = 1
defence = 2
options = [
    { name = "strike", cost = 4, steps = [
        { do = "attack", reach = "weapon", empowered = 2, bonus = 1 },
        { do = "knockback", amount = 2 },
        { do = "move", amount = 1, optional = true },
    ] },
    { name = "shield a neighbour", cost = 2, when = "friend_attacked", reach = 1, steps = [
        { do = "defence", who = "attacked", amount = 2, lasts = "attack" },
    ] },
]
```

- Steps run in order. A step that cannot be done is passed over, and so is one whose condition `if` fails; then the
  steps of its `else` run. There are no loops: a program ends after its last step.
- What harms (`attack`, `knockback`, `hurt`, `status`, `bleed` on those hit) is over when the attack missed or broke a
  location; what helps still happens.
- An option of a card, item or ability has a `cost` in animus, and perhaps `hp` or a token (`pay`); `when` makes it an
  interrupt, and `reach` says how near its trigger must be; `limit` how often it may be used. An ability that costs
  nothing needs a limit.
- Friends are always heroes, companions and allies, enemies always bosses and minions, whoever acts.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *effects(), *keys(), *words()]) + "\n"


def effects() -> Iterator[str]:
    yield "## Effects\n"
    yield f"Every step may also have {', '.join(f'`{key}`' for key in COMMON[1:])}. A key in bold must be given.\n"
    yield "| effect | used by | what it does | it reads | example |"
    yield "|---|---|---|---|---|"
    for effect in EFFECTS:
        reads = ", ".join(f"**`{key}`**" if key in effect.needs else f"`{key}`" for key in effect.reads)
        yield f"| `{effect.name}` | {SIDES[effect.side]} | {effect.meaning} | {reads} | `{effect.example}` |"
    yield ""


def keys() -> Iterator[str]:
    yield "## Keys\n"
    yield "| key | what it is |"
    yield "|---|---|"
    yield from (f"| `{key}` | {meaning} |" for key, meaning in KEYS.items())
    yield ""
    yield "An amount is 1 unless given (0 for `attack`). Unless `who` says otherwise, a step concerns"
    defaults: dict[str, list[str]] = {}
    for effect in EFFECTS:
        if "who" in effect.reads and effect.name != "attack":
            defaults.setdefault(effect.who.name.lower(), []).append(f"`{effect.name}`")
    yield "; ".join(f"`{who}` for {', '.join(names)}" for who, names in defaults.items()) + ".\n"


def words() -> Iterator[str]:
    yield "## Words\n"
    for key, meanings in WORDS.items():
        yield f"### {key}\n"
        yield "| word | meaning |"
        yield "|---|---|"
        for word, meaning in meanings.items():
            number = " (needs `limit`)" if key == "if" and word in LIMITS else ""
            yield f"| `{word.name.lower()}` | {meaning}{number} |"
        yield ""
    yield "### to\n"
    yield "| word | meaning |"
    yield "|---|---|"
    yield from (f"| `{word}` | {meaning} |" for word, meaning in TO.items())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
