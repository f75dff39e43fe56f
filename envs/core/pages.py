"""Pages for a terminal: boxes with a title, as cards lie on a table, under headings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from textwrap import wrap
from typing import Any

from .content import match, one_line

WIDTH = 100
GAP = 2
HALF = (WIDTH - GAP) // 2
HANGING = "   "


@dataclass(frozen=True)
class Box:
    """Something on a card of its own.

    Attributes:
        title: What it is called.
        note: Its figures, in the upper edge; below the title where there is no room.
        lines: What it says; long ones are wrapped.
        figure: Lines below that stand as they are.
        wide: Whether it takes the whole width.
    """

    title: str
    note: str = ""
    lines: tuple[str, ...] = ()
    figure: tuple[str, ...] = ()
    wide: bool = False

    def drawn(self) -> list[str]:
        """Return the box with its edges."""
        width = WIDTH if self.wide else HALF
        lines = [part for line in self.lines for part in wrapped(line, width - 4)]
        title, note = one_line(self.title), self.note
        if len(title) + len(note) > width - 8:
            lines, note = [*wrapped(note, width - 4), *lines], ""
        title = title[: width - 8]
        lines += self.figure
        ends = ("─", f" {note} ─") if note else ("─", "─")
        head = f"┌{ends[0]} {title} ".ljust(width - len(ends[1]) - 1, "─") + f"{ends[1]}┐"
        return [head, *(f"│ {line:<{width - 4}} │" for line in lines), f"└{'─' * (width - 2)}┘"]


@dataclass(frozen=True)
class Section:
    """A heading with boxes, or with lines that stand as they are."""

    heading: str
    boxes: tuple[Box, ...] = ()
    lines: tuple[str, ...] = ()

    def drawn(self) -> list[str]:
        """Return the section as lines."""
        lines = ["", self.heading, "", *self.lines] if self.heading else list(self.lines)
        row: list[Box] = []
        for box in self.boxes:
            row.append(box)
            if box.wide or len(row) == 2:
                lines += side_by_side(row)
                row = []
        return lines + side_by_side(row)


@dataclass(frozen=True)
class Page:
    """A page: its title and its sections."""

    title: str
    sections: tuple[Section, ...]

    def drawn(self) -> list[str]:
        """Return the page as lines of at most `WIDTH` columns."""
        return [self.title, *(line.rstrip() for section in self.sections for line in section.drawn())]

    def data(self) -> dict[str, Any]:
        """Return the page ready for JSON."""
        sections = [
            {"heading": section.heading, "lines": list(section.lines), "boxes": [vars(box) for box in section.boxes]}
            for section in self.sections
        ]
        return {"title": self.title, "sections": sections}

    @property
    def titles(self) -> list[str]:
        """What its boxes are called."""
        return [box.title for section in self.sections for box in section.boxes]

    def only(self, name: str) -> Page:
        """Return the page with the boxes of one name alone."""
        kept = (
            Section(section.heading, tuple(box for box in section.boxes if match(name, [box.title]) is not None))
            for section in self.sections
        )
        return Page(self.title, tuple(section for section in kept if section.boxes))


def wrapped(line: str, width: int) -> list[str]:
    """Return a line as several that fit."""
    return wrap(one_line(line), width, subsequent_indent=HANGING) or [""]


def side_by_side(boxes: Sequence[Box]) -> list[str]:
    """Return boxes as lines, a wide one below one that is not."""
    narrow = [box.drawn() for box in boxes if not box.wide]
    lines = ["".join(f"{part:<{HALF + GAP}}" for part in row) for row in zip_longest(*narrow, fillvalue="")]
    return lines + [line for box in boxes if box.wide for line in box.drawn()]


def joined(parts: Iterable[str]) -> str:
    """Return what is not empty, with commas between."""
    return ", ".join(part for part in parts if part)
