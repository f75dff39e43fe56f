"""What the options of a decision are called, in the game's words."""

from __future__ import annotations

from ..core.catalogue import say
from .names import Names, debility_name, dice_text, stat_name
from .stack import top
from .state import State
from .suffer import HARM_SIDE
from .terms import CHARACTERS, DICE_SUBSETS, FOES, SLOTS, STATS, Act, Debility, Decision, Move, Op

MOMENTUM_GAINED = {Decision.FRAY: 2, Decision.SECURE: 2, Decision.AID: 2}
"""Momentum that the option of that name brings, where it is not 1."""

RUNS = (
    (Act.SECURE, STATS),
    (Act.FACE, STATS),
    (Act.FLEE, STATS),
    (Act.AID, STATS),
    (Act.COMPEL_HEART, 3),
    (Act.STAT, STATS),
    (Act.FOE, FOES),
    (Act.SEAT, CHARACTERS),
    (Act.ABILITY, SLOTS),
    (Act.SECOND, SLOTS),
    (Act.REROLL, DICE_SUBSETS),
)
"""Actions that come in a run: the first one and how many."""


def decision_text(names: Names, state: State) -> str:
    """Return the pending decision as a question."""
    decision = Decision(state.decision)
    return say(f"decision.{decision.name.lower()}", who=names.characters[state.seat])


def labels(names: Names, state: State) -> dict[int, str]:
    """Return every legal action with its label, in the order they are offered."""
    return {act: label(names, state, act) for act in (state.legal[k] for k in range(state.n_legal))}


def label(names: Names, state: State, act: int) -> str:
    """Return what an action is called in the situation that offers it."""
    for first, count in RUNS:
        if first <= act < first + count:
            return run_label(names, state, first, act - first)
    word = Act(act).name.lower()
    if act == Act.MOMENTUM:
        gained = momentum_gained(state)
        return say("act.momentum_by", n=gained) if gained else say("act.momentum")
    if act in (Act.MARK_CONDITION, Act.MARK_BANE):
        return say("act.mark", debility=debility_name(marked_by(state, act)))
    if act == Act.GAIN_HEALTH and state.decision == Decision.GRIT:
        word = "gain_health_paid"
    if act == Act.GO and state.decision in (Decision.MOVE, Decision.BOAST):
        word = "go_follow" if state.decision == Decision.MOVE else "go_fight"
    return say(f"act.{word}", n=amount_of(state, act))


def momentum_gained(state: State) -> int:
    """Return how much momentum an option brings; 0 where an ability makes it vary."""
    if state.decision == Decision.GRIT and state.roll.move == Move.HARM and state.roll.picked:
        return 0
    return MOMENTUM_GAINED.get(Decision(state.decision), 1)


def run_label(names: Names, state: State, first: Act, place: int) -> str:
    """Return the label of an action in a run."""
    if first in (Act.SECURE, Act.FACE, Act.FLEE, Act.AID, Act.STAT):
        return say(f"act.{first.name.lower()}", stat=stat_name(place))
    if first == Act.COMPEL_HEART:
        return say("act.compel", stat=stat_name(place + 1))
    if first == Act.FOE:
        key = "act.foe_swap" if state.decision == Decision.SWAP else "act.foe"
        return say(key, foe=names.foe(place))
    if first == Act.SEAT:
        return say("act.seat", who=names.characters[place])
    if first == Act.REROLL:
        word = "swap" if top(state).op == Op.LEND else "reroll"
        return say(f"act.{word}", dice=dice_text(place)) if place else say(f"act.{word}_none")
    key = "act.ability" if first == Act.ABILITY else "act.second"
    return say(key, ability=names.ability(state.seat, place))


def marked_by(state: State, act: int) -> Debility:
    """Return the debility that an option after a miss at 0 marks."""
    harmed = top(state).b == HARM_SIDE
    if act == Act.MARK_CONDITION:
        return Debility.WOUNDED if harmed else Debility.SHAKEN
    return Debility.MAIMED if harmed else Debility.CORRUPTED


def amount_of(state: State, act: int) -> int:
    """Return how much an option costs: a weak end costs the foe's rank, all else one."""
    if state.decision != Decision.END:
        return 1
    return 2 if act == Act.LOSE_SUPPLY else state.foes[top(state).b].rank
