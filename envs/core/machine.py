"""Turning rules into machine code; imported only when something compiled is first needed, because Numba is.

Each rule is compiled once, for the one signature its annotations give, after the rules it calls. The wrapper for calls
from Python costs most of a small function's compile time, so only entries get it. A rule found in the cache is loaded
without its callees: they are linked into it.
"""

from __future__ import annotations

import dis
import functools
import hashlib
import inspect
import os
import pickle
import platform
import sys
import threading
import time
import types
import warnings
from collections.abc import Iterator, Sequence
from enum import IntEnum
from pathlib import Path
from typing import Annotated, Any, get_args, get_origin

import llvmlite
import numba
import numba.core.cgutils
import numba.core.compiler
import numba.core.imputils
import numba.core.registry
import numba.core.serialize
import numba.core.types
import numba.extending
import numpy as np
from numba.core.errors import NumbaWarning

from . import cache, sharing
from .compiler import PROGRESS, ArrayOf, Entry, Family, FamilyCall, Rule
from .fingerprint import codes, fingerprint
from .records import Batch, Record

# Numba's type stubs leave out most of what follows.
nb: Any = numba
nt: Any = numba.core.types
cgutils: Any = numba.core.cgutils

BOUNDSCHECK = os.environ.get("SHIELDMATE_BOUNDSCHECK", "") not in ("", "0")
PACKAGE = __name__.partition(".")[0]
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

_lock = threading.RLock()


def load(rules: Sequence[Rule]) -> None:
    """Load rules from the cache, or compile them and what they call."""
    with _lock:
        started = time.perf_counter()
        seen: set[Rule] = set()
        shares = [(rule, list(_callees_first([rule], seen, []))) for rule in rules]
        if not seen:
            return
        if _folder() and sharing.is_worth_it(len(seen)):
            _compile_with_help([(rule, new) for rule, new in shares if new], len(seen))
        else:
            for done, rule in enumerate(rule for _, new in shares for rule in new):
                _tell(done, len(seen), rule.name)
                _compile(rule)
        _tell(len(seen), len(seen), "")
        PROGRESS.seconds += time.perf_counter() - started
        if folder := _folder():
            cache.prune(folder)


def _compile_with_help(shares: Sequence[tuple[Rule, Sequence[Rule]]], total: int) -> None:
    """Compile rules from the first on while a helper does so from the last on; they meet somewhere."""
    done = 0
    helper = sharing.Helper([rule for rule, _ in reversed(shares)])
    try:
        for rule, new in shares:
            for missing in _still_missing(rule):
                _tell(done, total, missing.name)
                _compile(missing)
            done += len(new)
    finally:
        helper.stop()


def _still_missing(rule: Rule) -> Iterator[Rule]:
    """Give what a rule needs compiled, callees first; the cache is asked for each again: the helper fills it too."""
    if _is_kept_by_now(rule):
        return
    for missing in list(_callees_first([rule], set(), [])):
        if not _is_kept_by_now(missing):
            yield missing


def _is_kept_by_now(rule: Rule) -> bool:
    """Say whether a rule has code, after looking for it in the cache once more."""
    if not _is_loaded(rule):
        rule.dispatcher = None
    return _is_loaded(rule)


def _tell(done: int, total: int, name: str) -> None:
    if PROGRESS.listener:
        PROGRESS.listener(done, total, name)


def address_of(rule: Rule) -> int:
    """Give the address of a loaded rule's code, with Numba's own calling convention."""
    overload = _overload(rule)
    return int(overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name))


def _overload(rule: Rule) -> Any:
    (overload,) = rule.dispatcher.overloads.values()
    return overload


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


def _signature(rule: Rule) -> Any:
    hints = dict(rule.hints)
    returns = numba_type(hints.pop("return"))
    return returns(*(numba_type(hint) for hint in hints.values()))


def _is_loaded(rule: Rule) -> bool:
    """Say whether a rule has code, after looking for it in the cache."""
    if rule.dispatcher is None:
        rule.dispatcher = _decorate(rule)
        rule.signature = _signature(rule)
        stored = _read(rule)
        if stored is not None:
            _context().insert_user_function(stored.entry_point, stored.fndesc, [stored.library])
            rule.dispatcher.add_overload(stored)
            rule.dispatcher.disable_compile()
    return bool(rule.dispatcher.overloads)


def _decorate(rule: Rule) -> Any:
    """Make the Numba dispatcher over a copy of the function whose globals are filled in when it must be compiled.

    The copy's name holds the fingerprint, so that two rules never share a symbol.
    """
    source = rule.function
    cells = tuple(types.CellType() for _ in source.__code__.co_freevars)
    function = types.FunctionType(
        source.__code__, {"__name__": rule.module}, source.__name__, source.__defaults__, cells
    )
    function.__qualname__ = f"{rule.name}_{fingerprint(rule)[:16]}"
    function.__module__ = rule.module
    inner = not isinstance(rule, Entry)
    # Rules allocate nothing, so counting references to the arrays they hand on would be all loss.
    options = {"boundscheck": BOUNDSCHECK, "nogil": not inner, "_nrt": False}
    return nb.njit(no_cpython_wrapper=inner, no_cfunc_wrapper=True, **options)(function)


def _compile(rule: Rule) -> None:
    """Compile one rule whose callees have code, and keep the result."""
    function = rule.dispatcher.py_func
    for name, value in _used_globals(rule):
        function.__globals__[name] = _compiled_value(value)
    for cell, value in zip(function.__closure__ or (), _closed_over(rule), strict=True):
        cell.cell_contents = _compiled_value(value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        try:
            rule.dispatcher.compile(rule.signature)
        except Exception as error:
            error.add_note(f"while compiling {rule!r}")
            raise
    rule.dispatcher.disable_compile()
    _write(rule)


def _read(rule: Rule) -> Any:
    """Give the kept result of compiling a rule, or None."""
    folder = _folder()
    data = cache.read(folder, _key(rule)) if folder else None
    if data is None:
        return None
    return nb.core.compiler.CompileResult._rebuild(_context(), *pickle.loads(data))


@functools.cache
def _context() -> Any:
    context = nb.core.registry.cpu_target.target_context
    context.refresh()
    return context


def _write(rule: Rule) -> None:
    """Keep the result of compiling a rule, unless it holds addresses of this process."""
    folder = _folder()
    overload = _overload(rule)
    if folder is None or overload.library.has_dynamic_globals:
        return
    try:
        cache.write(folder, _key(rule), nb.core.serialize.dumps(overload._reduce()))
    except OSError as error:
        _say(f"compiled rules cannot be kept: {error}")


def _key(rule: Rule) -> str:
    return hashlib.sha256(f"{_facts()}\n{fingerprint(rule)}".encode()).hexdigest()


@functools.cache
def _facts() -> str:
    """Tell what machine code depends on besides the rules."""
    codegen = _context().codegen()
    return "\n".join(
        (
            f"numba {nb.__version__} llvmlite {llvmlite.__version__} numpy {np.__version__}",
            f"python {sys.implementation.cache_tag} {platform.python_version()}",
            f"processor {sys.platform} {platform.machine()} {codegen.magic_tuple()}",
            f"boundscheck {BOUNDSCHECK}",
            f"compiler {hashlib.sha256(Path(__file__).read_bytes()).hexdigest()}",
        )
    )


@functools.cache
def _folder() -> Path | None:
    folder = cache.open_folder()
    if folder is None:
        _say("no folder can keep compiled rules, they are compiled at every start")
    return folder


@functools.cache
def _say(line: str) -> None:
    """Print a line on standard error, once."""
    print(f"shieldmate: {line}", file=sys.stderr)


def _compiled_value(value: Any) -> Any:
    """Give what compiled code uses in place of a global value."""
    if isinstance(value, Rule):
        return value.dispatcher
    if isinstance(value, FamilyCall):
        return _call_by_address(value.family)
    if isinstance(value, types.ModuleType) and value.__name__.partition(".")[0] == PACKAGE:
        raise TypeError(f"a rule uses names, not the module {value.__name__}: import them from it")
    return value


def _callees_first(rules: Sequence[Rule], seen: set[Rule], path: list[Rule]) -> Iterator[Rule]:
    for rule in rules:
        if rule in path and rule is not path[-1]:
            names = " -> ".join(step.name for step in (*path[path.index(rule) :], rule))
            raise TypeError(f"rules call each other in a circle, go through a Family: {names}")
        if rule in seen or _is_loaded(rule):
            continue
        seen.add(rule)
        values = [*(value for _, value in _used_globals(rule)), *_closed_over(rule)]
        callees = [value for value in values if isinstance(value, Rule)]
        yield from _callees_first(callees, seen, [*path, rule])
        yield rule


def _used_globals(rule: Rule) -> Iterator[tuple[str, Any]]:
    space = rule.function.__globals__
    for code in codes(rule.function.__code__):
        names = {step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL"}
        yield from ((name, space[name]) for name in sorted(names) if name in space)


def _closed_over(rule: Rule) -> list[Any]:
    return [cell.cell_contents for cell in rule.function.__closure__ or ()]


@functools.cache
def _call_by_address(family: Family[Any]) -> Any:
    """Make the intrinsic that calls a member of `family` by address; its exceptions arrive in the caller."""
    arguments = tuple(numba_type(argument) for argument in family.arguments)
    returns = numba_type(family.returns)

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        convention = context.call_conv
        pointer = builder.inttoptr(values[0], convention.get_function_type(returns, arguments).as_pointer())
        status, result = convention.call_function(builder, pointer, returns, arguments, values[1:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    def call(typing_context: Any, address: Any, *values: Any) -> Any:
        return returns(nt.int64, *arguments), generate

    names = ("typing_context", "address", *(f"value{place}" for place in range(len(arguments))))
    parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in names]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return nb.extending.intrinsic(call)
