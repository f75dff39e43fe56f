"""The YAML front matter of a Markdown note, with the places of its values; aliases and own tags are refused.

Scalars are read as YAML 1.2 does (as Obsidian writes them): ``no`` is a text, not a boolean, and there are no dates.
"""

import json
import re
from collections.abc import Callable

import yaml

from ...core.catalogue import say
from ...core.content import ContentError, key_path, refuse
from .json_text import LONGEST_INTEGER
from .text import MAX_DEPTH, Edit, Mapping, Node, Scalar, Sequence, Text, without

FENCE = re.compile(r"---[ \t]*\r?\n")
CLOSING = re.compile(r"^(?:---|\.\.\.)[ \t]*\r?$", re.MULTILINE)
FRONT_MATTER_LIMIT = 100_000

TAG = "tag:yaml.org,2002:"
FRACTION = r"(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
PATTERNS: dict[str, tuple[re.Pattern[str], str]] = {
    "null": (re.compile(r"(?:~|null|Null|NULL|)$"), "~nN"),
    "bool": (re.compile(r"(?:true|True|TRUE|false|False|FALSE)$"), "tTfF"),
    "int": (re.compile(r"[-+]?[0-9]+$"), "-+0123456789"),
    "float": (re.compile(rf"(?:[-+]?(?:{FRACTION}|\.(?:inf|Inf|INF))|\.(?:nan|NaN|NAN))$"), "-+0123456789."),
}
PLAIN = re.compile(r"(?:[A-Za-z_][A-Za-z0-9_/-]*|[⬡⬢])$")
NOT_PLAIN = re.compile(r"(?i:true|false|null|yes|no|on|off|y|n)$")


class FrontMatterLoader(yaml.SafeLoader):
    """Composes nodes only: nothing is constructed, no alias is followed."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        """Compose a node, but no alias."""
        if self.check_event(yaml.AliasEvent):
            event = self.get_event()  # type: ignore[no-untyped-call]
            raise yaml.composer.ComposerError(None, None, say("import.alias"), event.start_mark)
        return super().compose_node(parent, index)


for _name, (_pattern, _first) in PATTERNS.items():
    for _char in [*_first, *([""] if _name == "null" else [])]:
        FrontMatterLoader.yaml_implicit_resolvers.setdefault(_char, []).append((TAG + _name, _pattern))

READ: dict[str, Callable[[str], object]] = {
    TAG + "str": str,
    TAG + "null": lambda text: None,
    TAG + "bool": lambda text: text.casefold() == "true",
    TAG + "int": lambda text: int(text) if len(text) <= LONGEST_INTEGER else float(text),
    TAG + "float": lambda text: float(text.casefold().replace(".inf", "inf").replace(".nan", "nan")),
}


class FrontMatter(Text):
    """A Markdown note that begins with YAML between two lines of dashes."""

    def parse(self) -> Node:
        """Return the values of the front matter."""
        opening = FENCE.match(self.source, self.body)
        closing = CLOSING.search(self.source, opening.end()) if opening else None
        if opening is None or closing is None:
            raise refuse(self.file, "", say("import.found_no_fence"), say("import.valid_fence"))
        self.start, self.end = opening.end(), closing.start()
        if self.end - self.start > FRONT_MATTER_LIMIT:
            found = say("content.found_size", size=self.end - self.start)
            raise refuse(self.file, "", found, say("content.valid_size", limit=FRONT_MATTER_LIMIT))
        loader = FrontMatterLoader(self.source[self.start : self.end])
        try:
            composed = loader.get_single_node()
            return self._node(composed, ()) if composed else Mapping(self.start, self.end)
        except yaml.YAMLError as error:
            raise self._broken(error) from error
        except RecursionError as error:
            raise self._too_deep() from error
        finally:
            loader.dispose()

    def spell(self, value: object) -> str:
        """Return a value as YAML on one line."""
        if isinstance(value, str) and PLAIN.match(value) and not NOT_PLAIN.match(value):
            return value
        return json.dumps(value, ensure_ascii=False)

    def replacement(self, node: Node, value: object) -> Edit:
        """Return the edit that changes a value; an empty one is given the space it needs."""
        edit = super().replacement(node, value)
        empty = node.start == node.end and self.source[node.start - 1 : node.start] == ":"
        return edit._replace(text=f" {edit.text}") if empty else edit

    def insertion(self, mapping: Mapping, entries: dict[str, object]) -> Edit:
        """Return the edit that adds keys: lines at the end of a block, or entries within braces."""
        flow = self.source[mapping.start : mapping.start + 1] == "{"
        pairs = [f"{self.spell(key)}: {self.spell(value)}" for key, value in entries.items()]
        if flow and not mapping.items:
            return Edit(mapping.start, mapping.end, "{" + ", ".join(pairs) + "}")
        if flow:
            end = list(mapping.items.values())[-1].end
            return Edit(end, end, "".join(f", {pair}" for pair in pairs))
        if mapping is self.root:
            return Edit(self.end, self.end, "".join(f"{pair}{self.newline}" for pair in pairs))
        end = self.line_end(self._last_end(mapping))
        indent = " " * (mapping.start - self.line_start(mapping.start))
        return Edit(end, end, "".join(f"{self.newline}{indent}{pair}" for pair in pairs))

    def removals(self, parent: Mapping | Sequence, places: list[int]) -> list[Edit]:
        """Return the edits that take items out of a list: with their lines, or from between their commas."""
        assert isinstance(parent, Sequence)
        if self.source[parent.start : parent.start + 1] == "[":
            return without(parent, places)
        if len(places) == len(parent.items):
            start = len(self.source[: self.line_start(parent.start)].rstrip())
            return [Edit(start, self._last_end(parent), " []")]
        items = [parent.items[place] for place in places]
        ends = [min(self.next_line(self._last_end(item)), self.end) for item in items]
        return [Edit(self.line_start(item.start), end, "") for item, end in zip(items, ends, strict=True)]

    def _last_end(self, node: Node) -> int:
        """Where the last value within a node ends; the end of a block may lie after blank lines and comments."""
        if isinstance(node, Scalar) or not node.items or self.source[node.start] in "[{":
            return node.end
        last = list(node.items.values())[-1] if isinstance(node, Mapping) else node.items[-1]
        return self._last_end(last)

    def _node(self, node: yaml.Node, path: tuple[str | int, ...]) -> Node:
        if len(path) > MAX_DEPTH:
            raise self._too_deep()
        start, end = self.start + node.start_mark.index, self.start + node.end_mark.index
        if isinstance(node, yaml.ScalarNode):
            return Scalar(start, end, self._scalar(node, path))
        if node.tag not in (TAG + "map", TAG + "seq"):
            raise self._strange_tag(node, path)
        if isinstance(node, yaml.SequenceNode):
            return Sequence(start, end, [self._node(item, (*path, place)) for place, item in enumerate(node.value)])
        mapping = Mapping(start, end)
        for key_node, value in node.value:
            key = str(key_node.value) if isinstance(key_node, yaml.ScalarNode) else "?"
            if key in mapping.items:
                raise refuse(self.file, key_path((*path, key)), say("import.found_twice"), say("import.valid_once"))
            mapping.keys[key] = self.start + key_node.start_mark.index
            mapping.items[key] = self._node(value, (*path, key))
        return mapping

    def _scalar(self, node: yaml.ScalarNode, path: tuple[str | int, ...]) -> object:
        if node.tag not in READ:
            raise self._strange_tag(node, path)
        try:
            return READ[node.tag](node.value)
        except ValueError as error:
            raise self._strange_tag(node, path) from error

    def _strange_tag(self, node: yaml.Node, path: tuple[str | int, ...]) -> ContentError:
        found = say("import.found_tag", tag=node.tag)
        return refuse(self.file, key_path(path), found, say("content.valid_syntax", language="YAML"))

    def _too_deep(self) -> ContentError:
        return refuse(self.file, "", say("content.found_too_deep"), say("content.valid_syntax", language="YAML"))

    def _broken(self, error: yaml.YAMLError) -> ContentError:
        reason, mark = str(error).splitlines()[0], None
        if isinstance(error, yaml.MarkedYAMLError):
            reason, mark = error.problem or reason, error.problem_mark
        where = say("import.line", line=mark.line + 2, column=mark.column + 1) if mark else ""
        found = say("content.found_syntax", language="YAML", reason=reason)
        return refuse(self.file, where, found, say("content.valid_syntax", language="YAML"))
