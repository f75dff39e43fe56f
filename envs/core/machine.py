"""Turning rules into machine code; imported only when something compiled is first needed, because Numba is.

Each rule is compiled once, for the one signature its annotations give, after the rules it calls. The wrapper for calls
from Python costs most of a small function's compile time, so only entries get it. A short rule is linked into those
that call it; a longer one stands by itself and is called by its symbol, because every caller would optimise it again.
"""

from __future__ import annotations

import functools
import hashlib
import inspect
import io
import itertools
import os
import pickle
import platform
import sys
import threading
import time
import types
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import llvmlite
import llvmlite.binding
import numba
import numba.core.cgutils
import numba.core.compiler
import numba.core.registry
import numba.core.serialize
import numba.core.types
import numba.extending
import numpy as np
from numba.core.errors import NumbaWarning

from . import cache, callees, machine_types, sharing
from .callees import called_by, closed_over, named_by, stands_alone, symbol_of, used_globals
from .compiler import PROGRESS, Entry, Family, FamilyCall, Rule
from .fingerprint import fingerprint
from .machine_types import numba_type, signature_of

# Numba's type stubs leave out most of what follows.
nb: Any = numba
nt: Any = numba.core.types
cgutils: Any = numba.core.cgutils
llvm: Any = llvmlite.binding

BOUNDSCHECK = os.environ.get("SHIELDMATE_BOUNDSCHECK", "") not in ("", "0")
PACKAGE = __name__.partition(".")[0]
TYPED_SOURCE = 6
"""Place, in what Numba keeps of a function, of its source with types, which is long and only for people."""
PARTS = (__file__, str(callees.__file__), str(machine_types.__file__))
"""The modules that decide what machine code comes of a rule."""
_lock = threading.RLock()


def load(rules: Sequence[Rule]) -> None:
    """Load rules from the cache, or compile them and what they call."""
    with _lock:
        started = time.perf_counter()
        _take_kept(rules)
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
    if _is_loaded(rule):
        return
    for missing in list(_callees_first([rule], set(), [])):
        if not _is_loaded(missing):
            yield missing


def _tell(done: int, total: int, name: str) -> None:
    if PROGRESS.listener:
        PROGRESS.listener(done, total, name)


def address_of(rule: Rule) -> int:
    """Give the address of a loaded rule's code, with Numba's own calling convention."""
    if rule.address == 0:
        overload = _overload(rule)
        rule.address = int(overload.library.get_pointer_to_function(overload.fndesc.llvm_func_name))
    return rule.address


def _overload(rule: Rule) -> Any:
    (overload,) = rule.dispatcher.overloads.values()
    return overload


def _is_loaded(rule: Rule) -> bool:
    """Say whether a rule has code, after looking for it and for what it calls in the cache."""
    if not rule.loaded:
        _take_kept([rule])
    return rule.loaded


def _take_kept(rules: Sequence[Rule]) -> None:
    """Take rules and what they call from the cache, as far as it has them.

    Code that is taken at one time lies close together, so they are taken in few steps: first all that call nothing,
    then all that call only those, and so on.
    """
    found: dict[Rule, tuple[int, bytes]] = {}
    missing: set[Rule] = set()
    for rule in rules:
        _look_for(rule, found, missing)
    by_step = sorted(found.items(), key=lambda item: item[1][0])
    for _, group in itertools.groupby(by_step, key=lambda item: item[1][0]):
        _take({rule: data for rule, (_, data) in group})


def _look_for(rule: Rule, found: dict[Rule, tuple[int, bytes]], missing: set[Rule]) -> int:
    """Look for a rule and what it calls in the cache; gives the step in which it can be taken, -1 for never."""
    if rule.loaded:
        return 0
    if rule in found:
        return found[rule][0]
    if rule in missing:
        return -1
    rule.signature = rule.signature or signature_of(rule)
    data = _read(rule)
    steps = [_look_for(callee, found, missing) for callee in called_by(rule)] if data is not None else [-1]
    if data is None or -1 in steps:
        missing.add(rule)
        return -1
    found[rule] = (1 + max(steps, default=0), data)
    return found[rule][0]


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
    rule.dispatcher = _decorate(rule)
    function = rule.dispatcher.py_func
    for name, value in used_globals(rule):
        function.__globals__[name] = rule.dispatcher if value is rule else _compiled_value(value)
    for cell, value in zip(function.__closure__ or (), closed_over(rule), strict=True):
        cell.cell_contents = _compiled_value(value)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NumbaWarning)
        try:
            rule.dispatcher.compile(rule.signature)
        except Exception as error:
            error.add_note(f"while compiling {rule!r}")
            raise
    rule.dispatcher.disable_compile()
    rule.loaded = True
    if stands_alone(rule):
        llvm.add_symbol(symbol_of(rule), address_of(rule))
    _write(rule)


def _read(rule: Rule) -> bytes | None:
    """Give the kept result of compiling a rule, or None."""
    folder = _folder()
    return cache.read(folder, _key(rule)) if folder else None


def _take(kept: dict[Rule, bytes]) -> None:
    """Have the kept results of compiling some rules ready; what they call must be so before."""
    for rule in kept:
        rule.loaded = True
    _add_code({rule: data for rule, data in kept.items() if stands_alone(rule)})
    for rule, data in kept.items():
        if not stands_alone(rule):
            stored = nb.core.compiler.CompileResult._rebuild(_context(), *_Unpickler(data, rule).load())
            _context().insert_user_function(stored.entry_point, stored.fndesc, [stored.library])
            rule.dispatcher = _decorate(rule)
            rule.dispatcher.add_overload(stored)
            rule.dispatcher.disable_compile()


def _add_code(kept: dict[Rule, bytes]) -> None:
    """Put machine code into memory, the longest first: the short fills the rest of their pages.

    The first address asked for closes the pages. Code that lay on pages of its own would play a quarter slower.
    """
    engine = _context().codegen()._engine._ee
    names = {}
    for rule, data in sorted(kept.items(), key=lambda item: -len(item[1])):
        name, _, code = data.partition(b"\n")
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        names[rule] = name.decode()
    for rule, symbol in names.items():
        rule.address = int(engine.get_function_address(symbol))
        llvm.add_symbol(symbol_of(rule), rule.address)


class _Pickler(nb.core.serialize.NumbaPickler):  # type: ignore[misc]
    """Writes what Numba made of a rule; the types of its signature are long and stand there by their places."""

    def __init__(self, file: io.BytesIO, rule: Rule) -> None:
        super().__init__(file)
        self._places = {kind: place for place, kind in enumerate((rule.signature.return_type, *rule.signature.args))}

    def persistent_id(self, value: Any) -> int | None:
        return self._places.get(value) if isinstance(value, nt.Type) else None


class _Unpickler(pickle.Unpickler):
    """Reads what the pickler wrote of the same rule."""

    def __init__(self, data: bytes, rule: Rule) -> None:
        super().__init__(io.BytesIO(data))
        self._types = (rule.signature.return_type, *rule.signature.args)

    def persistent_load(self, place: int) -> Any:
        return self._types[place]


@functools.cache
def _context() -> Any:
    return nb.core.registry.cpu_target.target_context


def _write(rule: Rule) -> None:
    """Keep the result of compiling a rule, unless it holds addresses of this process."""
    folder = _folder()
    overload = _overload(rule)
    if folder is None or overload.library.has_dynamic_globals:
        return
    try:
        cache.write(folder, _key(rule), _kept(rule, overload))
    except OSError as error:
        _say(f"compiled rules cannot be kept: {error}")


def _kept(rule: Rule, overload: Any) -> bytes:
    """Give what is kept of a rule: its name and machine code, and all that Numba knows of it if it is to be linked."""
    if stands_alone(rule):
        return b"%s\n%s" % (overload.fndesc.llvm_func_name.encode(), overload.library._get_compiled_object())
    file = io.BytesIO()
    facts = list(overload._reduce())
    facts[TYPED_SOURCE] = ""
    _Pickler(file, rule).dump(tuple(facts))
    return file.getvalue()


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
            *(f"compiler {hashlib.sha256(Path(part).read_bytes()).hexdigest()}" for part in PARTS),
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
        return _call_by_symbol(value) if stands_alone(value) else value.dispatcher
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
        yield from _callees_first(named_by(rule), seen, [*path, rule])
        yield rule


@functools.cache
def _call_by_address(family: Family[Any]) -> Any:
    """Make the intrinsic that calls a member of `family` by address; its exceptions arrive in the caller."""
    arguments = tuple(numba_type(argument) for argument in family.arguments)
    returns = numba_type(family.returns)

    def pointer(builder: Any, kind: Any, values: Any) -> Any:
        return builder.inttoptr(values[0], kind.as_pointer())

    names = ("address", *(f"value{place}" for place in range(len(arguments))))
    return _calling(names, returns, arguments, (nt.int64, *arguments), pointer)


@functools.cache
def _call_by_symbol(rule: Rule) -> Any:
    """Make the intrinsic that calls a rule which is not linked into its callers."""

    def pointer(builder: Any, kind: Any, values: Any) -> Any:
        return cgutils.get_or_insert_function(builder.module, kind, symbol_of(rule))

    names = [name for name in rule.hints if name != "return"]
    return _calling(names, rule.signature.return_type, rule.signature.args, rule.signature.args, pointer)


def _calling(names: Sequence[str], returns: Any, arguments: Any, takes: Any, pointer: Callable[..., Any]) -> Any:
    """Make an intrinsic that calls machine code of Numba's own convention; the last of what it takes are passed on."""

    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        convention = context.call_conv
        code = pointer(builder, convention.get_function_type(returns, arguments), values)
        passed = values[len(values) - len(arguments) :]
        status, result = convention.call_function(builder, code, returns, arguments, passed)
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return result

    def call(typing_context: Any, *values: Any) -> Any:
        return returns(*takes), generate

    parameters = [inspect.Parameter(name, inspect.Parameter.POSITIONAL_ONLY) for name in ("typing_context", *names)]
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return nb.extending.intrinsic(call)
