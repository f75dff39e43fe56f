"""What a rule calls, and whether that is linked into its machine code or called by a symbol."""

from __future__ import annotations

import dis
import functools
import types
from collections.abc import Iterator
from typing import Any

from .compiler import Entry, Rule
from .fingerprint import codes, fingerprint

LONG = 300
"""Bytes of Python's code from which on a rule is not linked into its callers: with 200 scripted games are played a
seventh slower, with 450 no faster."""
LOAD_GLOBAL = dis.opmap["LOAD_GLOBAL"]


def stands_alone(rule: Rule) -> bool:
    """Say whether a rule is called by its symbol, and not linked into its callers."""
    return len(rule.function.__code__.co_code) >= LONG and not isinstance(rule, Entry)


@functools.cache
def called_by(rule: Rule) -> tuple[Rule, ...]:
    """List the rules that the code of `rule` calls by their symbols, also those called by what is linked into it."""
    found: dict[Rule, None] = {}
    for callee in named_by(rule):
        if callee is not rule:
            found.update(dict.fromkeys((callee,) if stands_alone(callee) else called_by(callee)))
    return tuple(found)


@functools.cache
def named_by(rule: Rule) -> tuple[Rule, ...]:
    """List the rules that the source of `rule` names."""
    values = (*(value for _, value in used_globals(rule)), *closed_over(rule))
    return tuple(value for value in values if isinstance(value, Rule))


def used_globals(rule: Rule) -> Iterator[tuple[str, Any]]:
    """Give the globals that a rule's code loads, by their names."""
    space = rule.function.__globals__
    for code in codes(rule.function.__code__):
        yield from ((name, space[name]) for name in sorted(_global_names(code)) if name in space)


def _global_names(code: types.CodeType) -> set[str]:
    """List the globals that code loads; `dis` tells the same ten times slower."""
    names = set()
    high = 0
    for operation, low in zip(code.co_code[::2], code.co_code[1::2], strict=True):
        place = high | low
        high = place << 8 if operation == dis.EXTENDED_ARG else 0
        if operation == LOAD_GLOBAL:
            names.add(code.co_names[place >> 1])
    return names


def closed_over(rule: Rule) -> list[Any]:
    """List the values of a rule's closure, in the order of its free variables."""
    return [cell.cell_contents for cell in rule.function.__closure__ or ()]


def symbol_of(rule: Rule) -> str:
    """Give the name under which callers find a rule; two that differ never share one."""
    return f"{rule.module}.{rule.name}.{fingerprint(rule)}"
