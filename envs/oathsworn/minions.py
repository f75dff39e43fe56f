"""Minions: all move, then all attack; Mob attacks on one character are one draw (Encounter rules p. 23)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .board import FAR, gap, on_board, sees_piece
from .enemy_moves import walk_to
from .program import run
from .reach import dry
from .stack import DONE, clear_drawing, close_play, current, open_play, pop, push, top
from .state import STEP, Book, MinionKind, Piece, State
from .targeting import choose_target, is_minion, keys_of
from .terms import BOSS, COLOURS, FRIEND, MINION, Event, Key, Op, Prefer, When

MOVE_ALL, ATTACK_ALL = 0, 1
MOVED, ATTACKED = 1, 2


@STEP.member
def minions_step(state: State, book: Book, tape: Tape) -> int:
    """Activate every minion that has not acted this phase: moves, nearest first, then attacks."""
    frame = top(state)
    if frame.step == MOVE_ALL:
        choose_targets(state, book, tape)
        moved = 0
        for _ in range(FRIEND - MINION):
            minion = next_minion(state, book, MOVED)
            if minion < 0:
                break
            state.pieces[minion].acted = MOVED
            start = state.pieces[minion].hex
            advance_minion(state, book, tape, minion)
            moved |= 0 if state.pieces[minion].hex == start else 1 << (minion - BOSS)
        frame.step = ATTACK_ALL
        if moved:
            push(state, Op.WINDOW, When.ENEMY_MOVED, moved, -1)
        return DONE
    minion = next_minion(state, book, ATTACKED)
    if minion < 0:
        pop(state)
        return DONE
    state.pieces[minion].acted = ATTACKED
    target = state.pieces[minion].target
    if target >= 0 and on_board(state, target) and in_touch(state, book, minion, target):
        push(state, Op.MINION_ATTACK, minion, target, 0)
    return DONE


@rule
def choose_targets(state: State, book: Book, tape: Tape) -> None:
    """Let every minion choose whom it goes for, from where it stands."""
    for minion in range(MINION, FRIEND):
        if is_minion(state, minion) and state.pieces[minion].acted == 0:
            aim_minion(state, book, tape, minion)


@rule
def aim_minion(state: State, book: Book, tape: Tape, minion: int) -> None:
    """Choose a minion's target: the closest in sight, Mob ties, North then West; unseen ones are only walked to."""
    choose_target(state, book, tape, minion, FAR, FAR, Prefer.CLOSEST, 0, -1, -1)


@rule
def next_minion(state: State, book: Book, stage: int) -> int:
    """Give the minion that moves or attacks next: nearest to its target, then North then West; -1 none."""
    best = -1
    least = FAR * 2
    for minion in range(MINION, FRIEND):
        model: Piece = state.pieces[minion]
        if not is_minion(state, minion) or model.acted >= stage:
            continue
        away = gap(state, book, minion, model.target) if model.target >= 0 and on_board(state, model.target) else FAR
        if away < least or (away == least and model.hex < state.pieces[best].hex):
            best = minion
            least = away
    return best


@rule
def advance_minion(state: State, book: Book, tape: Tape, minion: int) -> None:
    """Walk a minion towards its target."""
    model: Piece = state.pieces[minion]
    if model.target < 0 or not on_board(state, model.target):
        aim_minion(state, book, tape, minion)
    if model.target < 0 or not on_board(state, model.target):
        return
    dry(state)
    kind: MinionKind = book.minions[model.sort]
    walk_to(state, book, tape, minion, model.target, kind.move, kind.reach)


@rule
def in_touch(state: State, book: Book, minion: int, target: int) -> bool:
    """Tell whether a minion reaches its target from where it stands."""
    reach = book.minions[state.pieces[minion].sort].reach
    if gap(state, book, minion, target) > max(reach, 1):
        return False
    return reach <= 1 or sees_piece(state, book, minion, target)


@STEP.member
def minion_attack_step(state: State, book: Book, tape: Tape) -> int:
    """Attack with a minion, and with every Mob fellow that goes for the same target; a = minion, b = target."""
    frame = top(state)
    minion = frame.a
    target = frame.b
    if frame.step == 0:
        frame.step = 1
        place = open_play(state, minion, 0, 0, -1)
        play = state.plays[place]
        clear_drawing(play)
        play.attack_row = 0
        play.hits = 1 << target
        play.target = target
        add_might(state, book, place, minion)
        mob = 1 << minion
        if keys_of(state, book, minion) & Key.MOB:
            mob |= merge_mob(state, book, place, minion, target)
        emit(tape, Event.STRIKE, minion, play.hits, 0, mob, 0)
        push(state, Op.GUARD, place, minion, -1)
        return DONE
    dealt = current(state).dealt
    close_play(state)
    pop(state)
    kind: MinionKind = book.minions[state.pieces[minion].sort]
    if kind.end > kind.first and is_minion(state, minion) and on_board(state, target):
        state.pieces[minion].target = target
        own = state.plays[run(state, minion, kind.first, kind.end, -1)]
        own.target = target
        own.hits = 1 << target
        own.dealt = dealt
    return DONE


@rule
def add_might(state: State, book: Book, place: int, minion: int) -> None:
    """Add a minion's might to an attack, with what it has more this round of its best colour."""
    plan = state.plays[place].drawing.plan
    kind: MinionKind = book.minions[state.pieces[minion].sort]
    best = 0
    for colour in range(COLOURS):
        plan[colour] += kind.might[colour]
        if kind.might[colour] > 0:
            best = colour
    plan[best] += state.pieces[minion].might_round


@rule
def merge_mob(state: State, book: Book, place: int, minion: int, target: int) -> int:
    """Merge the attacks of all Mob minions on one character into a single draw (p. 23); gives those merged, as bits."""
    merged = 0
    for other in range(MINION, FRIEND):
        model: Piece = state.pieces[other]
        if other == minion or not is_minion(state, other) or model.acted >= ATTACKED or model.target != target:
            continue
        if keys_of(state, book, other) & Key.MOB and in_touch(state, book, other, target):
            model.acted = ATTACKED
            add_might(state, book, place, other)
            merged |= 1 << other
    return merged
