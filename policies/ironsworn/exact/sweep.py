"""Solve the collected graph: sweep layer after layer until no value changes by more than a tolerance.

What only falls or only rises in a fight - supply, debilities, flags spent - sorts main decisions into layers that the
play passes in one direction, so that each layer is solved once, against finished ones.
"""

from ....envs.core.compiler import F8, I8, F8x2, I8x2, entry, rule
from ....envs.ironsworn.terms import BOX, TICKS_PER_HARM
from .graph import (
    BOXES,
    CHANCE,
    CHOICE,
    FIRST,
    ID_SPAN,
    KIND,
    MAIN,
    NODE,
    PARAMETER,
    ROOT,
    SIZE,
    TARGET_SPAN,
    TOTAL,
    target_delta,
    target_id,
    target_kind,
)
from .keys import MAX_BOXES

LOWEST = -1e9


@rule
def value_of(code: int, place: int, values: F8x2, moved: I8x2, ends: F8, node_values: F8) -> float:
    """Value of a target at a place of the foes' tracks; nodes must have theirs already."""
    kind = target_kind(code)
    if kind == NODE:
        return node_values[code % ID_SPAN]
    if kind == MAIN:
        return values[code % ID_SPAN, moved[target_delta(code), place]]
    return ends[code % ID_SPAN]


@rule
def node_value(
    node: int,
    place: int,
    nodes: I8x2,
    edges: I8,
    values: F8x2,
    moved: I8x2,
    ticks: I8x2,
    ends: F8,
    node_values: F8,
) -> float:
    """Value of a node from its edges."""
    first = nodes[node, FIRST]
    size = nodes[node, SIZE]
    kind = nodes[node, KIND]
    if kind == CHANCE:
        total = 0.0
        for k in range(first, first + size):
            weight = edges[k] // TARGET_SPAN
            total += weight * value_of(edges[k] % TARGET_SPAN, place, values, moved, ends, node_values)
        return total / nodes[node, TOTAL]
    if kind == CHOICE:
        best = LOWEST
        for k in range(first, first + size):
            best = max(best, value_of(edges[k] % TARGET_SPAN, place, values, moved, ends, node_values))
        return best
    edge = edges[first + part_of(nodes, node, place, ticks)]
    return value_of(edge % TARGET_SPAN, place, values, moved, ends, node_values)


@rule
def part_of(nodes: I8x2, node: int, place: int, ticks: I8x2) -> int:
    """Which edge the foe's track chooses: its filled boxes, or the part of a setback's split."""
    if nodes[node, KIND] == BOXES:
        foe = nodes[node, TOTAL]
        return max(0, min(MAX_BOXES, (ticks[foe, place] + nodes[node, PARAMETER]) // BOX))
    foe = nodes[node, TOTAL] // 8
    left = ticks[foe, place] + nodes[node, PARAMETER]
    if left <= 0:
        return 0
    if left >= MAX_BOXES * BOX:
        return 2
    return 1 if left < TICKS_PER_HARM[nodes[node, TOTAL] % 8] else 3


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
def layer_nodes(members: I8, keys: I8x2, nodes: I8x2, edges: I8, marks: I8, stamp: int, found: I8) -> int:
    """Write the nodes that a layer's main decisions lead through to `found`; gives their number."""
    n = 0
    for k in range(len(members)):
        n = mark_nodes(keys[members[k], ROOT], nodes, edges, marks, stamp, found, n)
    return n


@entry
def sweep_layer(
    members: I8,
    below: I8,
    places: I8,
    keys: I8x2,
    nodes: I8x2,
    edges: I8,
    values: F8x2,
    moved: I8x2,
    ticks: I8x2,
    ends: F8,
    node_values: F8,
    tolerance: float,
    most: int,
) -> float:
    """Sweep one layer over all places, the fullest tracks first, each until it settles; gives the largest change.

    `below` holds the layer's nodes in the order they were made, so that a node comes after those it leads to, and
    `members` the main decisions in the order of their roots.
    """
    largest = 0.0
    for p in range(len(places)):
        place = places[p]
        for _ in range(most):
            change = sweep_place(members, below, place, keys, nodes, edges, values, moved, ticks, ends, node_values)
            largest = max(largest, change)
            if change <= tolerance:
                break
    return largest


@rule
def sweep_place(
    members: I8,
    below: I8,
    place: int,
    keys: I8x2,
    nodes: I8x2,
    edges: I8,
    values: F8x2,
    moved: I8x2,
    ticks: I8x2,
    ends: F8,
    node_values: F8,
) -> float:
    """Sweep one layer at one place; gives the largest change."""
    change = 0.0
    at = 0
    for k in range(len(members)):
        root = keys[members[k], ROOT]
        if target_kind(root) == NODE:
            while at < len(below) and below[at] <= root % ID_SPAN:
                node = below[at]
                node_values[node] = node_value(node, place, nodes, edges, values, moved, ticks, ends, node_values)
                at += 1
        new = value_of(root, place, values, moved, ends, node_values)
        change = max(change, abs(new - values[members[k], place]))
        values[members[k], place] = new
    return change


@entry
def evaluate_target(
    code: int,
    place: int,
    nodes: I8x2,
    edges: I8,
    values: F8x2,
    moved: I8x2,
    ticks: I8x2,
    ends: F8,
    node_values: F8,
    below: I8,
) -> float:
    """Value of any target at a place; `below` holds the nodes it leads through, in the order they were made."""
    for k in range(len(below)):
        node_values[below[k]] = node_value(below[k], place, nodes, edges, values, moved, ticks, ends, node_values)
    return value_of(code, place, values, moved, ends, node_values)


@entry
def target_nodes(code: int, nodes: I8x2, edges: I8, marks: I8, stamp: int, found: I8) -> int:
    """Write the nodes below a target to `found`; gives their number."""
    return mark_nodes(code, nodes, edges, marks, stamp, found, 0)
