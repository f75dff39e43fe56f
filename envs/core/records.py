"""Records: the typed, flat memory that a game's state lives in.

A record class declares its fields once. Compiled rules see the matching Numba record; plain Python sees a *view*, an
instance of the class itself over the memory of a NumPy array.

Example:
    >>> class Fighter(Record):
    ...     health: int = i2()
    ...     stats: Ints = i2(5)
    >>> fighters = np.zeros(2, Fighter.dtype)
    >>> fighter = Fighter.at(fighters, 1)
    >>> fighter.health += 5
    >>> int(fighters["health"][1])
    5
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

T = TypeVar("T")
Memory: TypeAlias = dict[str, memoryview]
"""The same bytes, cast once for every kind of number that fits."""

FORMATS = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "f4": "f", "f8": "d"}


class Field(NamedTuple):
    """What a record class declares under one name."""

    item: str | type[Record]
    shape: tuple[int, ...]


def i1(*shape: int) -> Any:
    """Declare a signed 8-bit field."""
    return Field("i1", shape)


def i2(*shape: int) -> Any:
    """Declare a signed 16-bit field, the usual choice."""
    return Field("i2", shape)


def i4(*shape: int) -> Any:
    """Declare a signed 32-bit field."""
    return Field("i4", shape)


def i8(*shape: int) -> Any:
    """Declare a signed 64-bit field."""
    return Field("i8", shape)


def u1(*shape: int) -> Any:
    """Declare an unsigned 8-bit field; for masks and bytes, not for arithmetic."""
    return Field("u1", shape)


def f4(*shape: int) -> Any:
    """Declare a 32-bit float field."""
    return Field("f4", shape)


def f8(*shape: int) -> Any:
    """Declare a 64-bit float field."""
    return Field("f8", shape)


def record(cls: type[Record], *shape: int) -> Any:
    """Declare a nested record, or `record(Cls, n)` for an array of them."""
    return Field(cls, shape)


class Values(Generic[T]):
    """A one-dimensional run of numbers inside a record or an array."""

    __slots__ = ("_length", "_name", "_numbers", "_start")

    def __init__(self, numbers: memoryview, start: int, length: int, name: str) -> None:
        """View `length` numbers from `start`; `name` is what errors call them."""
        self._numbers: Any = numbers
        self._start = start
        self._length = length
        self._name = name

    def __len__(self) -> int:
        """Give the number of numbers."""
        return self._length

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> Values[T]: ...
    def __getitem__(self, index: int | slice) -> Any:
        """Give the number at `index`, or a view of a slice without step; negative indices are errors."""
        if isinstance(index, slice):
            first, stop, _ = _bounds(index, self._length)
            return Values(self._numbers, self._start + first, stop - first, self._name)
        if not 0 <= index < self._length:
            raise _out_of_range(self._name, index, self._length)
        return self._numbers[self._start + index]

    @overload
    def __setitem__(self, index: int, value: T) -> None: ...
    @overload
    def __setitem__(self, index: slice, value: T | Values[T]) -> None: ...
    def __setitem__(self, index: int | slice, value: Any) -> None:
        """Set one number, or a slice to one value or to as many values."""
        if isinstance(index, slice):
            first, stop, _ = _bounds(index, self._length)
            values = list(value) if hasattr(value, "__len__") else [value] * (stop - first)
            if len(values) != stop - first:
                raise ValueError(f"{self._name}: {len(values)} values for {stop - first} places")
            for place, item in enumerate(values, first):
                self[place] = item
            return
        if not 0 <= index < self._length:
            raise _out_of_range(self._name, index, self._length)
        try:
            self._numbers[self._start + index] = value
        except ValueError:
            raise _does_not_fit(f"{self._name}[{index}]", value) from None

    def __iter__(self) -> Iterator[T]:
        """Iterate over the numbers."""
        return iter(self._numbers[self._start : self._start + self._length])

    def __repr__(self) -> str:
        """Show name and numbers."""
        return f"{self._name}={list(self)}"


class Grid(Generic[T]):
    """A two-dimensional block of numbers inside a record or an array."""

    __slots__ = ("_columns", "_name", "_numbers", "_rows", "_start")

    def __init__(self, numbers: memoryview, start: int, shape: tuple[int, int], name: str) -> None:
        """View `shape` numbers, row by row, from `start`."""
        self._numbers: Any = numbers
        self._start = start
        self._rows, self._columns = shape
        self._name = name

    def __len__(self) -> int:
        """Give the number of rows."""
        return self._rows

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._rows, self._columns

    @overload
    def __getitem__(self, index: int) -> Values[T]: ...
    @overload
    def __getitem__(self, index: tuple[int, int]) -> T: ...
    def __getitem__(self, index: int | tuple[int, int]) -> Any:
        """Give the number at (row, column), or a view of one row."""
        if isinstance(index, tuple):
            return self._numbers[self._place(*index)]
        start = self._place(index, 0)
        return Values(self._numbers, start, self._columns, f"{self._name}[{index}]")

    def __setitem__(self, index: tuple[int, int], value: T) -> None:
        """Set the number at (row, column)."""
        place = self._place(*index)
        try:
            self._numbers[place] = value
        except ValueError:
            raise _does_not_fit(f"{self._name}[{index[0]}, {index[1]}]", value) from None

    def _place(self, row: int, column: int) -> int:
        if not 0 <= row < self._rows:
            raise _out_of_range(self._name, row, self._rows)
        if not 0 <= column < self._columns:
            raise _out_of_range(f"{self._name}[{row}]", column, self._columns)
        return self._start + row * self._columns + column


Ints: TypeAlias = Values[int]
Floats: TypeAlias = Values[float]
Ints2: TypeAlias = Grid[int]
Floats2: TypeAlias = Grid[float]


class _Slotted(type):
    """Gives every record class empty slots, so that a misspelt field is an error as it is in compiled rules."""

    def __new__(cls, name: str, bases: tuple[type, ...], space: dict[str, Any]) -> _Slotted:
        space.setdefault("__slots__", ())
        return super().__new__(cls, name, bases, space)


class Record(metaclass=_Slotted):
    """Base of all records: subclasses declare fields, instances are views.

    A view reads and writes the array it was made from. Reading gives Python ints and floats, value views or nested
    record views; writing a value that does not fit raises `OverflowError`, where compiled rules would wrap.
    """

    __slots__ = ("_at", "_memory")

    dtype: ClassVar[np.dtype[np.void]]
    """The aligned NumPy type, fields in declaration order."""
    fields: ClassVar[dict[str, Field]] = {}
    """The declared fields, inherited ones first."""

    def __init_subclass__(cls) -> None:
        """Collect the declared fields, build `dtype` and turn each field into a property."""
        own = {name: field for name, field in vars(cls).items() if isinstance(field, Field)}
        if taken := own.keys() & {"at", "dtype", "fields"}:
            raise TypeError(f"{cls.__name__}: a field cannot be called {min(taken)}")
        cls.fields = {**cls.fields, **own}
        layout: list[Any] = []
        for name, (item, shape) in cls.fields.items():
            base = item if isinstance(item, str) else item.dtype
            layout.append((name, base, shape) if shape else (name, base))
        cls.dtype = np.dtype(layout, align=True)
        for name, field in cls.fields.items():
            offset = int(cls.dtype.fields[name][1]) if cls.dtype.fields else 0
            setattr(cls, name, _property(f"{cls.__name__}.{name}", field, offset))

    def __init__(self, memory: Memory, at: int) -> None:
        """View the record that starts `at` bytes into `memory`; use `at` or `Batch` instead."""
        self._memory = memory
        self._at = at

    @classmethod
    def at(cls: type[R], array: NDArray[np.void], index: int) -> R:
        """Give a view of `array[index]`, an array of this record's dtype."""
        return Batch(cls, array)[index]

    def __repr__(self) -> str:
        """Show the plain number fields."""
        numbers = [name for name, field in self.fields.items() if not field.shape and field.item in FORMATS]
        shown = (f"{name}={getattr(self, name)}" for name in numbers)
        return f"{type(self).__name__}({', '.join(shown)})"


R = TypeVar("R", bound=Record)


class Records(Generic[R]):
    """An array of records, nested in another record."""

    __slots__ = ("_cls", "_length", "_memory", "_name", "_size", "_start")

    def __init__(self, cls: type[R], memory: Memory, start: int, length: int, name: str) -> None:
        """View `length` records of `cls` from byte `start`."""
        self._cls = cls
        self._memory = memory
        self._start = start
        self._length = length
        self._name = name
        self._size = cls.dtype.itemsize

    def __len__(self) -> int:
        """Give the number of records."""
        return self._length

    def __getitem__(self, index: int) -> R:
        """Give a view of one record; negative indices are errors."""
        if not 0 <= index < self._length:
            raise _out_of_range(self._name, index, self._length)
        return self._cls(self._memory, self._start + index * self._size)

    def __setitem__(self, index: int, value: R) -> None:
        """Copy another record into place."""
        _copy(self[index], value)

    def __iter__(self) -> Iterator[R]:
        """Iterate over views."""
        return (self[index] for index in range(self._length))


class Batch(Records[R]):
    """A NumPy array of records: as an annotation the array argument of a rule, in plain Python its view."""

    __slots__ = ()

    def __init__(self, cls: type[R], array: NDArray[np.void]) -> None:
        """View a C-contiguous one-dimensional array of `cls.dtype`."""
        if array.dtype != cls.dtype or array.ndim != 1:
            raise TypeError(f"expected a 1-d array of {cls.__name__}, got {array.ndim}-d {array.dtype}")
        super().__init__(cls, memory_of(array), 0, len(array), cls.__name__)


def memory_of(array: NDArray[Any]) -> Memory:
    """Cast the bytes of a C-contiguous array to every number format whose size divides them."""
    if not array.flags.c_contiguous:
        raise TypeError("expected a C-contiguous array")
    if not array.nbytes:
        return dict.fromkeys(FORMATS.values(), memoryview(b""))
    raw: Any = array.reshape(-1).view(np.uint8)
    memory: Any = memoryview(raw)
    return {code: memory.cast(code) for kind, code in FORMATS.items() if not array.nbytes % int(kind[1])}


def values_of(array: NDArray[Any], kind: str, dims: int) -> Values[Any] | Grid[Any]:
    """View a NumPy array of numbers the way plain rules see the fields of records."""
    if array.dtype != np.dtype(kind) or array.ndim != dims:
        raise TypeError(f"expected a {dims}-d array of {kind}, got {array.ndim}-d {array.dtype}")
    numbers = memory_of(array)[FORMATS[kind]]
    if dims == 1:
        return Values(numbers, 0, len(array), kind)
    return Grid(numbers, 0, (array.shape[0], array.shape[1]), kind)


def _property(name: str, field: Field, offset: int) -> property:
    item, shape = field
    if isinstance(item, str):
        return _number(name, item, offset) if not shape else _numbers(name, item, shape, offset)
    return _records(name, item, shape, offset)


def _number(name: str, kind: str, offset: int) -> property:
    code, size = FORMATS[kind], int(kind[1])

    def get(view: Record) -> Any:
        return view._memory[code][(view._at + offset) // size]

    def put(view: Record, value: Any) -> None:
        try:
            view._memory[code][(view._at + offset) // size] = value
        except ValueError:
            raise _does_not_fit(name, value) from None

    return property(get, put)


def _numbers(name: str, kind: str, shape: tuple[int, ...], offset: int) -> property:
    code, size = FORMATS[kind], int(kind[1])
    if len(shape) == 1:
        return property(lambda view: Values(view._memory[code], (view._at + offset) // size, shape[0], name))
    if len(shape) == 2:
        return property(lambda view: Grid(view._memory[code], (view._at + offset) // size, shape, name))
    raise TypeError(f"{name}: {len(shape)} dimensions, at most 2")


def _records(name: str, cls: type[Record], shape: tuple[int, ...], offset: int) -> property:
    if len(shape) == 0:
        return property(
            lambda view: cls(view._memory, view._at + offset),
            lambda view, value: _copy(cls(view._memory, view._at + offset), value),
        )
    if len(shape) == 1:
        return property(lambda view: Records(cls, view._memory, view._at + offset, shape[0], name))
    raise TypeError(f"{name}: {len(shape)} dimensions of records, at most 1")


def _copy(target: Record, source: Record) -> None:
    size = target.dtype.itemsize
    if type(target) is not type(source):
        raise TypeError(f"cannot copy {type(source).__name__} into {type(target).__name__}")
    target._memory["B"][target._at : target._at + size] = source._memory["B"][source._at : source._at + size]


def _bounds(index: slice, length: int) -> tuple[int, int, int]:
    first, stop, step = index.indices(length)
    if step != 1:
        raise IndexError("slices take no step")
    return first, max(first, stop), step


def _out_of_range(name: str, index: int, length: int) -> IndexError:
    return IndexError(f"{name}: index {index} is not in 0..{length - 1}")


def _does_not_fit(name: str, value: object) -> OverflowError:
    return OverflowError(f"{name}: {value} does not fit")
