"""Search: games played on from every option in imagined worlds, and a tree of what is decided on the way.

An imagined world is the situation as the searching seat has seen it, with luck of its own: what it has not seen is
drawn anew. Every option is tried in the same worlds, so that luck does not tell them apart, and the half that does
worse is given up again and again. Within a world a tree remembers the situations it came to; there too the options are
tried that promise most, and all else is decided by the scripted pilot. `make_search` makes this of a game's own rules.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from ..envs.core.chance import pilot_draw, rekey
from ..envs.core.compiler import F4, I8, Batch, Entry, F8x2, Family, I4x2, I8x2, entry, rule
from ..envs.core.game import DONE, GameRules, typed_by
from ..envs.core.pilot import Why
from ..envs.core.records import Floats, Ints, Record, f8, i2, i4, i8
from ..envs.core.tape import Tape

BUDGET = 100
"""Simulations for a decision unless a pilot's name says how many."""
MOST = 1_000_000
"""Largest budget."""
CHILDREN = 16
"""Most options that the tree tries in one situation."""
PATH = 64
"""Most situations of one simulation that the tree remembers."""
PATIENCE = 6
"""Visits to a situation for each option that the tree tries there beside the first."""
BOLDNESS = 1.0
"""Standard errors by which the tree hopes that an option is better than it looked so far."""
LEAN, SPREAD, NOISE = range(3)
"""Columns of what is expected of a kind of decision: how much better than the scripted choice another option is in the
mean, how much that differs from option to option, and the standard deviation of one simulation."""
MASK = (1 << 62) - 1
FACTOR = 0x2545F4914F6CDD1D


class Node(Record):
    """A situation that the tree remembers, and the options tried there; the first is the scripted choice."""

    key: int = i8()  # hash of the situation, 0 = an empty slot
    visits: int = i4()
    n: int = i2()
    acts: Ints = i2(CHILDREN)
    counts: Ints = i4(CHILDREN)
    sums: Floats = f8(CHILDREN)


class Candidate(Record):
    """An option of the decision that is searched; the first is the one that others are compared with.

    The tree learns of a world when all have been tried in it: who comes later must not know the world's luck.
    """

    act: int = i2()
    alive: int = i2()  # 0 = given up
    games: int = i4()
    total: float = f8()  # sums over its simulations
    squares: float = f8()
    steps: int = i4()  # situations of the tree it went through in the last world
    found: float = f8()  # what that world was worth
    lead: float = f8()  # sums of the differences to the first in the same worlds
    lead_squares: float = f8()


class Quest(Record):
    """What a search is asked and where it stands."""

    seed: int = i8()
    world: int = i8()  # next world
    mark: int = i4()  # the round whose end ends simulations
    nodes: int = i4()  # situations remembered
    decisions: int = i8()  # decided in simulations
    exploring: int = i4()  # 1 = worlds teach the tree only, and count for no candidate
    skip: int = i4()  # words of a state that are luck: first and end
    stop: int = i4()


@dataclass(frozen=True)
class Search:
    """The search of one game.

    Attributes:
        rules: The game.
        play: Entry ``(states, books, tapes, whys, addresses, words, quests, candidates, nodes, path, expected, weights,
            room, worlds) -> status``: plays every candidate that is alive in so many more worlds.
        guide: Gives the pilot that decides in simulations, an object with an `address` and `act`.
        expected: Gives what is expected of each kind of decision, float64 ``(kinds, 3)``.
        weights: Gives the weights of the value at the end of a simulation, float32.
        room: Numbers that computing the value needs room for.
        idle: Actions that leave the work to other seats. In simulations those go on as the guide does, so that idling
            looks free; if every seat saw it so, none would work. They are tried only where they are the first choice.
        mark: Gives the round with which the simulations of a state's decision end.
    """

    rules: GameRules
    play: Entry[int]
    guide: Callable[[], Any]
    expected: Callable[[], Any]
    weights: Callable[[], Any]
    room: int
    idle: tuple[int, ...] = ()
    mark: Callable[[Any], int] = lambda state: int(state.round)


@rule
def hash_words(words: I8x2, row: int, skip: int, stop: int) -> int:
    """Hash a state, the words from `skip` to `stop` left out; never 0."""
    found = 1
    for at in range(skip):
        found = ((found ^ words[row, at]) * FACTOR) & MASK
        found ^= found >> 31
    for at in range(stop, words.shape[1]):
        found = ((found ^ words[row, at]) * FACTOR) & MASK
        found ^= found >> 31
    return found | 1


@rule
def place_of(nodes: Batch[Node], quest: Quest, key: int) -> int:
    """Give the slot of a situation, a fresh one where it is not known; -1 when half of the slots are taken."""
    at = (key >> 1) % len(nodes)
    while nodes[at].key != 0 and nodes[at].key != key:
        at = (at + 1) % len(nodes)
    if nodes[at].key == key:
        return at
    if 2 * quest.nodes >= len(nodes):
        return -1
    nodes[at].key = key
    quest.nodes += 1
    return at


@rule
def has_child(node: Node, act: int) -> bool:
    """Tell whether an option is tried in a situation."""
    for child in range(node.n):
        if node.acts[child] == act:
            return True
    return False


@rule
def hope(node: Node, child: int, expected: F8x2, kind: int, boldness: float) -> float:
    """Give how good an option may be: its mean, drawn to what is expected, and so many standard errors."""
    noise = expected[kind, NOISE]
    first = node.sums[0] / node.counts[0]
    if child == 0:
        return first + boldness * noise / sqrt(node.counts[0])
    tight = 1.0 / (expected[kind, SPREAD] * expected[kind, SPREAD])
    loud = 1.0 / (noise * noise)
    precision = tight + loud * node.counts[child]
    mean = (tight * (first + expected[kind, LEAN]) + loud * node.sums[child]) / precision
    return mean + boldness * sqrt(1.0 / precision)


@rule
def hopeful(node: Node, expected: F8x2, kind: int, boldness: float) -> int:
    """Give the option of a situation that promises most."""
    best = 0
    highest = hope(node, 0, expected, kind, boldness)
    for child in range(1, node.n):
        found = hope(node, child, expected, kind, boldness)
        if found > highest:
            best = child
            highest = found
    return best


@rule
def remember(nodes: Batch[Node], path: I4x2, first: int, steps: int, worth: float) -> None:
    """Add the worth of a simulation to the situations it went through, rows of `path` from `first` on."""
    for step in range(first, first + steps):
        node = nodes[path[step, 0]]
        child = path[step, 1]
        node.visits += 1
        node.counts[child] += 1
        node.sums[child] += worth


@rule
def settle_world(candidates: Batch[Candidate], nodes: Batch[Node], path: I4x2, exploring: int) -> None:
    """Let the tree learn what a world was worth, and add that up for each candidate unless the world was to explore."""
    for k in range(len(candidates)):
        candidate = candidates[k]
        if candidate.alive == 0:
            continue
        remember(nodes, path, k * PATH, candidate.steps, candidate.found)
        if exploring:
            continue
        lead = candidate.found - candidates[0].found
        candidate.games += 1
        candidate.total += candidate.found
        candidate.squares += candidate.found * candidate.found
        candidate.lead += lead
        candidate.lead_squares += lead * lead


def make_search(
    rules: GameRules,
    family: Family[int],
    decide: Callable[..., int],
    worth: Callable[..., float],
) -> Entry[int]:
    """Return the entry that plays simulations of a game, `Search.play`.

    Args:
        rules: The game.
        family: Its compiled pilots.
        decide: Rule ``(state, book, tape, act) -> status``.
        worth: Rule ``(state, book, weights, room) -> chance to win`` of a state where one ends.
    """
    call_pilot = family.call
    typed = typed_by(rules.state, rules.book)

    @rule
    @typed
    def choose_child(node: Node, state: Any, act: int, expected: F8x2, exploring: int) -> int:
        """Give the option to take in a situation: the best so far, or to explore the most hopeful or a new one."""
        if node.n == 0:
            node.acts[0] = act
            node.n = 1
        if node.counts[0] == 0:
            return 0
        if exploring == 0:
            return hopeful(node, expected, state.decision, 0.0)
        if node.n < min(state.n_legal, CHILDREN) and node.visits >= PATIENCE * node.n:
            for step in range(state.n_legal):
                other = state.legal[((node.key >> 8) + step) % state.n_legal]
                if not has_child(node, other):
                    node.acts[node.n] = other
                    node.n += 1
                    return node.n - 1
        return hopeful(node, expected, state.decision, BOLDNESS)

    @rule
    @typed
    def simulate(
        state: Any,
        book: Any,
        tape: Tape,
        why: Why,
        addresses: I8,
        words: I8x2,
        quest: Quest,
        nodes: Batch[Node],
        path: I4x2,
        first: int,
        expected: F8x2,
    ) -> int:
        """Play on to the end of a simulation; gives the situations remembered on the way, -1 for a fault."""
        steps = 0
        known = len(nodes) > 0
        while state.outcome == 0 and state.round <= quest.mark:
            draw = pilot_draw(state.chance, state.seat, state.decisions)
            act = call_pilot(addresses[state.seat], state, book, draw, why)
            if known and steps < PATH and state.n_legal <= 2 * CHILDREN:
                at = place_of(nodes, quest, hash_words(words, 0, quest.skip, quest.stop))
                known = at >= 0 and nodes[at].visits > 0
                if at >= 0:
                    child = choose_child(nodes[at], state, act, expected, quest.exploring)
                    act = nodes[at].acts[child]
                    path[first + steps, 0] = at
                    path[first + steps, 1] = child
                    steps += 1
            quest.decisions += 1
            if decide(state, book, tape, act) != DONE:
                return -1
        return steps

    @entry
    @typed
    def play(
        states: Any,
        books: Any,
        tapes: Batch[Tape],
        whys: Batch[Why],
        addresses: I8,
        words: I8x2,
        quests: Batch[Quest],
        candidates: Batch[Candidate],
        nodes: Batch[Node],
        path: I4x2,
        expected: F8x2,
        weights: F4,
        room: F4,
        worlds: int,
    ) -> int:
        """Play every candidate that is alive in so many more worlds; `states[1]` is where all begin."""
        state = states[0]
        quest = quests[0]
        for _ in range(worlds):
            for k in range(len(candidates)):
                candidate = candidates[k]
                if candidate.alive == 0:
                    continue
                states[0] = states[1]
                rekey(state.chance, quest.seed + quest.world)
                if decide(state, books[0], tapes[0], candidate.act) != DONE:
                    return -1
                candidate.steps = simulate(
                    state, books[0], tapes[0], whys[0], addresses, words, quest, nodes, path, k * PATH, expected
                )
                if candidate.steps < 0:
                    return -1
                candidate.found = worth(state, books[0], weights, room)
            settle_world(candidates, nodes, path, quest.exploring)
            quest.world += 1
        return DONE

    return play
