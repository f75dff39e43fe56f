"""The machine types of rules: what Numba makes of their annotations."""

from __future__ import annotations

import functools
from enum import IntEnum
from typing import Annotated, Any, get_args, get_origin

import numba
import numba.core.imputils
import numba.core.types

from .compiler import ArrayOf, Rule
from .records import Batch, Record

nb: Any = numba
nt: Any = numba.core.types

SCALARS: dict[Any, Any] = {int: nt.int64, bool: nt.boolean, float: nt.float64, type(None): nt.none}

NUMBERS = {
    "i1": nt.int8,
    "i2": nt.int16,
    "i4": nt.int32,
    "i8": nt.int64,
    "u1": nt.uint8,
    "f4": nt.float32,
    "f8": nt.float64,
}


def numba_type(hint: Any) -> Any:
    """Translate an annotation."""
    if hint in SCALARS:
        return SCALARS[hint]
    if isinstance(hint, type) and issubclass(hint, Record):
        return _record_type(hint)
    if isinstance(hint, type) and issubclass(hint, IntEnum):
        return nt.int64
    if get_origin(hint) is Batch:
        return nt.Array(numba_type(get_args(hint)[0]), 1, "C", aligned=True)
    if get_origin(hint) is Annotated and isinstance(get_args(hint)[-1], ArrayOf):
        kind, dims = get_args(hint)[-1]
        return nt.Array(NUMBERS[kind], dims, "C")
    if get_origin(hint) is tuple:
        return nt.Tuple([numba_type(item) for item in get_args(hint)])
    raise TypeError(f"no machine type for the annotation {hint!r}")


def _pass_field_as_array(context: Any, builder: Any, source: Any, target: Any, value: Any) -> Any:
    """Let a rule that takes an array be called with an array field of a record; Numba has the same layout for both."""
    return value


nb.core.imputils.lower_cast(nt.NestedArray, nt.Array)(_pass_field_as_array)


def _spell_once(cls: Any) -> None:
    """Have the text of a record type made once: Numba asks for it often, and it names every field of a whole state."""
    spell = cls.__repr__

    def spelled(record: Any) -> str:
        if "spelled" not in record.__dict__:
            record.__dict__["spelled"] = spell(record)
        text: str = record.__dict__["spelled"]
        return text

    cls.__repr__ = spelled


_spell_once(nt.Record)


@functools.cache
def _record_type(cls: type[Record]) -> Any:
    return nb.from_dtype(cls.dtype)


def signature_of(rule: Rule) -> Any:
    """Give the one signature of a rule."""
    hints = dict(rule.hints)
    returns = numba_type(hints.pop("return"))
    return returns(*(numba_type(hint) for hint in hints.values()))
