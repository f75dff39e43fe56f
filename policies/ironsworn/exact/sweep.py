"""Solve one layer at one place: improve choices and evaluate them in turn until nothing changes.

The work vector holds one number for each node, leaf and member (main decision) of the layer. A node comes after those
it leads to; leaves outside the layer stand still; members change and end the loop when they no longer do.
"""

from ....envs.core.compiler import F8, I8, entry, rule
from .graph import CHANCE, CHOICE

PASSES = 40
"""Most passes with fixed choices between two that choose anew."""
CALM = 0.05
"""Passes with fixed choices stop when they change no more than this part of what choosing anew changed."""


@entry
def settle(
    work: F8,
    first: I8,
    kind: I8,
    chosen: I8,
    weight: F8,
    to: I8,
    roots: I8,
    slots: int,
    active: I8,
    tolerance: float,
    most: int,
) -> float:
    """Settle a layer; gives the largest change of the last pass that chose anew.

    Args:
        work: Values of nodes, leaves and members; changed in place.
        first: First edge of each node, and one more.
        kind: Kind of each node; anything but chance and choice follows `chosen`.
        chosen: The edge each node follows, counted from its first.
        weight: Probability of each edge of a chance node.
        to: Index into `work` each edge leads to.
        roots: Index into `work` of each member's root, nodes in rising order.
        slots: Index of the first member in `work`.
        active: Room for one number a node.
        tolerance: Largest change that counts as settled.
        most: Most passes that choose anew.
    """
    change = 0.0
    for _ in range(most):
        change = choose_anew(work, first, kind, chosen, weight, to, roots, slots)
        if change <= tolerance:
            break
        n = find_active(first, kind, chosen, to, roots, active)
        for _ in range(PASSES):
            moved = follow(work, first, kind, chosen, weight, to, roots, slots, active, n)
            if moved <= max(tolerance / 2, CALM * change):
                break
    return change


@rule
def choose_anew(work: F8, first: I8, kind: I8, chosen: I8, weight: F8, to: I8, roots: I8, slots: int) -> float:
    """Evaluate every node, each choice taking its best edge; gives the largest change of a member."""
    change = 0.0
    member = 0
    for node in range(len(kind)):
        low = first[node]
        high = first[node + 1]
        value = 0.0
        if kind[node] == CHANCE:
            for edge in range(low, high):
                value += weight[edge] * work[to[edge]]
        elif kind[node] == CHOICE:
            best = low
            value = work[to[low]]
            for edge in range(low + 1, high):
                if work[to[edge]] > value:
                    value = work[to[edge]]
                    best = edge
            chosen[node] = best - low
        else:
            value = work[to[low + chosen[node]]]
        work[node] = value
        while member < len(roots) and roots[member] <= node:
            change = max(change, abs(work[roots[member]] - work[slots + member]))
            work[slots + member] = work[roots[member]]
            member += 1
    while member < len(roots):
        change = max(change, abs(work[roots[member]] - work[slots + member]))
        work[slots + member] = work[roots[member]]
        member += 1
    return change


@rule
def find_active(first: I8, kind: I8, chosen: I8, to: I8, roots: I8, active: I8) -> int:
    """List the nodes that the present choices lead through, in order; gives their number."""
    nodes = len(kind)
    for node in range(nodes):
        active[node] = 0
    for member in range(len(roots)):
        if roots[member] < nodes:
            active[roots[member]] = 1
    for back in range(nodes):
        node = nodes - 1 - back
        if active[node]:
            low = first[node] if kind[node] == CHANCE else first[node] + chosen[node]
            high = first[node + 1] if kind[node] == CHANCE else low + 1
            for edge in range(low, high):
                if to[edge] < nodes:
                    active[to[edge]] = 1
    n = 0
    for node in range(nodes):
        if active[node]:
            active[n] = node
            n += 1
    return n


@rule
def follow(
    work: F8, first: I8, kind: I8, chosen: I8, weight: F8, to: I8, roots: I8, slots: int, active: I8, n: int
) -> float:
    """Evaluate the active nodes under fixed choices; gives the largest change of a member."""
    change = 0.0
    member = 0
    for at in range(n):
        node = active[at]
        low = first[node]
        if kind[node] == CHANCE:
            value = 0.0
            for edge in range(low, first[node + 1]):
                value += weight[edge] * work[to[edge]]
            work[node] = value
        else:
            work[node] = work[to[low + chosen[node]]]
        while member < len(roots) and roots[member] <= node:
            change = max(change, abs(work[roots[member]] - work[slots + member]))
            work[slots + member] = work[roots[member]]
            member += 1
    while member < len(roots):
        change = max(change, abs(work[roots[member]] - work[slots + member]))
        work[slots + member] = work[roots[member]]
        member += 1
    return change
