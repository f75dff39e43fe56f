"""Writes docs/results.md, and the headline table of README.md, from the benchmarks stored in docs/results.

``python -m shieldmate.training.results`` writes them; with ``--again NAME`` a benchmark is played anew before, by the
command that is stored in it, and ``--again all`` plays every one.
"""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, Strict, choices, load, read_source, refuse
from ..envs.core.files import write_whole
from .bench_text import code, grid, heading, losses, pairs, pilots, remarks, runs, told

ROOT = Path(__file__).parent.parent
STORE = ROOT / "docs" / "results"
PAGE = ROOT / "docs" / "results.md"
README = ROOT / "README.md"
BEGIN, END = "<!-- results: begin -->", "<!-- results: end -->"
ALL = "all"
WIDTH = 50
"""Characters that a plot takes for 0 to 100%."""
MOST_LINES = 40
"""Of a plot; a benchmark with more has none."""


class Section(Strict):
    """A part of the page.

    Attributes:
        name: The benchmark's file, without its ending.
        title: Its heading.
        text: What is to be known of it.
        headline: Whether README.md shows its table.
    """

    name: Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
    title: str
    text: str = ""
    headline: bool = False


class Index(Strict):
    """What the page shows, in order."""

    section: Annotated[tuple[Section, ...], Field(strict=False)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page."""
    parser = ArgumentParser(description=say("results.about"))
    parser.add_argument("--again", action="append", default=[], metavar="NAME", help=say("results.again"))
    typed = parser.parse_args(arguments)
    try:
        sections = load(STORE / "index.toml", Index).section
        names = [*(section.name for section in sections), ALL]
        for name in typed.again:
            if name not in names:
                raise refuse("--again", "", name, choices(names, name))
        for section in sections:
            if section.name in typed.again or ALL in typed.again:
                play_again(section.name)
        write_whole(PAGE, page(sections), force=True)
        write_whole(README, with_headline(read_source(README), sections), force=True)
    except ContentError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def play_again(name: str) -> None:
    """Play a stored benchmark anew, by its own command.

    Raises:
        ContentError: It is not there, or its command failed, which has said why.
    """
    path = STORE / f"{name}.json"
    try:
        command = shlex.split(stored(name)["command"])[1:]
    except (ValueError, KeyError, AttributeError) as error:
        if isinstance(error, ContentError):
            raise
        raise refuse(path, "command", str(error), say("results.valid")) from error
    package = __name__.partition(".")[0]
    line = [sys.executable, "-m", package, *command, "--out", str(path), "--force"]
    if status := subprocess.run(line, check=False, stdout=subprocess.DEVNULL).returncode:
        raise refuse(path, "command", say("results.found_failed", status=status), say("results.valid_command"))


def stored(name: str) -> dict[str, Any]:
    """Return a stored benchmark.

    Raises:
        ContentError: It is not there, or is no whole benchmark.
    """
    path = STORE / f"{name}.json"
    try:
        data: Any = json.loads(read_source(path))
    except (ValueError, RecursionError) as error:
        if isinstance(error, ContentError):
            raise
        raise refuse(path, "", str(error), say("results.valid")) from error
    if not isinstance(data, dict) or data.get("kind") != "benchmark" or not data.get("complete"):
        raise refuse(path, "", say("results.found_other"), say("results.valid"))
    return data


def page(sections: Sequence[Section]) -> str:
    """Return the whole page."""
    lines = ["# " + say("results.title"), "", say("results.head"), ""]
    for section in sections:
        lines += [f"- [{section.title}](#{anchor(section.title)})"]
    for section in sections:
        lines += ["", f"## {section.title}", "", *section.text.strip().splitlines(), "", *told_by(section.name, shown)]
    return "\n".join(lines) + "\n"


def told_by(name: str, tell: Callable[[dict[str, Any]], Iterator[str]]) -> list[str]:
    """Return the lines that tell of a stored benchmark.

    Raises:
        ContentError: It is not there, or is no whole benchmark.
    """
    data = stored(name)
    try:
        return list(tell(data))
    except (LookupError, TypeError, AttributeError, ValueError, ArithmeticError) as error:
        found = f"{type(error).__name__}: {error}"
        raise refuse(STORE / f"{name}.json", "", found, say("results.valid")) from error


def anchor(title: str) -> str:
    """Return the anchor that a heading has on a page."""
    kept = (char for char in title.lower() if char.isalnum() or char in " -")
    return "".join(kept).replace(" ", "-")


def shown(data: dict[str, Any]) -> Iterator[str]:
    """Give a benchmark: its tables, a plot, and how to repeat it."""
    tables = data["tables"]
    if len(tables) > 1:
        yield from grid(data)
        yield from losses(data)
        found = [(told(tables, table), pair) for table in tables for pair in table["pairs"]]
        yield from pairs([pair for _, pair in found], [name for name, _ in found])
    else:
        yield from [heading(tables[0]), ""]
        yield from pilots(tables[0])
        yield from pairs(tables[0]["pairs"])
        yield from remarks(data, tables[0])
    yield from plot(data)
    for text in runs(data):
        yield from ["", text]
    yield from ["", say("results.repeat"), "", "```", data["command"], "```", "", origin(data)]


def plot(data: dict[str, Any]) -> Iterator[str]:
    """Give the win rates as lines from 0 to 100%, each with its interval."""
    rows = [
        (told(data["tables"], table) if len(data["tables"]) > 1 else "", row)
        for table in data["tables"]
        for row in table["pilots"]
    ]
    if len(rows) > MOST_LINES:
        return
    names = max(len(row["pilot"]) for _, row in rows)
    wide = max(len(name) for name, _ in rows)
    yield from ["", "```"]
    for place, (name, row) in enumerate(rows):
        again = place > 0 and rows[place - 1][0] == name
        yield f"{'' if again else name:{wide}} {row['pilot']:{names}} |{line(row)}| {row['win']:6.1%}".removeprefix(
            " " * (not wide)
        )
    yield "```"


def line(row: dict[str, Any]) -> str:
    """Return a win rate as a mark on a line, with its interval."""
    low, mark, high = (round(row[key] * WIDTH) for key in ("low", "win", "high"))
    cells = ["-" if low <= place <= high else " " for place in range(WIDTH + 1)]
    cells[mark] = "o"
    return "".join(cells)


def origin(data: dict[str, Any]) -> str:
    """Return where figures come from: versions, machine, date."""
    versions, machine, timing = data["versions"], data["machine"], data["timing"]
    rules = ", ".join(say("results.rules", game=game, version=number) for game, number in versions["rules"].items())
    return say(
        "results.origin",
        version=versions["shieldmate"],
        rules=rules,
        python=versions["python"],
        numpy=versions["numpy"],
        numba=versions["numba"],
        processor=machine["processor"],
        processors=machine["processors"],
        date=timing["date"],
        seconds=timing["seconds"],
        jobs=timing["jobs"],
        games=data["pilots"][0]["games"],
    )


def with_headline(readme: str, sections: Sequence[Section]) -> str:
    """Return README.md with the tables of the headline in it.

    Raises:
        ContentError: It has no place for them.
    """
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise refuse(README, "", say("content.found_nothing"), f"{BEGIN} ... {END}")
    lines: list[str] = []
    for section in sections:
        if section.headline:
            lines += [f"{section.title}:", "", *told_by(section.name, headline), ""]
    return before + begin + "\n" + "\n".join(lines) + end + after


def headline(data: dict[str, Any]) -> Iterator[str]:
    """Give a benchmark as one small table: exact figures where there are some, sampled ones elsewhere."""
    names = [row["pilot"] for row in data["pilots"]]
    yield f"| | {' | '.join(map(code, names))} |"
    yield f"|---|{'---:|' * len(names)}"
    for table in data["tables"]:
        shares = [share_of(row) for row in table["pilots"]]
        yield f"| {told(data['tables'], table)} | {' | '.join(shares)} |"


def share_of(row: dict[str, Any]) -> str:
    """Return a win rate: the exact one where it is known, else with half the width of its interval."""
    if "exact" in row:
        return say("results.exact", win=row["exact"])
    return say("results.sampled", win=row["win"], off=(row["high"] - row["low"]) / 2)


if __name__ == "__main__":
    raise SystemExit(main())
