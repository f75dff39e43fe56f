"""Records: layout, views, and the mistakes that views refuse."""

import numpy as np
import pytest

from shieldmate.envs.core.records import (
    Batch,
    Floats2,
    Ints,
    Ints2,
    Record,
    Records,
    f4,
    f8,
    i1,
    i2,
    i4,
    i8,
    record,
    u1,
)


class Hand(Record):
    size: int = i1()
    cards: Ints = i2(3)


class Table(Record):
    flag: int = u1()
    round: int = i4()
    key: Ints = i8(2)
    hand: Hand = record(Hand)
    hands: Records[Hand] = record(Hand, 2)
    grid: Ints2 = i2(2, 3)
    odds: Floats2 = f4(2, 2)
    share: float = f8()


class Extended(Hand):
    extra: int = i4()


@pytest.fixture
def tables():
    return np.zeros(3, Table.dtype)


@pytest.fixture
def table(tables):
    return Table.at(tables, 1)


def test_fields_are_aligned_and_in_the_order_of_declaration():
    offsets = {name: place[1] for name, place in (Table.dtype.fields or {}).items()}
    assert offsets == {
        "flag": 0,
        "round": 4,
        "key": 8,
        "hand": 24,
        "hands": 32,
        "grid": 48,
        "odds": 60,
        "share": 80,
    }
    assert Table.dtype.itemsize == 88
    assert Table.dtype.isalignedstruct


def test_a_subclass_has_the_inherited_fields_first():
    assert Extended.dtype.names == ("size", "cards", "extra")


def test_writes_reach_the_array_and_only_its_own_record(tables, table):
    table.flag = 255
    table.round -= 7
    table.key[1] = 2**62
    table.hand.size = -128
    table.hands[1].cards[2] = 32767
    table.grid[1, 2] = 9
    table.odds[1, 0] = 0.25
    table.share = 0.1
    expected = np.zeros(3, Table.dtype)
    one = expected[1:2]
    one["flag"], one["round"], one["share"] = 255, -7, 0.1
    one["key"][0, 1] = 2**62
    one["hand"]["size"] = -128
    one["hands"]["cards"][0, 1, 2] = 32767
    one["grid"][0, 1, 2] = 9
    one["odds"][0, 1, 0] = 0.25
    assert tables.tobytes() == expected.tobytes()


def test_reads_are_python_numbers(tables, table):
    tables["hands"]["cards"][1, 0] = [100, 200, 300]
    cards = table.hands[0].cards
    assert [type(cards[0]), type(table.share)] == [int, float]
    assert (list(cards), len(cards), len(table.hands), len(table.grid)) == ([100, 200, 300], 3, 2, 2)
    assert cards[1] * cards[2] == 60_000
    assert [list(hand.cards) for hand in table.hands] == [[100, 200, 300], [0, 0, 0]]


def test_a_row_of_a_grid_is_a_view(table):
    row = table.grid[1]
    row[0] = 5
    assert (table.grid[1, 0], len(row)) == (5, 3)
    assert table.grid.shape == (len(table.grid), 3)


def test_slices_view_and_fill(table):
    table.key[:] = 4
    table.hand.cards[0:2] = [1, 2]
    table.hand.cards[1:] = table.hand.cards[:2]
    assert (list(table.key), list(table.hand.cards)) == ([4, 4], [1, 1, 2])


def test_records_are_copied_by_assignment(tables, table):
    table.hands[0].cards[1] = 7
    table.hands[1] = table.hands[0]
    table.hand = table.hands[1]
    table.hands[0].cards[1] = 8
    Batch(Table, tables)[2] = table
    assert (table.hand.cards[1], table.hands[1].cards[1], tables["hand"]["cards"][2, 1]) == (7, 7, 7)


@pytest.mark.parametrize(
    ("act", "error", "message"),
    [
        (lambda t: t.hands[2], IndexError, r"Table\.hands: index 2 is not in 0\.\.1"),
        (lambda t: t.hands[-1], IndexError, r"Table\.hands: index -1"),
        (lambda t: t.key[2], IndexError, r"Table\.key: index 2"),
        (lambda t: t.key[-1], IndexError, r"Table\.key: index -1"),
        (lambda t: t.grid[2, 0], IndexError, r"Table\.grid: index 2"),
        (lambda t: t.grid[0, 3], IndexError, r"Table\.grid\[0\]: index 3"),
        (lambda t: t.grid[0, -1], IndexError, r"Table\.grid\[0\]: index -1"),
        (lambda t: t.grid[1][3], IndexError, r"Table\.grid\[1\]: index 3"),
        (lambda t: t.key[::2], IndexError, "slices take no step"),
        (lambda t: t.key.__setitem__(-1, 0), IndexError, r"Table\.key: index -1"),
        (lambda t: setattr(t, "flag", -1), OverflowError, r"Table\.flag: -1 does not fit"),
        (lambda t: setattr(t, "flag", 256), OverflowError, r"Table\.flag: 256 does not fit"),
        (lambda t: setattr(t.hand, "size", 128), OverflowError, r"Hand\.size: 128 does not fit"),
        (lambda t: setattr(t, "round", 2**31), OverflowError, r"Table\.round: 2147483648 does not fit"),
        (lambda t: t.hand.cards.__setitem__(1, -32769), OverflowError, r"Hand\.cards\[1\]: -32769 does not fit"),
        (lambda t: t.grid.__setitem__((1, 2), 40000), OverflowError, r"Table\.grid\[1, 2\]: 40000 does not fit"),
        (lambda t: t.key.__setitem__(slice(0, 2), [1]), ValueError, "1 values for 2 places"),
        (lambda t: setattr(t, "round", 1.5), TypeError, "invalid type"),
        (lambda t: setattr(t, "rounds", 1), AttributeError, "rounds"),
        (lambda t: t.hands.__setitem__(0, t), TypeError, "cannot copy Table into Hand"),
    ],
)
def test_mistakes_are_refused_and_change_nothing(tables, table, act, error, message):
    with pytest.raises(error, match=message):
        act(table)
    assert tables.tobytes() == bytes(tables.nbytes)


@pytest.mark.parametrize(
    ("array", "message"),
    [
        (np.zeros(4, Table.dtype)[::2], "C-contiguous"),
        (np.zeros((2, 2), Table.dtype), "1-d array of Table, got 2-d"),
        (np.zeros(2, Hand.dtype), "1-d array of Table"),
    ],
)
def test_an_array_of_another_shape_is_refused(array, message):
    with pytest.raises(TypeError, match=message):
        Batch(Table, array)


def test_an_empty_batch_has_nothing():
    batch = Batch(Table, np.zeros(0, Table.dtype))
    assert len(batch) == 0
    with pytest.raises(IndexError):
        batch[0]


def test_declarations_are_checked():
    with pytest.raises(TypeError, match="cannot be called dtype"):
        type("Bad", (Record,), {"dtype": i2()})
    with pytest.raises(TypeError, match="3 dimensions"):
        type("Deep", (Record,), {"cube": i2(2, 2, 2)})


def test_a_view_shows_its_numbers(table):
    table.round = 3
    assert repr(table) == "Table(flag=0, round=3, share=0.0)"
    assert repr(table.key) == "Table.key=[0, 0]"
