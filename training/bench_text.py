"""What a benchmark found, as Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..envs.core.catalogue import say

SMALLEST = 1e-9
"""p value that is still told."""
NARROWEST = 3
"""Characters of a column."""


def page(data: dict[str, Any]) -> Iterator[str]:
    """Give what a benchmark found, line by line: all tables together first, where there are several."""
    if len(data["tables"]) > 1:
        yield from [say("bench.all_tables", count=len(data["tables"])), ""]
        yield from grid(data)
        yield from losses(data)
        yield from pairs(data["pairs"])
        yield ""
    for text in runs(data):
        yield from [text, ""]
    for place, table in enumerate(data["tables"]):
        yield from [*[""] * (place > 0), heading(table), ""]
        yield from pilots(table)
        yield from pairs(table["pairs"])
        yield from remarks(data, table)


def runs(data: dict[str, Any]) -> Iterator[str]:
    """Give what several training runs come to together."""
    found = data.get("runs")
    if found:
        middle = say("bench.share", win=found["middle"], low=found["low"], high=found["high"])
        lines = [say("bench.runs", count=len(found["pilots"]), tables=len(data["tables"]), middle=middle)]
        for row in found["ahead"]:
            lead = {"value": 100 * row["middle"], "low": 100 * row["low"], "high": 100 * row["high"]}
            lines.append(say("bench.runs_ahead", pilot=code(row["pilot"]), points=say("bench.points", **lead)))
        yield " ".join(lines)


def heading(table: dict[str, Any]) -> str:
    """Return what a table is, on one line."""
    parts = [say("bench.party", party=", ".join(table["party"]))]
    if table["difficulty"]:
        parts.append(say("bench.difficulty", level=say(f"difficulty.{table['difficulty']}")))
    rules = [f"{name}={value}" for name, value in table["house_rules"].items()]
    if rules or table["changes"]:
        parts.append(say("bench.rules", rules=", ".join([*rules, *table["changes"]])))
    parts.append(say("bench.seats", seats=", ".join(table["seats"])))
    parties = len(table.get("parties", ()))
    kind = "bench.games_of_each" if parties > 1 else "bench.games"
    games = say(kind, games=table["games"], first=table["first_seed"], parties=parties)
    return f"**{table['scenario']}** ({'; '.join(parts)}), {games}"


def pilots(table: dict[str, Any]) -> Iterator[str]:
    """Give the pilots of a table, one a row."""
    rows = table["pilots"]
    kinds = list(rows[0]["measures"]) if rows else []
    exact = any("exact" in row for row in rows)
    loss = any("loss" in row for row in rows)
    heads = ["pilot", "win", *["exact"] * exact, *["loss"] * loss, *kinds, "time"]
    body = []
    for row in rows:
        cells = [code(row["pilot"]), share(row)]
        cells += [f"{row['exact']:.3%}" if "exact" in row else ""] * exact
        cells += [points(row["loss"]) if "loss" in row else ""] * loss
        cells += [mean(row["measures"][kind]) for kind in kinds]
        cells.append(say("bench.milliseconds", time=table["timing"]["decision_ms"][row["pilot"]]))
        body.append(cells)
    yield from markdown([say(f"bench.{head}") for head in heads], body)


def pairs(rows: Sequence[dict[str, Any]], tables: Sequence[str] = ()) -> Iterator[str]:
    """Give how every two pilots differ, one pair a row.

    Args:
        rows: The pairs.
        tables: What table each is of; empty where that is clear.
    """
    if not rows:
        return
    exact = any("exact_difference" in row for row in rows)
    many = any(row["p_holm"] != row["p"] for row in rows)
    heads = [*["table"] * bool(tables), "pair", "difference", *["exact"] * exact, "p", *["p_holm"] * many]
    heads += ["only", "correlation"]
    body = []
    for place, row in enumerate(rows):
        cells = [*tables[place : place + 1], say("bench.less", first=code(row["first"]), second=code(row["second"]))]
        cells += [say("bench.points", value=100 * row["difference"], low=100 * row["low"], high=100 * row["high"])]
        cells += [f"{100 * row['exact_difference']:+.2f}" if "exact_difference" in row else ""] * exact
        cells += [chance(row["p"]), *[chance(row["p_holm"])] * many]
        cells += [f"{row['first_only']}:{row['second_only']}"]
        cells += [say("bench.none") if row["correlation"] is None else f"{row['correlation']:.2f}"]
        body.append(cells)
    yield ""
    yield from markdown([say(f"bench.{head}") for head in heads], body)


def grid(data: dict[str, Any]) -> Iterator[str]:
    """Give the win rates of every pilot at every table, over all of them, and how long each thinks."""
    names = [row["pilot"] for row in data["pilots"]]
    tables = data["tables"]
    body = [[told(tables, table), *map(known, table["pilots"])] for table in tables]
    body.append([say("bench.all"), *map(share, data["pilots"])])
    longest = [max(table["timing"]["decision_ms"][name] for table in tables) for name in names]
    body.append([say("bench.time"), *(say("bench.milliseconds", time=time) for time in longest)])
    yield from markdown([say("bench.table"), *map(code, names)], body)


def losses(data: dict[str, Any]) -> Iterator[str]:
    """Give what the choices of searching pilots lost at every table, where that was judged."""
    tables = [table for table in data["tables"] if any("loss" in row for row in table["pilots"])]
    if not tables:
        return
    names = [row["pilot"] for row in tables[0]["pilots"] if "loss" in row]
    body = [
        [told(data["tables"], table), *(points(row["loss"]) for row in table["pilots"] if "loss" in row)]
        for table in tables
    ]
    yield from ["", say("bench.losses"), ""]
    yield from markdown([say("bench.table"), *map(code, names)], body)


def told(tables: Sequence[dict[str, Any]], table: dict[str, Any]) -> str:
    """Return what tells a table from the others; its scenario, if it is the only one."""
    labels = [label(each) for each in tables]
    differ = [place for place in range(len(labels[0])) if len({parts[place] for parts in labels}) > 1] or [0]
    return " / ".join(filter(None, (label(table)[place] for place in differ)))


def label(table: dict[str, Any]) -> list[str]:
    """Return what may tell a table from others."""
    level = say(f"difficulty.{table['difficulty']}") if table["difficulty"] else ""
    seats = code(table["partner"]) if table.get("partner") else ", ".join(table["seats"])
    return [table["scenario"], ", ".join(table["party"]), level, seats]


def remarks(data: dict[str, Any], table: dict[str, Any]) -> Iterator[str]:
    """Give what has to be known about a table's figures."""
    for line in unsolved(table.get("unsolved", {})):
        yield from ["", line]
    if "stopped" in table:
        yield from ["", say("bench.stopped", games=table["stopped"], most=data["games"], smallest=data["until"])]
    elif data["until"] and data["complete"]:
        yield from ["", say("bench.unstopped", games=table["games"], smallest=data["until"])]
    if not data["complete"]:
        most = table.get("most", data["games"])
        yield from ["", say("bench.interrupted", games=table["games"], most=most)]
    for verdict in table.get("verdicts", ()):
        yield say(f"bench.verdict_{verdict['better']}", smallest=data["until"], **verdict)


def unsolved(reasons: dict[str, str]) -> Iterator[str]:
    """Give of which pilots no exact figure could be had, and why, one reason a line."""
    for reason in dict.fromkeys(reasons.values()):
        names = ", ".join(code(name) for name, why in reasons.items() if why == reason)
        yield say("bench.unsolved", pilots=names, reason=reason)


def markdown(heads: Sequence[str], body: Sequence[Sequence[str]]) -> Iterator[str]:
    """Give a table in Markdown whose columns line up."""
    widths = [max(NARROWEST, *(len(cell) for cell in column)) for column in zip(heads, *body, strict=True)]
    rules = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    for row in (heads, rules, *body):
        cells = [
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield f"| {' | '.join(cells)} |"


def share(row: dict[str, Any]) -> str:
    """Return a win rate with its interval."""
    if not row["games"]:
        return say("bench.none")
    return say("bench.share", win=row["win"], low=row["low"], high=row["high"])


def known(row: dict[str, Any]) -> str:
    """Return a win rate, the exact one where it is known."""
    return say("bench.exact_share", win=row["exact"]) if "exact" in row else share(row)


def mean(measure: dict[str, float]) -> str:
    """Return a mean with its interval."""
    return say("bench.mean", mean=measure["mean"], low=measure["low"], high=measure["high"])


def points(loss: dict[str, float]) -> str:
    """Return a loss in points with its interval."""
    return say("bench.points", value=100 * loss["mean"], low=100 * loss["low"], high=100 * loss["high"])


def chance(p: float) -> str:
    """Return a p value; below the smallest that matters it is only said that it is."""
    return say("bench.p_small", p=SMALLEST) if p < SMALLEST else f"{p:.2g}"


def code(name: str) -> str:
    """Return a pilot's name as Markdown code."""
    return f"`{name}`"
