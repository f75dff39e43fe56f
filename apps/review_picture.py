"""A review as a picture: an SVG with the chance to win, what choices cost, and a legend."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from xml.sax.saxutils import escape

from ..envs.core.catalogue import say
from ..envs.core.content import one_line, shortened
from ..training.statistics import NORMAL
from .review_account import Point
from .review_text import Review, ending, percent

WIDTH, HEIGHT = 960, 660
LEFT, RIGHT, TOP, BOTTOM = 64, 904, 132, 472
"""The plot."""
LEGEND, LIST, ROW = 536, 574, 28
"""Heights of the legend and of the first costly choice, and between two of those."""
INK, PALE, GRID, LINE, BAD, GOOD = "#1f2933", "#66727f", "#dde3e8", "#2a6496", "#c0362c", "#2e8540"
RADIUS = 10
GAP = 26
"""Least distance between the numbers of two rounds."""
LONGEST = 106
LONGEST_TITLE = 80
STYLE = f"""text {{ font-family: system-ui, "Segoe UI", Helvetica, Arial, sans-serif; font-size: 14px; fill: {INK}; }}
.title {{ font-size: 20px; font-weight: bold; }}
.pale {{ fill: {PALE}; font-size: 12px; }}
.mark {{ fill: #ffffff; font-size: 12px; font-weight: bold; text-anchor: middle; }}"""


def picture(review: Review) -> str:
    """Return a review as SVG."""
    alt = one_line(" ".join([title(review), subtitle(review)]))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" '
        'role="img">',
        f"<title>{escape(alt)}</title>",
        f"<style>{STYLE}</style>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        words(LEFT, 40, title(review), "title"),
        words(LEFT, 66, subtitle(review)),
        words(LEFT, 88, say("review.exact" if review.exact else "review.searched", n=review.budget), "pale"),
        *axes(review.account.points),
        *band(review),
        *course(review),
        *marks(review),
        *legend(review),
        *costly(review),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def title(review: Review) -> str:
    """Return what was played and how it ended."""
    return shortened(ending(review), LONGEST_TITLE)


def subtitle(review: Review) -> str:
    """Return the account in a line."""
    account = review.account
    return say(
        "review.picture_sums",
        first=f"{account.start:.0%}",
        last=f"{account.last:.0%}",
        skill=percent(account.skill, account.skill_error, signed=True),
        luck=percent(account.luck, account.luck_error, signed=True),
    )


def words(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    """Return a line of text."""
    look = f' class="{kind}"' if kind else ""
    return f'<text x="{x:g}" y="{y:g}"{look} text-anchor="{anchor}">{escape(one_line(text))}</text>'


def line(x1: float, y1: float, x2: float, y2: float, colour: str, width: float = 1.0, dashes: str = "") -> str:
    """Return a straight line."""
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    more = f' stroke-dasharray="{dashes}"' if dashes else ""
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}"{more}/>'


def across(place: int, count: int) -> float:
    """Return where a decision stands; the end of the game stands behind the last of them."""
    return LEFT + (RIGHT - LEFT) * (place + 0.5) / (count + 1)


def height(chance: float) -> float:
    """Return where a chance stands."""
    return BOTTOM - (BOTTOM - TOP) * min(max(chance, 0.0), 1.0)


def axes(points: Sequence[Point]) -> Iterator[str]:
    """Give the grid, the chances at its side and the rounds below."""
    for quarter in range(5):
        y = height(quarter / 4)
        yield line(LEFT, y, RIGHT, y, GRID)
        yield words(LEFT - 10, y + 4, f"{quarter / 4:.0%}", "pale", "end")
    yield words(LEFT, TOP - 8, say("review.picture_up"), "pale")
    half = (RIGHT - LEFT) / (len(points) + 1) / 2
    numbers = [point.moment.round for point in points]
    begins = [(across(place, len(points)) - half, number) for place, number in enumerate(numbers)]
    begins = [each for place, each in enumerate(begins) if place == 0 or numbers[place - 1] != each[1]]
    told = float(RIGHT + GAP)
    for x, number in reversed(begins):
        if told - x >= GAP and number:
            yield line(x, TOP, x, BOTTOM, GRID)
            yield words(x + 3, BOTTOM + 18, str(number), "pale")
            told = x
    yield words(RIGHT, BOTTOM + 36, say("review.picture_along"), "pale", "end")


def band(review: Review) -> Iterator[str]:
    """Give the 95% interval of the chance to win, where it has one."""
    points = review.account.points
    if review.exact or len(points) < 2:
        return
    ends = [(across(place, len(points)), point.verdict) for place, point in enumerate(points)]
    over = [f"{x:.1f},{height(verdict.value + NORMAL * verdict.error):.1f}" for x, verdict in ends]
    under = [f"{x:.1f},{height(verdict.value - NORMAL * verdict.error):.1f}" for x, verdict in reversed(ends)]
    yield f'<polygon points="{" ".join(over + under)}" fill="{LINE}" fill-opacity="0.15"/>'


def course(review: Review) -> Iterator[str]:
    """Give the chance to win: a line, on it what each choice changed, and the end."""
    points = review.account.points
    steps = []
    changes = []
    for place, point in enumerate(points):
        x, verdict = across(place, len(points)), point.verdict
        steps += [f"{x:.1f},{height(verdict.value):.1f}", f"{x:.1f},{height(verdict.made):.1f}"]
        if abs(height(verdict.value) - height(verdict.made)) >= 1:
            colour = BAD if verdict.skill < 0 else GOOD
            changes.append(line(x, height(verdict.value), x, height(verdict.made), colour, 3))
    x, y = across(len(points), len(points)), height(review.account.last)
    steps.append(f"{x:.1f},{y:.1f}")
    yield f'<polyline points="{" ".join(steps)}" fill="none" stroke="{LINE}" stroke-width="2" stroke-linejoin="round"/>'
    yield from changes
    yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="5" fill="{LINE}"/>'


def marks(review: Review) -> Iterator[str]:
    """Give a number at each of the costliest choices, and how high the better one would have led."""
    points = review.account.points
    taken: list[tuple[float, float]] = []
    for number, (point, _) in enumerate(review.costliest, 1):
        x, verdict = across(points.index(point), len(points)), point.verdict
        low, high = height(verdict.made), height(verdict.made + verdict.loss)
        spot = free_spot(x, high - RADIUS - 6, taken)
        taken.append(spot)
        yield line(*spot, x, high, BAD)
        yield line(x, low, x, high, BAD, 2, "4 3")
        yield f'<circle cx="{x:.1f}" cy="{high:.1f}" r="3.5" fill="#ffffff" stroke="{BAD}" stroke-width="2"/>'
        yield mark(*spot, number)


def free_spot(x: float, y: float, taken: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return a place for a number that hides no other: as near as can be beside it, within the plot."""
    y = max(y, TOP + RADIUS)
    for step in range(2 * len(taken) + 1):
        side = (step + 1) // 2 * (2 * RADIUS + 4) * (1 if step % 2 else -1)
        at = min(max(x + side, LEFT + RADIUS), RIGHT - RADIUS)
        if all(abs(at - other) > 2 * RADIUS or abs(y - level) > 2 * RADIUS for other, level in taken):
            return at, y
    return x, y


def mark(x: float, y: float, number: int) -> str:
    """Return a number in a disc."""
    disc = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{RADIUS}" fill="{BAD}"/>'
    return disc + f'<text x="{x:.1f}" y="{y + 4:.1f}" class="mark">{number}</text>'


def legend(review: Review) -> Iterator[str]:
    """Give what lines and colours mean."""
    x = LEFT
    y = LEGEND - 5
    entries = [(line(0, y, 22, y, LINE, 2), say("review.legend_win"))]
    if not review.exact:
        box = f'<rect x="0" y="{y - 6}" width="22" height="12" fill="{LINE}" fill-opacity="0.15"/>'
        entries.append((box, say("review.legend_band")))
    if not review.exact or review.account.skill < 0:
        entries.append((line(3, y, 19, y, BAD, 3), say("review.legend_worse")))
    if not review.exact:
        entries.append((line(3, y, 19, y, GOOD, 3), say("review.legend_better")))
    if review.costliest and not review.exact:
        entries.append((line(0, y, 22, y, BAD, 2, "4 3"), say("review.legend_costly")))
    for drawing, text in entries:
        yield f'<g transform="translate({x} 0)">{drawing}{words(28, LEGEND, text, "pale")}</g>'
        x += 52 + round(6.1 * len(text))


def costly(review: Review) -> Iterator[str]:
    """Give the costliest choices in a line each."""
    if not review.costliest:
        yield words(LEFT, LIST + 4, say("review.none_costly" if review.exact else "review.none_found"))
    for number, (point, told) in enumerate(review.costliest, 1):
        y = LIST + (number - 1) * ROW
        moment, verdict = point.moment, point.verdict
        loss = percent(verdict.loss, verdict.loss_error)
        place = {"round": moment.round, "who": moment.who, "loss": loss}
        text = say("review.picture_costly", choice=told.choice, better=told.better, **place)
        yield mark(LEFT + RADIUS, y, number)
        yield words(LEFT + 3 * RADIUS, y + 5, shortened(one_line(text), LONGEST))
