"""The rule compiler: small typed functions over records, run as machine code or as plain Python.

`@rule` marks a function whose annotations are its one signature. `@entry` marks a rule that Python may call with arrays.
A `Family` is a set of rules with one signature that are called by address, so that callers never relink them.

Numba is imported when something compiled is first needed. With `NUMBA_DISABLE_JIT=1` nothing is ever compiled and the same
source runs as plain Python over views, which is the reference.
"""

from __future__ import annotations

import functools
import os
import typing
from collections.abc import Callable, Sequence
from typing import Annotated, Any, Generic, NamedTuple, ParamSpec, TypeAlias, TypeVar, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from .records import Batch, Floats, Floats2, Ints, Ints2, Record, values_of

P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "") not in ("", "0")
"""Whether rules run as plain Python in this process."""


class ArrayOf(NamedTuple):
    """The NumPy array a rule takes where its annotation carries this."""

    kind: str
    dims: int


I1: TypeAlias = Annotated[Ints, ArrayOf("i1", 1)]
I2: TypeAlias = Annotated[Ints, ArrayOf("i2", 1)]
I4: TypeAlias = Annotated[Ints, ArrayOf("i4", 1)]
I8: TypeAlias = Annotated[Ints, ArrayOf("i8", 1)]
U1: TypeAlias = Annotated[Ints, ArrayOf("u1", 1)]
F4: TypeAlias = Annotated[Floats, ArrayOf("f4", 1)]
F8: TypeAlias = Annotated[Floats, ArrayOf("f8", 1)]
I1x2: TypeAlias = Annotated[Ints2, ArrayOf("i1", 2)]
I2x2: TypeAlias = Annotated[Ints2, ArrayOf("i2", 2)]
I4x2: TypeAlias = Annotated[Ints2, ArrayOf("i4", 2)]
I8x2: TypeAlias = Annotated[Ints2, ArrayOf("i8", 2)]
U1x2: TypeAlias = Annotated[Ints2, ArrayOf("u1", 2)]
F4x2: TypeAlias = Annotated[Floats2, ArrayOf("f4", 2)]
F8x2: TypeAlias = Annotated[Floats2, ArrayOf("f8", 2)]


class Rule:
    """A rule of the game: called from Python it runs as plain Python, called from compiled code it is compiled."""

    def __init__(self, function: Callable[..., Any]) -> None:
        """Mark `function`; nothing is read or compiled yet."""
        functools.update_wrapper(self, function)
        self.function = function

    def __call__(self, *args: Any) -> Any:
        """Run the plain function, over views."""
        return self.function(*args)

    @functools.cached_property
    def hints(self) -> dict[str, Any]:
        """The annotations, resolved; `return` among them."""
        hints = typing.get_type_hints(self.function, include_extras=True)
        code = self.function.__code__
        missing = [name for name in (*code.co_varnames[: code.co_argcount], "return") if name not in hints]
        if missing:
            raise TypeError(f"rule {self.function.__qualname__}: no annotation for {', '.join(missing)}")
        return hints


class Entry(Rule):
    """A rule that Python calls with arrays."""

    @functools.cached_property
    def _views(self) -> list[Callable[[Any], Any]]:
        return [_viewer(hint) for name, hint in self.hints.items() if name != "return"]

    def plain(self, *args: Any) -> Any:
        """Run as plain Python over views of the array arguments."""
        return self.function(*(view(arg) for view, arg in zip(self._views, args, strict=True)))

    def __call__(self, *args: Any) -> Any:
        """Run it."""
        return self.plain(*args)


def _viewer(hint: Any) -> Callable[[Any], Any]:
    """Give what turns a Python argument of this annotation into what plain rules expect."""
    if get_origin(hint) is Batch:
        (cls,) = get_args(hint)
        return lambda arg: Batch(cls, arg) if isinstance(arg, np.ndarray) else arg
    if get_origin(hint) is Annotated and isinstance(get_args(hint)[-1], ArrayOf):
        kind, dims = get_args(hint)[-1]
        return lambda arg: values_of(arg, kind, dims) if isinstance(arg, np.ndarray) else arg
    return lambda arg: arg


def rule(function: F) -> F:
    """Mark a rule. Its annotations are its one signature."""
    return function if PLAIN else typing.cast(F, Rule(function))


def entry(function: Callable[P, T]) -> Callable[..., T]:
    """Mark a rule that Python calls with arrays where the annotations say `Batch[...]`, `F4x2` and the like."""
    return Entry(function)


class Family(Generic[T]):
    """Rules with one signature, called by address."""

    def __init__(self, *arguments: type, returns: type = int) -> None:
        """Fix the signature: the types of the arguments and of the result."""
        self.arguments = arguments
        self.returns = returns
        self._plain: dict[int, Callable[..., Any]] = {}

    def member(self, function: F) -> F:
        """Mark a rule of this family."""
        return rule(function)

    def addresses(self, rules: Sequence[Callable[..., Any]]) -> NDArray[np.int64]:
        """Give the rules' addresses, valid in this process only; 0 is never one."""
        found = []
        for member in rules:
            address = _PLAIN_ADDRESSES.setdefault(member, len(_PLAIN_ADDRESSES) + 1)
            self._plain[address] = member
            found.append(address)
        return np.array(found, np.int64)

    @property
    def call(self) -> Callable[..., Any]:
        """`call(address, ...)`, for rules: keep it under a module-level name."""
        return self._call

    def _call(self, address: int, *args: Any) -> Any:
        return self._plain[address](*args)


_PLAIN_ADDRESSES: dict[Callable[..., Any], int] = {}
