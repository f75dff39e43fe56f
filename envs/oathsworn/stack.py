"""The engine's stack of operations, its programs under way, and the one pending decision."""

from ..core.compiler import rule
from ..core.decisions import make_decisions
from .state import Frame, Play, State
from .terms import COLOURS, DRAWN, FRAMES, PLAYS

DONE = 0
NEEDS_CHANCE = 1
"""What an operation gives when a hand-fed stream has no face left; it has changed nothing and is tried again."""

STACK_FULL = 1
PLAYS_FULL = 4
REACTIONS_FULL = 5

DECISIONS = make_decisions(State)
offer = DECISIONS.offer
offer_if = DECISIONS.offer_if
ask = DECISIONS.ask
answered = DECISIONS.answered
close_decision = DECISIONS.close
is_legal = DECISIONS.is_legal


@rule
def withdraw(state: State) -> None:
    """Take back what was offered."""
    for i in range(state.n_legal):
        state.legal[i] = 0
    state.n_legal = 0


@rule
def push(state: State, op: int, a: int, b: int, c: int) -> None:
    """Put an operation on the stack; it runs before what lies below."""
    if state.top + 1 >= FRAMES:
        state.error = STACK_FULL
        return
    state.top += 1
    frame = state.stack[state.top]
    frame.op = op
    frame.step = 0
    frame.a = a
    frame.b = b
    frame.c = c
    frame.d = 0
    frame.e = 0


@rule
def pop(state: State) -> None:
    """Take the top operation off, leaving no trace of it."""
    frame = state.stack[state.top]
    frame.op = 0
    frame.step = 0
    frame.a = 0
    frame.b = 0
    frame.c = 0
    frame.d = 0
    frame.e = 0
    state.top -= 1


@rule
def top(state: State) -> Frame:
    """Give the frame of the running operation."""
    return state.stack[state.top]


@rule
def open_play(state: State, actor: int, first: int, end: int, source: int) -> int:
    """Open a program for a piece and give its place."""
    if state.n_plays >= PLAYS:
        state.error = PLAYS_FULL
        return PLAYS - 1
    index = state.n_plays
    state.n_plays += 1
    play = state.plays[index]
    clear_play(play)
    play.actor = actor
    play.row = first
    play.end = end
    play.source = source
    return index


@rule
def close_play(state: State) -> None:
    """Close the newest program, leaving no trace of it."""
    state.n_plays -= 1
    clear_play(state.plays[state.n_plays])
    state.plays[state.n_plays].actor = 0


@rule
def current(state: State) -> Play:
    """Give the newest program."""
    return state.plays[state.n_plays - 1]


@rule
def clear_play(play: Play) -> None:
    """Forget what a program found."""
    play.row = 0
    play.end = 0
    play.source = -1
    play.target = -1
    play.spot = -1
    play.location = -1
    play.hits = 0
    play.gone = 0
    play.missed = 0
    play.moved = 0
    play.dealt = 0
    play.killed = 0
    play.broke = 0
    play.bonus = 0
    play.extra_range = 0
    play.reaction = 0
    play.breaker = -1
    play.chosen = -1
    play.aimed = 0
    play.predicted = 0
    play.prize = 0
    play.follows = 0
    play.harmed = 0
    play.barred = -1
    play.under = 0
    play.near = 0
    play.origin = -1
    play.way = 0
    play.by_friend = 0
    clear_drawing(play)


@rule
def clear_drawing(play: Play) -> None:
    """Take an attack's cards and plans away."""
    drawing = play.drawing
    play.attack_row = -1
    for colour in range(COLOURS):
        drawing.plan[colour] = 0
        drawing.owed[colour] = 0
        drawing.dice[colour] = 0
        drawing.owed_dice[colour] = 0
    for card in range(DRAWN):
        drawing.cards[card] = 0
        drawing.rolled[card] = 0
    for link in range(play.n_links):
        play.links[link] = 0
    play.n_links = 0
    for row in range(play.n_after):
        play.after[row] = 0
    play.n_after = 0
    drawing.upgrades = 0
    drawing.redraws = 0
    drawing.spent_redraw = 0
    drawing.spent_empower = 0
    drawing.spent_lethality = 0
    drawing.ignored = 0
    drawing.blanks = 0
    drawing.crits = 0
    drawing.fates = 0
    drawing.total = 0
    drawing.fresh = 0


@rule
def pending_reaction(state: State, bosses: int, breaker: int) -> None:
    """Queue the reaction of a broken location; the bosses that lost HP with it, as bits, go for the breaker."""
    if state.n_reactions >= len(state.reactions):
        state.error = REACTIONS_FULL
        return
    state.reactions[state.n_reactions] = breaker
    state.reaction_boss[state.n_reactions] = bosses
    state.n_reactions += 1
