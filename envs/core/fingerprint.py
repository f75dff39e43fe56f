"""Fingerprints of rules: equal when the machine code would be, on the same machine and versions.

They are taken from the code and the values it uses, not from source files, so an edited comment, a moved function or
another checkout changes none.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Callable, Iterator
from enum import Enum
from types import CodeType, ModuleType
from typing import Annotated, Any, get_args, get_origin

import numpy as np

from .compiler import Entry, FamilyCall, Rule
from .records import Batch, Record


def fingerprint(rule: Callable[..., Any]) -> str:
    """Hash a rule together with every rule that it may call."""
    assert isinstance(rule, Rule), f"{rule!r} is no rule"
    reached = {rule: None}
    waiting = [rule]
    while waiting:
        for callee in _own(waiting.pop())[1]:
            if callee not in reached:
                reached[callee] = None
                waiting.append(callee)
    digests = [_own(rule)[0], *sorted(_own(callee)[0] for callee in reached)]
    return hashlib.sha256("\n".join(digests).encode()).hexdigest()


@functools.cache
def _own(rule: Rule) -> tuple[str, tuple[Rule, ...]]:
    """Hash a rule alone, and list the rules it names."""
    function = rule.function
    used = dict(_used(function))
    parts = [
        rule.module,
        rule.name,
        f"entry {isinstance(rule, Entry)}",
        *(f"{name}: {_hint(hint)}" for name, hint in rule.hints.items()),
        *_code(function.__code__, function.__doc__),
        *(f"{name} = {_value(value)}" for name, value in used.items()),
        _value(function.__defaults__),
    ]
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return digest, tuple(value for value in used.values() if isinstance(value, Rule))


def _used(function: Any) -> Iterator[tuple[str, Any]]:
    """Give the globals and closure values whose names occur in a function; attributes of those names do no harm."""
    for code in codes(function.__code__):
        yield from ((name, function.__globals__[name]) for name in code.co_names if name in function.__globals__)
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def codes(code: CodeType) -> Iterator[CodeType]:
    """Give a code object and those nested in it."""
    yield code
    for const in code.co_consts:
        if isinstance(const, CodeType):
            yield from codes(const)


def _code(code: CodeType, doc: str | None) -> Iterator[str]:
    for part in codes(code):
        consts = [
            const for const in part.co_consts if not isinstance(const, CodeType) and (const is None or const != doc)
        ]
        yield f"{part.co_code.hex()} {consts!r} {part.co_names!r} {part.co_varnames!r} {part.co_exceptiontable.hex()}"


def _hint(hint: Any) -> str:
    if get_origin(hint) in (Batch, tuple):
        return f"{get_origin(hint).__name__}[{', '.join(map(_hint, get_args(hint)))}]"
    if get_origin(hint) is Annotated:
        return repr(get_args(hint)[-1])
    if isinstance(hint, type) and issubclass(hint, Record):
        return _layout(hint)
    return repr(hint)


@functools.cache
def _layout(cls: type[Record]) -> str:
    return f"{cls.dtype!r} {cls.dtype.itemsize}"


def _value(value: Any) -> str:
    """Describe a value that compiled code takes as a constant."""
    if isinstance(value, Rule):
        return repr(value)
    if isinstance(value, FamilyCall):
        return f"family {[_hint(hint) for hint in (*value.family.arguments, value.family.returns)]}"
    if isinstance(value, tuple):
        return f"({', '.join(map(_value, value))})"
    if isinstance(value, (np.ndarray, np.generic)):
        return f"{value.dtype!r} {value.shape} {value.tobytes().hex()}"
    if isinstance(value, type) and issubclass(value, Enum):
        return f"{value.__qualname__} {[(name, member.value) for name, member in value.__members__.items()]}"
    if isinstance(value, ModuleType):
        return f"module {value.__name__}"
    if isinstance(value, (int, float, str, bytes, type(None))):
        return f"{type(value).__name__} {value!r}"
    return f"{type(value).__name__} {getattr(value, '__qualname__', '')}"
