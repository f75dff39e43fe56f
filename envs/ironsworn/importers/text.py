"""Texts that know where in the file each value stands, so that one value can be changed and all else kept."""

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import NamedTuple

from ...core.content import BYTE_ORDER_MARK

MAX_DEPTH = 64


@dataclass(eq=False, slots=True)
class Scalar:
    """A text, number, boolean or null at ``source[start:end]``."""

    start: int
    end: int
    value: object


@dataclass(eq=False, slots=True)
class Mapping:
    """Keys and values; `keys` holds where each key starts."""

    start: int
    end: int
    items: dict[str, "Node"] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)


@dataclass(eq=False, slots=True)
class Sequence:
    """A list of values."""

    start: int
    end: int
    items: list["Node"] = field(default_factory=list)


Node = Scalar | Mapping | Sequence


class Edit(NamedTuple):
    """Put `text` in the place of ``source[start:end]``."""

    start: int
    end: int
    text: str


def plain(node: Node) -> object:
    """Return a node's value as dictionaries, lists, texts and numbers."""
    if isinstance(node, Mapping):
        return {key: plain(value) for key, value in node.items.items()}
    if isinstance(node, Sequence):
        return [plain(value) for value in node.items]
    return node.value


def child(node: Node | None, *path: str) -> Node | None:
    """Return what stands at a path of keys below a node, or None."""
    for key in path:
        node = node.items.get(key) if isinstance(node, Mapping) else None
    return node


class Text(ABC):
    """A parsed file and the changes to be made to it.

    Attributes:
        file: Name of the file, for errors.
        source: The whole text as it stands in the file, byte-order mark and line ends included.
        root: The values with their places.
    """

    def __init__(self, source: str, file: str) -> None:
        self.file = file
        self.source = source
        self._edits: list[Edit] = []
        self._removed: dict[int, tuple[Mapping | Sequence, set[str | int]]] = {}
        self._replaced: dict[int, tuple[Node, object]] = {}
        self._added: dict[int, tuple[Mapping, dict[str, object]]] = {}
        self.root = self.parse()

    @abstractmethod
    def parse(self) -> Node:
        """Return the values of the source.

        Raises:
            ContentError: The source is not in this language, or uses what is not read.
        """

    @abstractmethod
    def spell(self, value: object) -> str:
        """Return a value as this language writes it."""

    @abstractmethod
    def insertion(self, mapping: Mapping, entries: dict[str, object]) -> Edit:
        """Return the edit that gives a mapping keys it does not have."""

    @abstractmethod
    def removals(self, parent: Mapping | Sequence, places: list[int]) -> list[Edit]:
        """Return the edits that take entries, by their number, out of a mapping or list."""

    def forget(self) -> None:
        """Forget all changes asked for."""
        self._edits.clear()
        self._removed.clear()
        self._replaced.clear()
        self._added.clear()

    def replacement(self, node: Node, value: object) -> Edit:
        """Return the edit that changes a value."""
        return Edit(node.start, node.end, self.spell(value))

    def replace(self, node: Node, value: object) -> None:
        """Change a value; several entries of one new mapping are gathered."""
        _, known = self._replaced.get(id(node), (node, None))
        self._replaced[id(node)] = (node, _merged(known, value))

    def add(self, mapping: Mapping, key: str, value: object) -> None:
        """Give a mapping a key it does not have; several entries of one new mapping are gathered."""
        _, entries = self._added.setdefault(id(mapping), (mapping, {}))
        entries[key] = _merged(entries.get(key), value)

    def remove(self, parent: Mapping | Sequence, key: str | int) -> None:
        """Take an entry out."""
        _, keys = self._removed.setdefault(id(parent), (parent, set()))
        keys.add(key)

    def changes(self) -> list[Edit]:
        """Return all edits, first to last."""
        replaced = [self.replacement(node, value) for node, value in self._replaced.values()]
        added = [self.insertion(mapping, entries) for mapping, entries in self._added.values()]
        removed = [
            edit for parent, keys in self._removed.values() for edit in self.removals(parent, _places(parent, keys))
        ]
        return sorted([*replaced, *added, *removed, *self._edits], key=lambda edit: (edit.start, edit.end))

    def result(self) -> str:
        """Return the source with all changes made."""
        return apply(self.source, self.changes())

    @property
    def body(self) -> int:
        """Where the text begins, after a byte-order mark."""
        return len(BYTE_ORDER_MARK) if self.source.startswith(BYTE_ORDER_MARK) else 0

    @property
    def newline(self) -> str:
        """The line end that the file uses."""
        line, end, _ = self.source.partition("\n")
        return "\r\n" if end and line.endswith("\r") else "\n"

    def line_start(self, at: int) -> int:
        """Return where the line of a place begins."""
        return self.source.rfind("\n", 0, at) + 1

    def line_end(self, at: int) -> int:
        """Return where the line of a place ends, before its line end."""
        end = self.source.find("\n", at)
        if end < 0:
            return len(self.source)
        return end - (self.source[at:end].endswith("\r"))

    def next_line(self, at: int) -> int:
        """Return where the line after a place's line begins."""
        end = self.source.find("\n", at)
        return len(self.source) if end < 0 else end + 1


def apply(source: str, edits: list[Edit]) -> str:
    """Return a text with edits made, which are in order and do not overlap."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += [source[at : edit.start], edit.text]
        at = edit.end
    return "".join([*parts, source[at:]])


def without(parent: Mapping | Sequence, places: list[int]) -> list[Edit]:
    """Return the edits that take entries out from between commas, each with one of its commas."""
    spans = _spans(parent)
    if len(places) == len(spans):
        return [Edit(parent.start + 1, parent.end - 1, "")]
    edits = []
    for first in places:
        if first - 1 in places:
            continue
        after = first
        while after in places:
            after += 1
        if after < len(spans):
            edits.append(Edit(spans[first][0], spans[after][0], ""))
        else:
            edits.append(Edit(spans[first - 1][1], spans[-1][1], ""))
    return edits


def _spans(parent: Mapping | Sequence) -> list[tuple[int, int]]:
    if isinstance(parent, Mapping):
        return [(parent.keys[key], value.end) for key, value in parent.items.items()]
    return [(value.start, value.end) for value in parent.items]


def _places(parent: Mapping | Sequence, keys: set[str | int]) -> list[int]:
    known: list[str] | range = list(parent.items) if isinstance(parent, Mapping) else range(len(parent.items))
    return [place for place, key in enumerate(known) if key in keys]


def _merged(known: object, value: object) -> object:
    return {**known, **value} if isinstance(known, dict) and isinstance(value, dict) else value
