"""The graph of a fight: main decisions, and between them nodes of chance and choice, each stored once.

An edge is one number: weight, kind of target, delta of the foes' tracks, and target id.
"""

from __future__ import annotations

from ....envs.core.compiler import I8, Batch, I8x2, entry, rule
from ....envs.core.pilot import Why
from ....envs.core.records import Ints2, Record, i8, record
from ....envs.ironsworn.terms import FOES
from .chances import GATHERED

NODE = 0
MAIN = 1
END = 2
"""Kinds of targets: a node, a main decision, an end of the fight."""

CHANCE = 0
CHOICE = 1
SPLIT = 2
BOXES = 3
LAST_SUPPLY = 4
"""Kinds of nodes: chance by weights, the best of its edges, by what is left of a track, by filled
boxes, by whether one supply is left."""

ID_BITS = 26
DELTA_BITS = 8
ID_SPAN = 1 << ID_BITS
DELTA_SPAN = 1 << DELTA_BITS
TARGET_SPAN = 4 * ID_SPAN * DELTA_SPAN

FIRST = 0
SIZE = 1
KIND = 2
TOTAL = 3
PARAMETER = 4
NODE_SLOTS = 5
NODE_COLUMNS = 7
"""Columns of a node: first edge, number of edges, kind, sum of weights or foe, parameter; then two hash slots."""

PRICE = 3
KEY_WORDS = 4
ROOT = 4
KEY_SLOTS = 5
KEY_COLUMNS = 7
"""Columns of a key: three words of the character and the foes, a word of the price to be paid (0 at a main decision),
the target it leads to, two hash slots."""

FRESH = -1
ANSWERED = -2
"""Roots of a key that is still to be expanded, and of one whose worth is known without."""

MEMO_COLUMNS = 3
TRACKS = FOES + 1
"""Symbolic tracks: each foe's progress, then supply."""
TOO_MANY_DELTAS = 2

FULL = -1
"""What a rule gives when a store has no room: grow it and try again."""


class Meta(Record):
    """Counters of the stores, and what the collection is asked to do."""

    n_keys: int = i8()
    n_prices: int = i8()  # keys that are prices
    n_nodes: int = i8()
    n_edges: int = i8()
    n_deltas: int = i8()
    n_memo: int = i8()
    real: int = i8()  # progress is held in full
    policy: int = i8()  # whose choices are collected: see `expand.py`
    pilot: int = i8()  # address of the compiled pilot
    expander: int = i8()  # address of `expand`
    unknown: int = i8()  # decisions that await an answer
    full: int = i8()  # why a collection stopped: see `building.py`
    why: Why = record(Why)
    win_only: int = i8()  # nothing but winning counts: lost fights need no details
    open_supply: int = i8()  # supply is symbolic
    deltas: Ints2 = i8(DELTA_SPAN, TRACKS)


@rule
def target(kind: int, delta: int, index: int) -> int:
    """Pack a target."""
    return (kind * DELTA_SPAN + delta) * ID_SPAN + index


@rule
def target_kind(code: int) -> int:
    """Kind of a target."""
    return code // (DELTA_SPAN * ID_SPAN)


@rule
def target_delta(code: int) -> int:
    """Delta of a target."""
    return code // ID_SPAN % DELTA_SPAN


@rule
def target_id(code: int) -> int:
    """Id of a target."""
    return code % ID_SPAN


@rule
def mix(word: int) -> int:
    """Scatter the bits of a word (two xorshift-multiply steps in wrapping 64-bit arithmetic)."""
    word ^= (word >> 32) & 0xFFFFFFFF
    word *= 0x7FB5D329728EA185
    word ^= (word >> 29) & 0x7FFFFFFFF
    word *= -0x7E25210B43D22BB3
    return word ^ ((word >> 32) & 0xFFFFFFFF)


@rule
def stir(word: int, more: int) -> int:
    """Take one more word into a running hash."""
    word = (word ^ more) * 0x7FB5D329728EA185
    return word ^ ((word >> 29) & 0x7FFFFFFFF)


@rule
def slot_of(word: int, slots: int) -> int:
    """First slot of a hashed word in a table whose size is a power of 2."""
    return mix(word) & (slots - 1)


@rule
def find_key(keys: I8x2, meta: Meta) -> int:
    """Give the id of the key written in the row after the last, adding it if it is new; FULL without room."""
    at = meta.n_keys
    if at + 1 >= len(keys):
        meta.full = 1
        return FULL
    span = 2 * len(keys)
    slot = slot_of(key_word(keys, at), span)
    while keys[slot >> 1, KEY_SLOTS + (slot & 1)] != 0:
        other = keys[slot >> 1, KEY_SLOTS + (slot & 1)] - 1
        if same_key(keys, other, at):
            return other
        slot = (slot + 1) & (span - 1)
    keys[slot >> 1, KEY_SLOTS + (slot & 1)] = at + 1
    keys[at, ROOT] = FRESH
    meta.n_keys += 1
    return at


@rule
def same_key(keys: I8x2, one: int, other: int) -> bool:
    """Tell whether two keys are equal."""
    for k in range(KEY_WORDS):
        if keys[one, k] != keys[other, k]:
            return False
    return True


@rule
def find_node(
    nodes: I8x2, edges: I8, meta: Meta, kind: int, total: int, parameter: int, scratch: I8x2, row: int, size: int
) -> int:
    """Give the id of the node with the edges gathered in a scratch row, adding it if it is new; FULL without room."""
    at = meta.n_nodes
    if at + 1 >= len(nodes) or meta.n_edges + size >= len(edges):
        meta.full = 1
        return FULL
    word = node_word(kind, total, parameter)
    for k in range(size):
        word = stir(word, scratch[row, GATHERED + k])
    span = 2 * len(nodes)
    slot = slot_of(word, span)
    while nodes[slot >> 1, NODE_SLOTS + (slot & 1)] != 0:
        other = nodes[slot >> 1, NODE_SLOTS + (slot & 1)] - 1
        if same_node(nodes, edges, other, kind, total, parameter, scratch, row, size):
            return other
        slot = (slot + 1) & (span - 1)
    nodes[slot >> 1, NODE_SLOTS + (slot & 1)] = at + 1
    nodes[at, FIRST] = meta.n_edges
    nodes[at, SIZE] = size
    nodes[at, KIND] = kind
    nodes[at, TOTAL] = total
    nodes[at, PARAMETER] = parameter
    for k in range(size):
        edges[meta.n_edges + k] = scratch[row, GATHERED + k]
    meta.n_edges += size
    meta.n_nodes += 1
    return at


@rule
def same_node(
    nodes: I8x2, edges: I8, node: int, kind: int, total: int, parameter: int, scratch: I8x2, row: int, size: int
) -> bool:
    """Tell whether a stored node is the one gathered."""
    if nodes[node, SIZE] != size or nodes[node, KIND] != kind:
        return False
    if nodes[node, TOTAL] != total or nodes[node, PARAMETER] != parameter:
        return False
    first = nodes[node, FIRST]
    for k in range(size):
        if edges[first + k] != scratch[row, GATHERED + k]:
            return False
    return True


@rule
def find_delta(meta: Meta) -> int:
    """Give the id of the delta written after the known ones, adding it if it is new; FULL without room."""
    at = meta.n_deltas
    for known in range(at):
        same = True
        for track in range(TRACKS):
            if meta.deltas[known, track] != meta.deltas[at, track]:
                same = False
        if same:
            return known
    if at + 1 >= DELTA_SPAN:
        meta.full = TOO_MANY_DELTAS
        return FULL
    meta.n_deltas += 1
    return at


@rule
def recall(memo: I8x2, low: int, high: int) -> int:
    """Give the target remembered for a hashed state, or -1."""
    slot = slot_of(low, len(memo))
    while memo[slot, 2] != 0:
        if memo[slot, 0] == low and memo[slot, 1] == high:
            return memo[slot, 2] - 1
        slot = (slot + 1) & (len(memo) - 1)
    return -1


@rule
def remember(memo: I8x2, meta: Meta, low: int, high: int, code: int) -> None:
    """Remember the target of a hashed state; a full table forgets, which costs time and nothing else."""
    if 2 * meta.n_memo >= len(memo):
        return
    slot = slot_of(low, len(memo))
    while memo[slot, 2] != 0:
        slot = (slot + 1) & (len(memo) - 1)
    memo[slot, 0] = low
    memo[slot, 1] = high
    memo[slot, 2] = code + 1
    meta.n_memo += 1


@entry
def rehash_keys(keys: I8x2, metas: Batch[Meta]) -> None:
    """Fill the hash slots of a grown store of main decisions."""
    span = 2 * len(keys)
    for at in range(metas[0].n_keys):
        slot = slot_of(key_word(keys, at), span)
        while keys[slot >> 1, KEY_SLOTS + (slot & 1)] != 0:
            slot = (slot + 1) & (span - 1)
        keys[slot >> 1, KEY_SLOTS + (slot & 1)] = at + 1


@entry
def rehash_nodes(nodes: I8x2, edges: I8, metas: Batch[Meta]) -> None:
    """Fill the hash slots of a grown store of nodes."""
    span = 2 * len(nodes)
    for at in range(metas[0].n_nodes):
        word = node_word(nodes[at, KIND], nodes[at, TOTAL], nodes[at, PARAMETER])
        for k in range(nodes[at, SIZE]):
            word = stir(word, edges[nodes[at, FIRST] + k])
        slot = slot_of(word, span)
        while nodes[slot >> 1, NODE_SLOTS + (slot & 1)] != 0:
            slot = (slot + 1) & (span - 1)
        nodes[slot >> 1, NODE_SLOTS + (slot & 1)] = at + 1


@rule
def key_word(keys: I8x2, at: int) -> int:
    """Hash of a main decision's key."""
    return mix(mix(mix(keys[at, 0]) + keys[at, 1]) + keys[at, 2]) + keys[at, PRICE]


@rule
def node_word(kind: int, total: int, parameter: int) -> int:
    """Hash of a node before its edges."""
    return (kind * 1009 + total) * 1000003 + parameter


@rule
def mark_nodes(code: int, nodes: I8x2, edges: I8, marks: I8, stamp: int, found: I8, n: int) -> int:
    """Add the nodes below a target to the list of found ones; gives their number."""
    if target_kind(code) != NODE or marks[target_id(code)] == stamp:
        return n
    node = target_id(code)
    marks[node] = stamp
    found[n] = node
    n += 1
    first = nodes[node, FIRST]
    for k in range(first, first + nodes[node, SIZE]):
        n = mark_nodes(edges[k] % TARGET_SPAN, nodes, edges, marks, stamp, found, n)
    return n


@entry
def nodes_below(roots: I8, nodes: I8x2, edges: I8, marks: I8, stamp: int, found: I8) -> int:
    """Write the nodes that the targets `roots` lead through to `found`; gives their number."""
    n = 0
    for k in range(len(roots)):
        n = mark_nodes(roots[k], nodes, edges, marks, stamp, found, n)
    return n
