"""Writes docs/oathsworn-win-rates.md: how often seats of `scripted` and `random` win, by encounter and by class.

Run it after a change of rules, content or the pilot: `python tests/oathsworn/win_rates_page.py`.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from shieldmate import __version__
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.library import built_in
from shieldmate.envs.oathsworn.party import STARTER
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.terms import Outcome
from shieldmate.policies.oathsworn.pilots import ScriptedPilot
from shieldmate.policies.oathsworn.playout import play_games
from shieldmate.policies.oathsworn.random import RandomPilot
from shieldmate.training.statistics import wilson

PAGE = Path(__file__).parent.parent.parent / "docs" / "oathsworn-win-rates.md"
SEED = 8_000_000
GAMES = 1000
"""Games of each cell of the first table; those of the others are fewer."""
CLASS_GAMES = 300
SIDES = ("broodmother", "several-dice", "two-bosses")
"""Encounters that classes are not compared on: one is tuned as `broodmother-even`, two are for trying rules out."""
HEAD = """# How often an encounter is won

Written by `python tests/oathsworn/win_rates_page.py` with Shieldmate {version}; not by hand.

Shares of games won at the standard difficulty, with the 95% intervals of Wilson. The seeds begin at {seed}, the same
for every row, and none of them was used for tuning. What the pilots do is told in
[scripted-oathsworn.md](scripted-oathsworn.md).

## By encounter

Four equal seats with the usual party, {party}; {games} games each. A capped
game is one that the round cap ended.

| encounter | `scripted` | rounds | fallen | capped | `random` |
|---|---|---|---|---|---|"""
CLASSES = """
## By class

The class sits in seat 1, the others of the usual party in the other three, which are scripted; where the class is one
of them already, the usual class of seat 1 takes its place. Each cell is the share of {games} games won with seat 1
played by `scripted`, then by `random`; an interval is at most ±{off:.0%}.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([*by_encounter(), *by_class()]) + "\n"


def share(won: int, games: int) -> str:
    """A share of games with its interval."""
    low, high = wilson(won, games)
    return f"{won / games:.1%} ({low:.1%}-{high:.1%})"


def wins(outcomes: Iterable[int]) -> int:
    """How many of some games were won."""
    return sum(outcome == Outcome.WIN for outcome in outcomes)


def by_encounter() -> Iterator[str]:
    ours, luck = ScriptedPilot().address, RandomPilot().address
    yield HEAD.format(version=__version__, seed=f"{SEED:,}", party=", ".join(STARTER), games=f"{GAMES:,}")
    for name in built_in("encounters"):
        book = compile_book(make_scenario(name))
        games = play_games(book, [ours] * 4, range(SEED, SEED + GAMES))
        random = play_games(book, [luck] * 4, range(SEED, SEED + GAMES))
        yield (
            f"| {name} | {share(wins(games.outcomes), GAMES)} | {games.rounds.mean():.1f} | {games.fallen.mean():.1f} "
            f"| {(games.outcomes == Outcome.TRUNCATED).mean():.1%} | {share(wins(random.outcomes), GAMES)} |"
        )


def by_class() -> Iterator[str]:
    ours, luck = ScriptedPilot().address, RandomPilot().address
    own = [name for name in built_in("encounters") if name not in SIDES]
    low, high = wilson(CLASS_GAMES // 2, CLASS_GAMES)
    yield CLASSES.format(games=CLASS_GAMES, off=(high - low) / 2)
    yield f"| class | {' | '.join(own)} |"
    yield "|---" * (len(own) + 1) + "|"
    for hero in built_in("classes"):
        cells = []
        for name in own:
            book = compile_book(make_scenario(name, party_with(hero)))
            seeds = range(SEED, SEED + CLASS_GAMES)
            won = [wins(play_games(book, [first, ours, ours, ours], seeds).outcomes) for first in (ours, luck)]
            cells.append(" / ".join(f"{count / CLASS_GAMES:.0%}" for count in won))
        yield f"| {hero} | {' | '.join(cells)} |"


def party_with(hero: str) -> list[str]:
    """The usual party with a class in seat 1."""
    others = [name for name in STARTER[1:] if name != hero]
    return [hero, *others, *([STARTER[0]] if hero in STARTER[1:] else [])]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
