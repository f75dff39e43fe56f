"""TOML with the places of its values. Python's own reader checks it first; this one only finds where things stand."""

import json
import re
import tomllib
from dataclasses import dataclass

from ...core.content import parse_toml
from ..sheet import toml_text
from .text import Edit, Mapping, Node, Scalar, Sequence, Text, child, without

SPACE = re.compile(r"[ \t]*")
BLANK = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
STRING = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}(?!")|' r"'''.*?'{3,5}(?!')|" r'"(?:\\.|[^"\\\n])*"|' r"'[^'\n]*'", re.DOTALL
)
REST = re.compile(r"[^\n]*(?:\n[ \t\r]*(?=\n))*\n?")
WORD = re.compile(r"[^,\]}#\r\n]+")


@dataclass(eq=False, slots=True)
class Table(Mapping):
    """A table; `last` is where its last line of keys ends, `inline` whether it stands in braces."""

    last: int = 0
    inline: bool = False


class TomlText(Text):
    """A TOML file."""

    def parse(self) -> Node:
        """Return the values of the source."""
        parse_toml(self.source, self.file)
        return Places(self.source, self.body).root

    def spell(self, value: object) -> str:
        """Return a value as TOML."""
        if isinstance(value, str):
            return toml_text(value)
        if isinstance(value, list):
            return f"[{', '.join(self.spell(item) for item in value)}]"
        return json.dumps(value)

    def insertion(self, mapping: Mapping, entries: dict[str, object]) -> Edit:
        """Return the edit that adds keys after the last one of their table, and whole tables at the end."""
        assert isinstance(mapping, Table)
        pairs = [f"{key} = {self.spell(value)}" for key, value in entries.items()]
        if mapping.inline and not mapping.items:
            return Edit(mapping.start, mapping.end, "{ " + ", ".join(pairs) + " }")
        if mapping.inline:
            end = list(mapping.items.values())[-1].end
            return Edit(end, end, "".join(f", {pair}" for pair in pairs))
        if mapping.last == self.body:
            return Edit(self.body, self.body, self.newline.join([*pairs, ""]))
        end = self.line_end(mapping.last)
        return Edit(end, end, self.newline.join(["", *pairs]))

    def append(self, name: str, entry: dict[str, object]) -> None:
        """Add a table to a list of tables."""
        sequence = child(self.root, name)
        lines = [f"{key} = {self.spell(value)}" for key, value in entry.items()]
        if isinstance(sequence, Sequence) and sequence.start < sequence.end:
            end = sequence.items[-1].end if sequence.items else sequence.start + 1
            lead = ", " if sequence.items else ""
            self._edits.append(Edit(end, end, f"{lead}{{ {', '.join(lines)} }}"))
        else:
            end = len(self.source)
            lead = "" if self.source.endswith("\n") else self.newline
            self._edits.append(Edit(end, end, lead + self.newline.join(["", f"[[{name}]]", *lines, ""])))

    def removals(self, parent: Mapping | Sequence, places: list[int]) -> list[Edit]:
        """Return the edits that take tables out of a list: with their lines, or from between their commas."""
        if parent.start < parent.end:
            return without(parent, places)
        assert isinstance(parent, Sequence)
        edits = []
        for item in (parent.items[place] for place in places):
            assert isinstance(item, Table)
            rest = REST.match(self.source, item.last)
            edits.append(Edit(item.start, rest.end() if rest else item.last, ""))
        return edits


class Places:
    """Finds the places of all values in a valid TOML text."""

    def __init__(self, source: str, at: int) -> None:
        self.source = source
        self.at = at
        self.root = Table(at, len(source), last=at)
        self._read()

    def _read(self) -> None:
        table = self.root
        while self._blank() < len(self.source):
            start = self.at
            if self.source.startswith("[[", start):
                table = self._new_item(start)
            elif self.source.startswith("[", start):
                self.at += 1
                table = self._table(self.root, self._keys(), start)
                self.at = self.source.index("]", self.at) + 1
                table.last = self.at
            else:
                self._pair(table)
                table.last = self.at

    def _new_item(self, start: int) -> Table:
        self.at += 2
        *path, name = self._keys()
        self.at = self.source.index("]]", self.at) + 2
        parent = self._table(self.root, path, start)
        sequence = parent.items.setdefault(name, Sequence(start, start))
        item = Table(start, start, last=self.at)
        if isinstance(sequence, Sequence):
            sequence.items.append(item)
        return item

    def _table(self, table: Table, path: list[str], start: int) -> Table:
        """The table at a path, made where it is not there yet; of a list of tables the last."""
        for key in path:
            table.keys.setdefault(key, start)
            found = table.items.setdefault(key, Table(start, start, last=table.last))
            if isinstance(found, Sequence):
                found = found.items[-1]
            assert isinstance(found, Table)
            table = found
        return table

    def _pair(self, table: Table) -> None:
        start = self.at
        *path, key = self._keys()
        inner = self._table(table, path, start)
        self.at = self.source.index("=", self.at) + 1
        self._space()
        inner.keys[key] = start
        inner.items[key] = self._value()
        inner.last = self.at

    def _keys(self) -> list[str]:
        keys: list[str] = []
        while True:
            self._space()
            quoted = STRING.match(self.source, self.at)
            bare = BARE_KEY.match(self.source, self.at)
            found = quoted or bare
            assert found is not None
            keys.append(str(_scalar(found.group())) if quoted else found.group())
            self.at = found.end()
            self._space()
            if not self.source.startswith(".", self.at):
                return keys
            self.at += 1

    def _value(self) -> Node:
        start = self.at
        if self.source.startswith("[", start):
            return self._sequence(start)
        if self.source.startswith("{", start):
            return self._inline(start)
        string = STRING.match(self.source, start)
        word = string or WORD.match(self.source, start)
        assert word is not None
        text = word.group() if string else word.group().rstrip()
        self.at = start + len(text)
        return Scalar(start, self.at, _scalar(text))

    def _sequence(self, start: int) -> Sequence:
        sequence = Sequence(start, start)
        self.at += 1
        while not self.source.startswith("]", self._blank()):
            sequence.items.append(self._value())
            if self.source.startswith(",", self._blank()):
                self.at += 1
        self.at += 1
        sequence.end = self.at
        return sequence

    def _inline(self, start: int) -> Table:
        table = Table(start, start, inline=True)
        self.at += 1
        while not self.source.startswith("}", self._blank()):
            self._pair(table)
            if self.source.startswith(",", self._blank()):
                self.at += 1
        self.at += 1
        table.end = self.at
        return table

    def _blank(self) -> int:
        match = BLANK.match(self.source, self.at)
        self.at = match.end() if match else self.at
        return self.at

    def _space(self) -> None:
        match = SPACE.match(self.source, self.at)
        self.at = match.end() if match else self.at


def _scalar(text: str) -> object:
    return tomllib.loads(f"value = {text}")["value"]
