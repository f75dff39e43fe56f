"""The rule compiler: small typed functions over records, run as machine code or as plain Python.

`@rule` marks a function whose annotations are its one signature; `@entry` marks a rule that Python may call with
arrays. A `Family` is a set of rules with one signature, called by address, so that callers never relink them.

Numba is imported when something compiled is first needed. With `NUMBA_DISABLE_JIT=1` nothing is ever compiled and the
same source runs as plain Python over views, which is the reference.
"""

from __future__ import annotations

import functools
import importlib
import os
import typing
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Generic, NamedTuple, TypeAlias, TypeVar, get_args, get_origin

import numpy as np
from numpy.typing import NDArray

from .records import Batch as Batch
from .records import Floats, Floats2, Grid, Ints, Ints2, Values, values_of

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

PLAIN = os.environ.get("NUMBA_DISABLE_JIT", "") not in ("", "0")
"""Whether rules run as plain Python in this process."""
VIEWS = (Batch, Values, Grid)


class ArrayOf(NamedTuple):
    """The NumPy array a rule takes where its annotation carries this."""

    kind: str
    dims: int


I1: TypeAlias = Annotated[Ints, ArrayOf("i1", 1)]
I2: TypeAlias = Annotated[Ints, ArrayOf("i2", 1)]
I4: TypeAlias = Annotated[Ints, ArrayOf("i4", 1)]
I8: TypeAlias = Annotated[Ints, ArrayOf("i8", 1)]
F4: TypeAlias = Annotated[Floats, ArrayOf("f4", 1)]
F8: TypeAlias = Annotated[Floats, ArrayOf("f8", 1)]
I1x2: TypeAlias = Annotated[Ints2, ArrayOf("i1", 2)]
I2x2: TypeAlias = Annotated[Ints2, ArrayOf("i2", 2)]
I4x2: TypeAlias = Annotated[Ints2, ArrayOf("i4", 2)]
I8x2: TypeAlias = Annotated[Ints2, ArrayOf("i8", 2)]
F4x2: TypeAlias = Annotated[Floats2, ArrayOf("f4", 2)]
F8x2: TypeAlias = Annotated[Floats2, ArrayOf("f8", 2)]


@dataclass
class Progress:
    """How compiling goes in this process."""

    seconds: float = 0.0
    listener: Callable[[int, int, str], None] | None = None


PROGRESS = Progress()


class Rule:
    """A rule of the game: called from Python it runs as plain Python, called from compiled code it is compiled."""

    loaded: bool = False
    """Whether it has machine code in this process."""
    address: int = 0
    """Where that is, once asked for."""
    dispatcher: Any = None
    """What Numba made of it, if it was compiled here, is linked into its callers, or is an entry."""
    signature: Any = None

    def __init__(self, function: Callable[..., Any]) -> None:
        """Mark `function`; nothing is read or compiled yet."""
        functools.update_wrapper(self, function)
        self.function: Any = function
        self.name: str = function.__qualname__
        self.module: str = function.__module__

    def __call__(self, *args: Any) -> Any:
        """Run the plain function, over views."""
        return self.function(*args)

    def __repr__(self) -> str:
        """Name the rule."""
        return f"<rule {self.module}.{self.name}>"

    def __reduce__(self) -> tuple[Callable[..., Rule], tuple[str, str]]:
        """Pickle by name: a rule is what its module declares."""
        return rule_named, (self.module, self.name)

    def __deepcopy__(self, memo: dict[int, Any]) -> Rule:
        """A copy of whatever holds a rule plays by the same one."""
        return self

    @functools.cached_property
    def hints(self) -> dict[str, Any]:
        """The annotations, resolved; `return` among them, last."""
        hints = typing.get_type_hints(self.function, include_extras=True)
        code = self.function.__code__
        names = (*code.co_varnames[: code.co_argcount], "return")
        if missing := [name for name in names if name not in hints]:
            raise TypeError(f"{self!r} has no annotation for {', '.join(missing)}")
        return {name: hints[name] for name in names}


def rule_named(module: str, name: str) -> Rule:
    """Return the rule that a module declares under a name."""
    found: Rule = getattr(importlib.import_module(module), name)
    return found


class Entry(Rule, Generic[T]):
    """A rule that Python calls with arrays."""

    _run: Callable[..., Any] | None = None

    def __call__(self, *args: Any) -> T:
        """Run the compiled rule, in plain mode the plain one."""
        run = self._run or self._load()
        try:
            result: T = run(*args)
        except TypeError:
            views = self._views(args)
            if not any(isinstance(arg, VIEWS) for arg in args):
                raise
            result = self.function(*views)
        return result

    def plain(self, *args: Any) -> T:
        """Run as plain Python over views of the array arguments."""
        result: T = self.function(*self._views(args))
        return result

    @functools.cached_property
    def direct(self) -> Callable[..., T]:
        """The compiled code itself, a microsecond quicker: it trusts that every argument has the type declared."""
        load(self)
        if PLAIN:
            return self.plain
        (overload,) = self.dispatcher.overloads.values()
        code: Callable[..., T] = overload.entry_point
        return code

    def _load(self) -> Callable[..., Any]:
        load(self)
        self._run = run = self.plain if PLAIN else self.dispatcher
        return run

    def _views(self, args: tuple[Any, ...]) -> list[Any]:
        if len(args) != len(self._viewers):
            raise TypeError(f"{self!r} takes {len(self._viewers)} arguments, not {len(args)}")
        return [view(arg) for view, arg in zip(self._viewers, args, strict=True)]

    @functools.cached_property
    def _viewers(self) -> list[Callable[[Any], Any]]:
        return [_viewer(hint) for name, hint in self.hints.items() if name != "return"]


def rule(function: F) -> F:
    """Mark a rule. Its annotations are its one signature."""
    return function if PLAIN else typing.cast(F, Rule(function))


def entry(function: Callable[..., T]) -> Entry[T]:
    """Mark a rule that Python calls with arrays where the annotations say `Batch[...]`, `F4x2` and the like."""
    return Entry(function)


class Family(Generic[T]):
    """Rules with one signature, called by address.

    Example:
        >>> STEP = Family(State, Tape, returns=int)
        >>> call_step = STEP.call

        `@STEP.member` marks a rule, `STEP.addresses([one, other])` gives addresses, and rules call
        `call_step(address, state, tape)`.
    """

    def __init__(self, *arguments: Any, returns: type[T]) -> None:
        """Fix the signature: the types of the arguments and of the result."""
        self.arguments = arguments
        self.returns = returns
        self.call = FamilyCall(self)
        self._members: dict[int, Callable[..., T]] = {}

    def member(self, function: F) -> F:
        """Mark a rule of this family."""
        return rule(function)

    def addresses(self, rules: Sequence[Callable[..., T]]) -> NDArray[np.int64]:
        """Give the rules' addresses, valid in this process only; 0 is never one."""
        if PLAIN:
            found = [_PLACES.setdefault(member, len(_PLACES) + 1) for member in rules]
        else:
            members = [member for member in rules if isinstance(member, Rule)]
            for member in members:
                if tuple(member.hints.values()) != (*self.arguments, self.returns):
                    raise TypeError(f"{member!r} has not the signature of its family")
            load(*members)
            found = [_machine().address_of(member) for member in members]
        self._members.update(zip(found, rules, strict=True))
        return np.array(found, np.int64)

    def member_at(self, address: int) -> Callable[..., T]:
        """Give the rule at an address that `addresses` gave."""
        return self._members[address]


class FamilyCall(Generic[T]):
    """`call(address, ...)` of a family, for rules: keep it under a module-level name."""

    def __init__(self, family: Family[T]) -> None:
        """Belong to `family`."""
        self.family = family

    def __call__(self, address: int, *args: Any) -> T:
        """Run the member as plain Python."""
        return self.family.member_at(address)(*args)


def load(*rules: Callable[..., Any]) -> None:
    """Have rules ready to run, from the cache or by compiling them, with one count of progress for all."""
    if not PLAIN:
        _machine().load([member for member in rules if isinstance(member, Rule)])


def on_compile(callback: Callable[[int, int, str], None] | None) -> None:
    """Have `callback(done, total, rule name)` called while rules that no cache holds are compiled."""
    PROGRESS.listener = callback


def compile_seconds() -> float:
    """Give the seconds this process spent compiling rules."""
    return PROGRESS.seconds


_PLACES: dict[Callable[..., Any], int] = {}
"""In plain mode the address of every family member is its place here."""


def _viewer(hint: Any) -> Callable[[Any], Any]:
    """Give what turns a Python argument of this annotation into what plain rules expect."""
    if get_origin(hint) is Batch:
        (cls,) = get_args(hint)
        return lambda arg: Batch(cls, arg) if isinstance(arg, np.ndarray) else arg
    if get_origin(hint) is Annotated and isinstance(get_args(hint)[-1], ArrayOf):
        kind, dims = get_args(hint)[-1]
        return lambda arg: values_of(arg, kind, dims) if isinstance(arg, np.ndarray) else arg
    return lambda arg: arg


def _machine() -> Any:
    """Import Numba and what uses it."""
    from . import machine

    return machine
