"""Chance: keyed, counter-based random streams, and faces fed by hand from a physical table.

The n-th draw of a stream depends only on the key, the stream and n, so paired games share their luck and a new draw in
one place shifts no other. A stream can be *fed*: its faces then come from a queue in the tape, in order.

The discipline for rules: a step asks `available` for everything it will draw **before it changes anything**. When the
answer is no, the step returns as it came; the tape says what is wanted, and the same step runs again once it is fed.
"""

from __future__ import annotations

from .compiler import rule
from .records import Ints, Record, i4, i8
from .tape import Tape

STREAMS = 16
WORD = 0xFFFFFFFF
HALF = 0xFFFF
GOLDEN = 0x9E3779B1


class Chance(Record):
    """The key of a game's luck and how far each stream has been read."""

    key: Ints = i8(2)
    """Two 32-bit words."""
    count: Ints = i4(STREAMS)
    """Draws made, per stream."""


@rule
def multiply32(a: int, b: int) -> int:
    """Multiply two 32-bit words modulo 2^32, by halves so that no product leaves 64 bits."""
    return ((a & HALF) * b + ((((a >> 16) * b) & HALF) << 16)) & WORD


@rule
def mix32(word: int) -> int:
    """Scramble a 32-bit word so that every input bit reaches every output bit (a two-round multiply-xorshift)."""
    word ^= word >> 16
    word = multiply32(word, 0x7FEB352D)
    word ^= word >> 15
    word = multiply32(word, 0x846CA68B)
    return word ^ (word >> 16)


@rule
def hash32(k0: int, k1: int, stream: int, n: int) -> int:
    """Give the n-th 32-bit word of a stream under the key (k0, k1)."""
    word = mix32(((n + GOLDEN) & WORD) ^ k0)
    word = mix32(((word + multiply32(stream + 1, 0x85EBCA6B)) & WORD) ^ k1)
    return mix32((word + k0) & WORD)


@rule
def rekey(chance: Chance, seed: int) -> None:
    """Give what is not yet drawn a new key, made from a non-negative 63-bit seed; the counts stay."""
    low = seed & WORD
    high = (seed >> 32) & WORD
    chance.key[0] = mix32((mix32(low) + multiply32(high, GOLDEN)) & WORD)
    chance.key[1] = mix32((mix32(high ^ GOLDEN) + multiply32(low, 0x85EBCA77)) & WORD)


@rule
def seed_chance(chance: Chance, seed: int) -> None:
    """Start every stream anew from a non-negative 63-bit seed."""
    rekey(chance, seed)
    for stream in range(STREAMS):
        chance.count[stream] = 0


@rule
def available(chance: Chance, tape: Tape, stream: int, count: int, faces: int) -> bool:
    """Say whether `count` draws from `stream` can be made now; if not, the tape says what is wanted."""
    if not (tape.fed_mask >> stream) & 1:
        return True
    missing = count - (tape.fed_n - tape.fed_at)
    if missing <= 0:
        return True
    tape.want_stream = stream
    tape.want_count = missing
    tape.want_faces = faces
    return False


@rule
def draw(chance: Chance, tape: Tape, stream: int, faces: int) -> int:
    """Draw a face, 1 to `faces`: the next fed one, as it is, or the stream's next."""
    n = chance.count[stream]
    chance.count[stream] = n + 1
    if (tape.fed_mask >> stream) & 1:
        face = tape.fed[tape.fed_at]
        tape.fed_at += 1
        return face
    return ((hash32(chance.key[0], chance.key[1], stream, n) * faces) >> 32) + 1


PILOTS = 32
"""Streams from here on belong to compiled pilots, one a seat; no rule of a game draws from them."""
SEEDS = 31
"""The stream that the seeds of an environment's games come from."""
DEALS = 30
"""The stream that says which of several deals a game is."""


@rule
def pilot_draw(chance: Chance, seat: int, decisions: int) -> int:
    """Give 62 random bits for a pilot's decision, the same ones whenever that decision is asked again."""
    high = hash32(chance.key[0], chance.key[1], PILOTS + seat, 2 * decisions)
    low = hash32(chance.key[0], chance.key[1], PILOTS + seat, 2 * decisions + 1)
    return ((high >> 1) << 31) | (low >> 1)


@rule
def next_seed(seed: int, n: int) -> int:
    """Give the seed of the n-th game of an environment that was seeded with `seed`; the first is `seed` itself."""
    if n == 0:
        return seed
    high = hash32(seed & WORD, (seed >> 32) & WORD, SEEDS, 2 * n)
    low = hash32(seed & WORD, (seed >> 32) & WORD, SEEDS, 2 * n + 1)
    return ((high >> 1) << 31) | (low >> 1)


@rule
def deal_draw(seed: int) -> int:
    """Give 32 random bits for what a game of this seed is, apart from its luck."""
    return hash32(seed & WORD, (seed >> 32) & WORD, DEALS, 0)
