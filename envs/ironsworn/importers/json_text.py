"""JSON that knows where its values stand; duplicate keys, NaN and deep nesting are refused."""

import json
import re
from bisect import bisect_right

from ...core.catalogue import say
from ...core.content import ContentError, key_path, refuse
from .text import MAX_DEPTH, Edit, Mapping, Node, Scalar, Sequence, Text, apply, without

DECODER = json.JSONDecoder()
SPACE = re.compile(r"[ \t\r\n]*")
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?")
WORDS: dict[str, object] = {"true": True, "false": False, "null": None}
NO_NUMBERS = ("NaN", "Infinity", "-Infinity")
LONGEST_INTEGER = 18
ESCAPE = re.compile(r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.", re.DOTALL)


class JsonText(Text):
    """A JSON file."""

    def parse(self) -> Node:
        """Return the values of the source."""
        node, at = self._value(self._skip(self.body), ())
        at = self._skip(at)
        if at < len(self.source):
            raise self._broken(at)
        return node

    def spell(self, value: object) -> str:
        """Return a value as JSON on one line."""
        return json.dumps(value, ensure_ascii=False)

    def insertion(self, mapping: Mapping, entries: dict[str, object]) -> Edit:
        """Return the edit that adds keys after the last one, spaced as it is."""
        if not mapping.items:
            return Edit(mapping.start, mapping.end, self.spell(entries))
        last = list(mapping.items)[-1]
        key_start, value = mapping.keys[last], mapping.items[last]
        before = self.source[len(self.source[:key_start].rstrip(" \t\r\n")) : key_start]
        _, key_end = self._string(key_start)
        colon = self.source[key_end : value.start]
        added = [f",{before}{self.spell(key)}{colon}{self.spell(entry)}" for key, entry in entries.items()]
        return Edit(value.end, value.end, "".join(added))

    def removals(self, parent: Mapping | Sequence, places: list[int]) -> list[Edit]:
        """Return the edits that take entries out from between their commas."""
        return without(parent, places)

    def _skip(self, at: int) -> int:
        match = SPACE.match(self.source, at)
        return match.end() if match else at

    def _value(self, at: int, path: tuple[str | int, ...]) -> tuple[Node, int]:
        if len(path) > MAX_DEPTH:
            raise refuse(self.file, "", say("content.found_too_deep"), say("content.valid_syntax", language="JSON"))
        opening = self.source[at : at + 1]
        if opening == "{":
            return self._mapping(at, path)
        if opening == "[":
            return self._sequence(at, path)
        if opening == '"':
            text, end = self._string(at)
            return Scalar(at, end, text), end
        return self._word(at, path)

    def _string(self, at: int) -> tuple[str, int]:
        try:
            text, end = DECODER.raw_decode(self.source, at)
        except json.JSONDecodeError as error:
            raise self._broken(error.pos) from error
        return str(text), end

    def _word(self, at: int, path: tuple[str | int, ...]) -> tuple[Node, int]:
        for word in NO_NUMBERS:
            if self.source.startswith(word, at):
                raise refuse(self.file, key_path(path), word, say("content.valid_number"))
        for word, meaning in WORDS.items():
            if self.source.startswith(word, at):
                return Scalar(at, at + len(word), meaning), at + len(word)
        match = NUMBER.match(self.source, at)
        if match is None:
            raise self._broken(at)
        digits = match.group()
        whole = match.group(1) is None and match.group(2) is None and len(digits) <= LONGEST_INTEGER
        return Scalar(at, match.end(), int(digits) if whole else float(digits)), match.end()

    def _mapping(self, start: int, path: tuple[str | int, ...]) -> tuple[Node, int]:
        mapping = Mapping(start, start)
        at = self._skip(start + 1)
        while self.source[at : at + 1] != "}" or mapping.items:
            if self.source[at : at + 1] != '"':
                raise self._broken(at)
            key_start = at
            key, at = self._string(at)
            if key in mapping.items:
                raise refuse(self.file, key_path((*path, key)), say("import.found_twice"), say("import.valid_once"))
            at = self._skip(at)
            if self.source[at : at + 1] != ":":
                raise self._broken(at)
            mapping.items[key], at = self._value(self._skip(at + 1), (*path, key))
            mapping.keys[key] = key_start
            at = self._skip(at)
            if self.source[at : at + 1] != ",":
                break
            at = self._skip(at + 1)
        if self.source[at : at + 1] != "}":
            raise self._broken(at)
        mapping.end = at + 1
        return mapping, at + 1

    def _sequence(self, start: int, path: tuple[str | int, ...]) -> tuple[Node, int]:
        sequence = Sequence(start, start)
        at = self._skip(start + 1)
        while self.source[at : at + 1] != "]" or sequence.items:
            item, at = self._value(at, (*path, len(sequence.items)))
            sequence.items.append(item)
            at = self._skip(at)
            if self.source[at : at + 1] != ",":
                break
            at = self._skip(at + 1)
        if self.source[at : at + 1] != "]":
            raise self._broken(at)
        sequence.end = at + 1
        return sequence, at + 1

    def _broken(self, at: int) -> ContentError:
        line = self.source.count("\n", 0, at) + 1
        column = at - self.source.rfind("\n", 0, at)
        where = say("import.line", line=line, column=column)
        found = self.source[at : at + 1] or say("content.found_nothing")
        return refuse(self.file, where, found, say("content.valid_syntax", language="JSON"))


class WrappedJson(JsonText):
    """JSON kept as one JSON text, as browsers' stores are saved."""

    def __init__(self, source: str, file: str) -> None:
        self.outer = source
        outer = JsonText(source, file).root
        self.outer_start = outer.start
        self.outer_end = outer.end
        super().__init__(str(outer.value) if isinstance(outer, Scalar) else "", file)

    def result(self) -> str:
        """Return the outer source with all changes made inside."""
        starts, shifts = self._shifts()
        edits = [
            Edit(
                edit.start + shifts[bisect_right(starts, edit.start) - 1],
                edit.end + shifts[bisect_right(starts, edit.end) - 1],
                json.dumps(edit.text, ensure_ascii=False)[1:-1],
            )
            for edit in self.changes()
        ]
        return apply(self.outer, edits)

    def _shifts(self) -> tuple[list[int], list[int]]:
        """Inner places after each escape, and how much further on the outer text is from there."""
        starts, shifts = [0], [self.outer_start + 1]
        for escape in ESCAPE.finditer(self.outer, self.outer_start + 1, self.outer_end - 1):
            starts.append(escape.start() - shifts[-1] + 1)
            shifts.append(shifts[-1] + len(escape.group()) - 1)
        return starts, shifts
