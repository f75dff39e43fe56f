"""What an importer reads from a file: values for the sheet, each with the place it came from and would go back to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import isfinite

from ...core.catalogue import say
from ...core.content import ContentError, Problem, check, key_path, one_line, shortened, shown
from ..asset_names import ASSET_TRACKS, asset_mode
from ..sheet import DEBILITY_NAMES, MAX_STAT, STAT_NAMES, Sheet, SheetAsset, clamped
from ..terms import MAX_MOMENTUM, MAX_TICKS, MAX_TRACK, MIN_MOMENTUM, RANKS, START_MOMENTUM
from .text import Mapping, Node, Scalar, Sequence, Text

ABILITIES = 3
MOST_XP = 10_000
LONGEST_ASIDE = 12
METERS = {
    "health": (0, MAX_TRACK, MAX_TRACK),
    "spirit": (0, MAX_TRACK, MAX_TRACK),
    "supply": (0, MAX_TRACK, MAX_TRACK),
    "momentum": (MIN_MOMENTUM, MAX_MOMENTUM, START_MOMENTUM),
}
"""Lowest and highest value of a track, and the fresh one."""

RANK_SPELLINGS = {**{name: rank for rank, name in enumerate(RANKS) if rank}, "formidible": RANKS.index("formidable")}


@dataclass(frozen=True)
class At:
    """A place in a file: what stands there (None if nothing), its key path, and the place around it."""

    node: Node | None
    path: tuple[str | int, ...] = ()
    parent: At | None = None

    def __getitem__(self, key: str | int) -> At:
        found: Node | None = None
        if isinstance(self.node, Mapping):
            found = self.node.items.get(str(key))
        elif isinstance(self.node, Sequence) and isinstance(key, int) and key < len(self.node.items):
            found = self.node.items[key]
        return At(found, (*self.path, key), self)

    def __iter__(self) -> Iterator[At]:
        """Each item of a list; nothing for anything else."""
        if isinstance(self.node, Sequence):
            for place in range(len(self.node.items)):
                yield self[place]

    @property
    def keys(self) -> list[str]:
        """The keys of a mapping; none for anything else."""
        return list(self.node.items) if isinstance(self.node, Mapping) else []

    @property
    def value(self) -> object:
        """The scalar here; None if there is none."""
        return self.node.value if isinstance(self.node, Scalar) else None

    @property
    def text(self) -> str:
        """The text here; empty if there is none."""
        return self.value.encode("utf-8", "replace").decode() if isinstance(self.value, str) else ""

    @property
    def empty(self) -> bool:
        """Whether nothing, or null, stands here."""
        return self.node is None or (isinstance(self.node, Scalar) and self.node.value is None)

    def holds(self, value: object) -> bool:
        """Return whether exactly this scalar stands here (0 is not false)."""
        return self.value == value and type(self.value) is type(value)

    @property
    def where(self) -> str:
        """The key path, for errors."""
        return key_path(self.path)

    def put(self, text: Text, value: object) -> None:
        """Write a value here, with the mappings around it if they are missing."""
        if self.node is not None:
            text.replace(self.node, value)
        elif self.parent is not None and isinstance(self.parent.node, Mapping):
            text.add(self.parent.node, str(self.path[-1]), value)
        elif self.parent is not None:
            self.parent.put(text, {str(self.path[-1]): value})

    def remove(self, text: Text) -> None:
        """Take this entry out of what is around it."""
        if self.parent is not None and isinstance(self.parent.node, Mapping | Sequence):
            text.remove(self.parent.node, self.path[-1])


@dataclass
class Slot:
    """Where one value of the sheet is written, and how it is spelled there."""

    at: At
    spell: Callable[[Sheet], object]

    def write(self, text: Text, sheet: Sheet) -> None:
        """Write the sheet's value; a debility that is not marked needs no key."""
        value = self.spell(sheet)
        if self.at.node is not None or value is not False:
            self.at.put(text, value)


@dataclass
class AssetPlace:
    """An asset, where its values are written, and the entries to take out when it is gone."""

    asset: SheetAsset
    slots: dict[str, At]
    entries: tuple[At, ...]


@dataclass
class Reading:
    """Everything read from one character file."""

    text: Text
    values: dict[str, object] = field(default_factory=dict)
    slots: dict[str, Slot] = field(default_factory=dict)
    derived: list[Slot] = field(default_factory=list)
    assets: list[AssetPlace] = field(default_factory=list)
    vows: list[tuple[dict[str, object], At]] = field(default_factory=list)
    debilities: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    @property
    def root(self) -> At:
        """The file as a whole."""
        return At(self.text.root)

    def problem(self, at: At, valid: str) -> None:
        """Note something wrong; all problems are raised together."""
        node = at.node
        found = say("content.found_nothing") if node is None else shown(at.value)
        if isinstance(node, Mapping | Sequence):
            found = say("content.valid_table" if isinstance(node, Mapping) else "content.valid_list")
        self.problems.append(Problem(self.text.file, at.where, found, valid))

    def listed(self, at: At) -> list[At]:
        """Return the items of a list; nothing stands for an empty one."""
        if not (at.empty or isinstance(at.node, Sequence)):
            self.problem(at, say("content.valid_list"))
        return list(at)

    def integer(self, at: At) -> int | None:
        """Return the whole number at a place, or None if nothing (or null) stands there."""
        if at.empty:
            return None
        value = at.value
        if isinstance(value, float) and isfinite(value) and value == int(value) and abs(value) < MOST_XP:
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            self.problem(at, say("content.valid_integer"))
            return None
        return value

    def within(self, what: str, value: int, low: int, high: int) -> int:
        """Return the value clamped, and say so if it was beyond."""
        kept = min(max(value, low), high)
        if kept != value:
            self.said.append(say("sheet.clamped", what=what, found=value, now=kept))
        return kept

    def name(self, at: At) -> None:
        """Read the character's name."""
        if at.text.strip():
            self.values["name"] = at.text
        else:
            self.problem(at, say("content.valid_text_value"))

    def stats(self, at: At) -> None:
        """Read the five stats below a place."""
        for name in STAT_NAMES:
            self.stat(name, at[name])

    def stat(self, name: str, at: At) -> None:
        """Read one stat, which must be there."""
        found = self.integer(at)
        if found is not None:
            self.values[name] = self.within(name, found, 0, MAX_STAT)
        elif at.value is None:
            self.problem(at, say("content.valid_integer"))

    def meter(self, name: str, at: At) -> None:
        """Read health, spirit, supply or momentum; where none is given the fresh value is taken, and said."""
        low, high, fresh = METERS[name]
        found = self.integer(at)
        if found is None:
            self.said.append(say("import.missing", what=name, now=fresh))
        self.values[name] = fresh if found is None else self.within(name, found, low, high)
        self.slots[name] = Slot(at, lambda sheet: getattr(sheet, name))

    def count(self, name: str, at: At, high: int = MAX_TICKS, spent: int = 0) -> None:
        """Read bonds or experience; `spent` is what the file counts on top."""
        found = self.integer(at)
        self.values[name] = self.within(name, (found or 0) - spent, 0, high)
        self.slots[name] = Slot(at, lambda sheet: getattr(sheet, name) + spent)

    def debility(self, name: str, at: At, marked: object = True, unmarked: object = False) -> None:
        """Read one debility, a boolean or one of two signs."""
        if at.holds(marked):
            self.debilities.add(name)
        elif not (at.empty or at.holds(unmarked)):
            self.problem(at, say("content.valid_boolean"))
        self.slots[name] = Slot(at, lambda sheet: marked if name in sheet.debilities else unmarked)

    def impacts(self, at: At) -> None:
        """Read the debilities below a place by key; other marked keys are kept aside, never counted."""
        if not (at.empty or isinstance(at.node, Mapping)):
            self.problem(at, say("content.valid_table"))
        for name in DEBILITY_NAMES:
            self.debility(name, at[name])
        self.aside += [key for key in at.keys if key not in DEBILITY_NAMES and at[key].value is True]

    def ability(self, at: At) -> bool:
        """Return whether an ability is marked."""
        if not (at.empty or isinstance(at.value, bool)):
            self.problem(at, say("content.valid_boolean"))
        return at.value is True

    def asset(
        self, known: str | None, label: str, abilities: list[bool], track: At, *entries: At, choice: str = ""
    ) -> None:
        """Add an asset by its id, or keep it aside under its label; `choice` is the standing choice made on it."""
        if known is None:
            self.aside.append(label or entries[0].where)
            return
        marked = (abilities + [False] * ABILITIES)[:ABILITIES]
        card = ASSET_TRACKS.get(known)
        value = None
        slots = {}
        if card is not None:
            found = self.integer(track)
            value = card.start if found is None else self.within(f"{label} {card.name}", found, 0, card.top)
            slots = {"track": track}
        mode = asset_mode(known, choice)
        asset = SheetAsset(id=known, abilities=(marked[0], marked[1], marked[2]), track=value, mode=mode)
        self.assets.append(AssetPlace(asset, slots, entries))

    def rank(self, at: At) -> int | None:
        """Return a rank given as 1 to 5 or as a word."""
        if at.text:
            known = RANK_SPELLINGS.get(at.text.casefold())
            if known is None:
                self.problem(at, ", ".join(RANKS[1:]))
            return known
        found = self.integer(at)
        if found is not None and not 1 <= found < len(RANKS):
            self.problem(at, say("import.valid_rank"))
            return None
        return found

    def vow(self, name: str, rank: int | None, ticks: At) -> None:
        """Add a vow; one without a rank is kept aside."""
        if rank is None:
            self.aside.append(name)
            return
        found = self.integer(ticks)
        done = 0 if found is None else self.within(name, found, 0, MAX_TICKS)
        self.vows.append(({"name": name, "rank": rank, "ticks": done}, ticks))

    def raise_problems(self) -> None:
        """Raise everything found wrong, if anything was."""
        if self.problems:
            raise ContentError(self.problems)

    def sheet(self) -> Sheet:
        """Return the sheet, its contradictions put right and said.

        Raises:
            ContentError: With every problem of the file.
        """
        self.raise_problems()
        data = {
            **self.values,
            "debilities": self.debilities,
            "assets": [place.asset for place in self.assets],
            "vows": [values for values, _ in self.vows],
        }
        sheet, said = clamped(check(data, Sheet, self.text.file))
        self.said += said
        return sheet

    def notes(self) -> list[str]:
        """Return what was put right, and one line naming everything kept aside."""
        parts = [shortened(part) for part in dict.fromkeys(self.aside)]
        said = [one_line(sentence) for sentence in self.said]
        if not parts:
            return said
        named = ", ".join(parts[:LONGEST_ASIDE])
        more = len(parts) - LONGEST_ASIDE
        line = say("import.aside", parts=named) if more <= 0 else say("import.aside_more", parts=named, more=more)
        return [*said, one_line(line)]
