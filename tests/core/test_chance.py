"""Chance: what is drawn is fixed by key, stream and number, is fair, and can be fed by hand."""

import numpy as np
import pytest

from shieldmate.envs.core.chance import STREAMS, Chance, available, draw, hash32, mix32, multiply32, rekey, seed_chance
from shieldmate.envs.core.compiler import I4, entry
from shieldmate.envs.core.records import Batch
from shieldmate.envs.core.tape import ROWS, Tape, emit, new_tapes

DRAWS = 30_000


@entry
def draw_many(chances: Batch[Chance], tapes: Batch[Tape], stream: int, faces: int, out: I4) -> None:
    """Fill `out` with consecutive draws."""
    for n in range(len(out)):
        out[n] = draw(chances[0], tapes[0], stream, faces)


@entry
def draw_seeds(chances: Batch[Chance], tapes: Batch[Tape], stream: int, faces: int, out: I4) -> None:
    """Fill `out` with the first draw of consecutive seeds."""
    for seed in range(len(out)):
        seed_chance(chances[0], seed)
        out[seed] = draw(chances[0], tapes[0], stream, faces)


@entry
def draw_streams(chances: Batch[Chance], tapes: Batch[Tape], faces: int, out: I4) -> None:
    """Fill `out` with draws from each stream in turn."""
    for n in range(len(out)):
        out[n] = draw(chances[0], tapes[0], n % STREAMS, faces)


def arrays(seed=0):
    chances = np.zeros(1, Chance.dtype)
    seed_chance(Chance.at(chances, 0), seed)
    return chances, new_tapes()


def views(seed=0):
    chances, tapes = arrays(seed)
    return Chance.at(chances, 0), Tape.at(tapes, 0)


def fed(stream, faces, seed=0):
    """A chance and a tape whose `stream` is fed by hand."""
    chance, tape = views(seed)
    tape.fed_mask = 1 << stream
    tape.fed_n = len(faces)
    for place, face in enumerate(faces):
        tape.fed[place] = face
    return chance, tape


def filled(function, *args, seed=0, draws=DRAWS):
    chances, tapes = arrays(seed)
    out = np.zeros(draws, np.int32)
    function(chances, tapes, *args, out)
    return out


def chi_square(counts):
    expected = counts.sum() / counts.size
    return float(((counts - expected) ** 2).sum() / expected)


def limit(cells):
    """What chi-square exceeds with probability about one in a million (Wilson-Hilferty, 4.75 deviations)."""
    freedom = cells - 1
    return freedom * (1 - 2 / (9 * freedom) + 4.75 * np.sqrt(2 / (9 * freedom))) ** 3


@pytest.mark.parametrize(
    ("a", "b", "product"),
    [
        (0xFFFFFFFF, 0xFFFFFFFF, 1),
        (0x10000, 0x10000, 0),
        (0x12345678, 0x9ABCDEF0, 0x242D2080),
        (0, 0xFFFFFFFF, 0),
    ],
)
def test_words_multiply_modulo_two_to_the_32(a, b, product):
    assert multiply32(a, b) == product


@pytest.mark.parametrize(("word", "mixed"), [(0, 0), (1, 0x688990C0), (0xFFFFFFFF, 0x6768824A)])
def test_mixing_is_fixed(word, mixed):
    assert mix32(word) == mixed


def test_replays_depend_on_these_draws_staying_the_same():
    chance, tape = views(seed=7)
    assert list(chance.key) == [1420618368, 671753284]
    assert [draw(chance, tape, 0, 6) for _ in range(12)] == [6, 1, 2, 1, 3, 1, 5, 4, 3, 2, 3, 4]
    assert [draw(chance, tape, 3, 10) for _ in range(12)] == [3, 8, 3, 6, 4, 9, 7, 10, 10, 8, 7, 8]


def test_compiled_draws_are_the_plain_ones():
    for stream, faces in [(0, 6), (3, 10), (15, 100), (7, 1)]:
        chance, tape = views(seed=2**62 + 5)
        plain = [draw(chance, tape, stream, faces) for _ in range(200)]
        assert filled(draw_many, stream, faces, seed=2**62 + 5, draws=200).tolist() == plain


def test_a_draw_depends_on_key_stream_and_number_only():
    chance, tape = views(seed=3)
    alone = [draw(chance, tape, 2, 10) for _ in range(20)]
    chance, tape = views(seed=3)
    mixed = []
    for n in range(20):
        for _ in range(n % 3):
            draw(chance, tape, 4, 6)
        mixed.append(draw(chance, tape, 2, 10))
    assert mixed == alone
    assert (chance.count[2], chance.count[3]) == (20, 0)


def test_seeds_start_anew_and_rekey_keeps_the_counts():
    chance, tape = views(seed=3)
    first = [draw(chance, tape, 1, 100) for _ in range(10)]
    seed_chance(chance, 3)
    assert [draw(chance, tape, 1, 100) for _ in range(10)] == first
    rekey(chance, 4)
    other, _ = views(seed=4)
    assert (list(chance.key), chance.count[1]) == (list(other.key), 10)
    later = [draw(chance, tape, 1, 100) for _ in range(10)]
    assert later == [draw(other, tape, 1, 100) for _ in range(20)][10:]


@pytest.mark.parametrize("faces", [1, 2, 6, 10, 18, 100])
@pytest.mark.parametrize("stream", [0, 1, 15])
def test_faces_are_equally_likely_along_a_stream(stream, faces):
    counts = np.bincount(filled(draw_many, stream, faces), minlength=faces + 1)
    assert counts[0] == 0
    assert counts.size == faces + 1
    if faces > 1:
        assert chi_square(counts[1:]) < limit(faces)


@pytest.mark.parametrize("seed", [0, 1, 2**32, 2**62 + 1])
def test_following_draws_are_independent(seed):
    drawn = filled(draw_many, 0, 10, seed=seed) - 1
    for lag in (1, 2, 3, 16):
        pairs = np.bincount(drawn[:-lag] * 10 + drawn[lag:], minlength=100)
        assert chi_square(pairs) < limit(100)


def test_consecutive_seeds_are_independent():
    drawn = filled(draw_seeds, 0, 10) - 1
    assert chi_square(np.bincount(drawn, minlength=10)) < limit(10)
    assert chi_square(np.bincount(drawn[:-1] * 10 + drawn[1:], minlength=100)) < limit(100)


def test_streams_are_independent():
    drawn = filled(draw_streams, 6).reshape(-1, STREAMS) - 1
    for one, other in [(0, 1), (1, 2), (0, 15), (7, 8)]:
        assert chi_square(np.bincount(drawn[:, one] * 6 + drawn[:, other], minlength=36)) < limit(36)
    correlations = np.corrcoef(drawn.T) - np.eye(STREAMS)
    assert np.abs(correlations).max() < 5 / np.sqrt(len(drawn))


def test_seed_and_stream_do_not_mirror_each_other():
    one = filled(draw_seeds, 0, 10)
    other = filled(draw_seeds, 1, 10)
    for shift in range(-2, 3):
        equal = float((one[5:-5] == np.roll(other, shift)[5:-5]).mean())
        assert abs(equal - 0.1) < 5 * np.sqrt(0.09 / DRAWS)


@pytest.mark.parametrize("place", range(4))
def test_every_input_bit_reaches_every_output_bit(place):
    generator = np.random.default_rng(1)
    flips = np.zeros(32)
    inputs = generator.integers(0, 2**32, (150, 4)).tolist()
    bits = range(32) if place != 2 else range(4)
    for words in inputs:
        words[2] %= STREAMS
        before = hash32(*words)
        for bit in bits:
            changed = list(words)
            changed[place] ^= 1 << bit
            difference = before ^ hash32(*changed)
            flips += [difference >> output & 1 for output in range(32)]
    tries = len(inputs) * len(bits)
    assert np.abs(flips / tries - 0.5).max() < 5 * 0.5 / np.sqrt(tries)


def test_fed_faces_come_in_order_as_they_are_and_count_as_draws():
    chance, tape = fed(2, [6, 1, 9])
    assert [draw(chance, tape, 2, 6) for _ in range(3)] == [6, 1, 9]
    assert (chance.count[2], tape.fed_at) == (3, 3)


def test_feeding_one_stream_shifts_no_other():
    chance, tape = fed(2, [6, 1], seed=9)
    other, free = views(seed=9)
    mixed = [(draw(chance, tape, 2, 6), draw(chance, tape, 3, 10))[1] for _ in range(2)]
    assert mixed == [draw(other, free, 3, 10) for _ in range(2)]


@pytest.mark.parametrize(
    ("stream", "count", "answer", "want"),
    [
        (3, 9, True, (-1, 0, 0)),
        (2, 0, True, (-1, 0, 0)),
        (2, 2, True, (-1, 0, 0)),
        (2, 3, False, (2, 1, 10)),
        (2, 5, False, (2, 3, 10)),
    ],
)
def test_a_dry_queue_says_what_it_wants_and_changes_nothing_else(stream, count, answer, want):
    chance, tape = fed(2, [6, 1])
    assert available(chance, tape, stream, count, 10) is answer
    assert (tape.want_stream, tape.want_count, tape.want_faces) == want
    assert (list(chance.count), tape.fed_at) == ([0] * STREAMS, 0)


def test_used_faces_are_no_longer_available():
    chance, tape = fed(2, [6, 1])
    draw(chance, tape, 2, 6)
    assert available(chance, tape, 2, 1, 6) is True
    assert available(chance, tape, 2, 2, 6) is False


def test_a_tape_that_does_not_log_stays_empty():
    tape = Tape.at(new_tapes(2, log=False), 1)
    emit(tape, 1, 2, 3, 4, 5, 6)
    assert (tape.row, tape.rows[0, 0], tape.want_stream) == (0, 0, -1)


def test_events_are_rows_and_a_full_tape_counts_what_is_lost():
    tapes = new_tapes()
    tape = Tape.at(tapes, 0)
    for number in range(ROWS + 2):
        emit(tape, number, -1, 2, -3, 4, 2**31 - 1)
    assert tapes["rows"][0, 1].tolist() == [1, -1, 2, -3, 4, 2147483647, 0, 0]
    assert (tape.row, tape.overflow, tape.rows[ROWS - 1, 0]) == (512, 2, 511)
