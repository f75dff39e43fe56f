"""Solve one layer: go round the places, improve choices there and follow them, until nothing changes.

The work vector holds one number for each node and each leaf of the layer. A node comes after those it leads to. A leaf
is a main decision at one delta, or an ending; the leaves of the layer's own main decisions at the place being settled
are live, they change with their member.
"""

from ....envs.core.compiler import F8, I8, F8x2, I1x2, I4x2, I8x2, entry, rule
from ....envs.ironsworn.terms import BOX, FOES, TICKS_PER_HARM
from .graph import BOXES, CHANCE, CHOICE, LAST_SUPPLY
from .keys import MAX_BOXES

FOLLOWED = 12
"""Most rounds with fixed choices between two that choose anew."""
PASSES = 30
"""Most passes over one place in a round."""
CALM = 0.1
"""A round at one place, and rounds with fixed choices, stop at this part of the change that began them."""

MAIN_LEAF = 0
END_LEAF = 1


@entry
def settle_layer(
    places: I8,
    moved: I8x2,
    ticks: I8x2,
    values: F8x2,
    ends: F8x2,
    work: F8,
    first: I8,
    shape: I8x2,
    weight: F8,
    to: I8,
    leaves: I8x2,
    members: I8x2,
    chosen: I1x2,
    active: I4x2,
    counts: I8,
    hanging: I8,
    tolerance: float,
) -> float:
    """Settle a layer at every place; gives the largest change of the last round that chose anew.

    Args:
        places: The places the layer can be at, in the order they are gone round.
        moved: Where each delta leads from each place.
        ticks: Where the open tracks stand at each place.
        values: Value of each main decision at each place; changed.
        ends: Worth of each ending by supply left.
        work: Room for a number for each node and leaf.
        first: First edge of each node, and one more.
        shape: Kind, total and parameter of each node.
        weight: Probability of each edge of a chance node.
        to: Index into `work` that each edge leads to.
        leaves: Kind, id and delta of each leaf.
        members: Id, root in `work`, first own leaf and one past the last of each member; roots in rising order.
        chosen: Room for the edge each node follows at each place.
        active: Room for the nodes that choices lead through, at each place.
        counts: Room for their number at each place, zeros.
        hanging: The nodes that hang on a track.
        tolerance: Largest change that counts as settled.
    """
    change = 1.0
    while True:
        before = change
        change = 0.0
        for p in range(len(places)):
            look(places[p], moved, ticks, values, ends, work, shape, leaves, hanging, chosen, p)
            changed = choose(places[p], p, moved, values, work, first, shape, weight, to, leaves, members, chosen)
            counts[p] = find_active(first, shape, chosen, p, to, members, active)
            calm = max(tolerance / 4, CALM * min(changed, before))
            calm_down(
                calm, changed, places[p], p, moved, values, work, first, shape, weight, to, leaves, members, chosen,
                active, counts,
            )  # fmt: skip
            change = max(change, changed)
        if change <= tolerance:
            return change
        for _ in range(FOLLOWED):
            moves = 0.0
            for p in range(len(places)):
                look(places[p], moved, ticks, values, ends, work, shape, leaves, hanging, chosen, p)
                one = follow(
                    places[p], p, moved, values, work, first, shape, weight, to, leaves, members, chosen, active, counts
                )
                moves = max(moves, one)
            if moves <= max(tolerance / 4, CALM * change):
                break


@entry
def follow_layer(
    places: I8,
    moved: I8x2,
    ticks: I8x2,
    guide: F8x2,
    values: F8x2,
    ends: F8x2,
    work: F8,
    first: I8,
    shape: I8x2,
    weight: F8,
    to: I8,
    leaves: I8x2,
    members: I8x2,
    chosen: I1x2,
    active: I4x2,
    counts: I8,
    hanging: I8,
    tolerance: float,
) -> float:
    """Settle a layer under the choices that are best by the values `guide`, which are changed; gives the last change.

    The other arguments are those of `settle_layer`.
    """
    for p in range(len(places)):
        look(places[p], moved, ticks, guide, ends, work, shape, leaves, hanging, chosen, p)
        choose(places[p], p, moved, guide, work, first, shape, weight, to, leaves, members, chosen)
        counts[p] = find_active(first, shape, chosen, p, to, members, active)
    while True:
        change = 0.0
        for p in range(len(places)):
            look(places[p], moved, ticks, values, ends, work, shape, leaves, hanging, chosen, p)
            changed = follow(
                places[p], p, moved, values, work, first, shape, weight, to, leaves, members, chosen, active, counts
            )
            change = max(change, changed)
            calm = max(tolerance / 4, CALM * changed)
            calm_down(
                calm, changed, places[p], p, moved, values, work, first, shape, weight, to, leaves, members, chosen,
                active, counts,
            )  # fmt: skip
        if change <= tolerance:
            return change


@rule
def calm_down(
    calm: float,
    moves: float,
    place: int,
    row: int,
    moved: I8x2,
    values: F8x2,
    work: F8,
    first: I8,
    shape: I8x2,
    weight: F8,
    to: I8,
    leaves: I8x2,
    members: I8x2,
    chosen: I1x2,
    active: I4x2,
    counts: I8,
) -> None:
    """Follow the choices made at one place again and again, from a largest change on until it is calm."""
    for _ in range(PASSES):
        if moves <= calm:
            return
        moves = follow(
            place, row, moved, values, work, first, shape, weight, to, leaves, members, chosen, active, counts
        )


@rule
def look(
    place: int,
    moved: I8x2,
    ticks: I8x2,
    values: F8x2,
    ends: F8x2,
    work: F8,
    shape: I8x2,
    leaves: I8x2,
    hanging: I8,
    chosen: I1x2,
    row: int,
) -> None:
    """Set the leaves as they stand, and the edges of nodes that hang on a track, at one place."""
    nodes = len(shape)
    for leaf in range(len(leaves)):
        after = moved[leaves[leaf, 2], place]
        if leaves[leaf, 0] == MAIN_LEAF:
            work[nodes + leaf] = values[after, leaves[leaf, 1]]
        else:
            work[nodes + leaf] = ends[ticks[FOES, after], leaves[leaf, 1]]
    for k in range(len(hanging)):
        node = hanging[k]
        chosen[row, node] = part_of(shape[node, 0], shape[node, 1], shape[node, 2], ticks, place)


@rule
def part_of(kind: int, total: int, parameter: int, ticks: I8x2, place: int) -> int:
    """Which edge a node follows that hangs on a track: filled boxes, the last supply, or the part of a split."""
    if kind == BOXES:
        return max(0, min(MAX_BOXES, (ticks[total, place] + parameter) // BOX))
    if kind == LAST_SUPPLY:
        return 0 if ticks[FOES, place] + parameter <= 1 else 1
    left = ticks[total // 8, place] + parameter
    if left <= 0:
        return 0
    if left >= MAX_BOXES * BOX:
        return 2
    return 1 if left < TICKS_PER_HARM[total % 8] else 3


@rule
def update(
    member: int, place: int, moved: I8x2, values: F8x2, work: F8, nodes: int, leaves: I8x2, members: I8x2
) -> float:
    """Give a member its root's value, there and in its live leaves; gives the change."""
    new = work[members[member, 1]]
    change = abs(new - values[place, members[member, 0]])
    values[place, members[member, 0]] = new
    for leaf in range(members[member, 2], members[member, 3]):
        if moved[leaves[leaf, 2], place] == place:
            work[nodes + leaf] = new
    return change


@rule
def choose(
    place: int,
    row: int,
    moved: I8x2,
    values: F8x2,
    work: F8,
    first: I8,
    shape: I8x2,
    weight: F8,
    to: I8,
    leaves: I8x2,
    members: I8x2,
    chosen: I1x2,
) -> float:
    """Evaluate every node at one place, each choice taking its best edge; gives the largest change of a member."""
    change = 0.0
    member = 0
    nodes = len(shape)
    for node in range(nodes):
        low = first[node]
        high = first[node + 1]
        value = 0.0
        if shape[node, 0] == CHANCE:
            for edge in range(low, high):
                value += weight[edge] * work[to[edge]]
        elif shape[node, 0] == CHOICE:
            best = low
            value = work[to[low]]
            for edge in range(low + 1, high):
                if work[to[edge]] > value:
                    value = work[to[edge]]
                    best = edge
            chosen[row, node] = best - low
        else:
            value = work[to[low + chosen[row, node]]]
        work[node] = value
        while member < len(members) and members[member, 1] <= node:
            change = max(change, update(member, place, moved, values, work, nodes, leaves, members))
            member += 1
    while member < len(members):
        change = max(change, update(member, place, moved, values, work, nodes, leaves, members))
        member += 1
    return change


@rule
def find_active(first: I8, shape: I8x2, chosen: I1x2, row: int, to: I8, members: I8x2, active: I4x2) -> int:
    """List the nodes that the choices at a place lead through, in order; gives their number."""
    nodes = len(shape)
    for node in range(nodes):
        active[row, node] = 0
    for member in range(len(members)):
        if members[member, 1] < nodes:
            active[row, members[member, 1]] = 1
    for back in range(nodes):
        node = nodes - 1 - back
        if active[row, node]:
            low = first[node]
            high = first[node + 1]
            if shape[node, 0] != CHANCE:
                low += chosen[row, node]
                high = low + 1
            for edge in range(low, high):
                if to[edge] < nodes:
                    active[row, to[edge]] = 1
    n = 0
    for node in range(nodes):
        if active[row, node]:
            active[row, n] = node
            n += 1
    return n


@rule
def follow(
    place: int,
    row: int,
    moved: I8x2,
    values: F8x2,
    work: F8,
    first: I8,
    shape: I8x2,
    weight: F8,
    to: I8,
    leaves: I8x2,
    members: I8x2,
    chosen: I1x2,
    active: I4x2,
    counts: I8,
) -> float:
    """Evaluate the active nodes at one place under the choices made; gives the largest change of a member."""
    change = 0.0
    member = 0
    nodes = len(shape)
    for at in range(counts[row]):
        node = active[row, at]
        low = first[node]
        if shape[node, 0] == CHANCE:
            value = 0.0
            for edge in range(low, first[node + 1]):
                value += weight[edge] * work[to[edge]]
            work[node] = value
        else:
            work[node] = work[to[low + chosen[row, node]]]
        while member < len(members) and members[member, 1] <= node:
            change = max(change, update(member, place, moved, values, work, nodes, leaves, members))
            member += 1
    while member < len(members):
        change = max(change, update(member, place, moved, values, work, nodes, leaves, members))
        member += 1
    return change


@entry
def value_at(
    place: int,
    moved: I8x2,
    ticks: I8x2,
    values: F8x2,
    ends: F8x2,
    work: F8,
    first: I8,
    shape: I8x2,
    weight: F8,
    to: I8,
    leaves: I8x2,
    members: I8x2,
    hanging: I8,
    chosen: I1x2,
    root: int,
) -> float:
    """Value of `root`, an index into `work`, at one place, with every main decision's value as it stands."""
    look(place, moved, ticks, values, ends, work, shape, leaves, hanging, chosen, 0)
    for node in range(len(shape)):
        low = first[node]
        value = work[to[low]] if shape[node, 0] == CHOICE else 0.0
        if shape[node, 0] > CHOICE:
            value = work[to[low + chosen[0, node]]]
        for edge in range(low, first[node + 1]):
            if shape[node, 0] == CHANCE:
                value += weight[edge] * work[to[edge]]
            elif shape[node, 0] == CHOICE:
                value = max(value, work[to[edge]])
        work[node] = value
    return work[root]
