"""What a hero's attack does to those it hits: which die, how much, and what breaks (Encounter rules p. 14-15)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .aiming import held_inside, reach_of
from .areas import covered_hexes
from .board import on_board
from .draws import total_of
from .house_rules import Ties
from .locations import boss_of, count_of, covered_locations, first_of, struck, struck_in_sight
from .pieces import defence_of, hp_lost, hurt_location, lose_hp, retire_bosses
from .stack import DONE, answered, ask, offer_if, pop, top
from .state import STEP, Book, Piece, Play, State, Step
from .terms import LOCATIONS, PIECES, Act, Decision, Event, Flag, Shape
from .whom import seat_of


@STEP.member
def struck_step(state: State, book: Book, tape: Tape) -> int:
    """Deal a hero's damage to everybody hit: a chain in its order, an area North then West.

    a = program, b = actor, c = row, d = 1 + the piece whose die is asked for, e = the last hex, or links struck.
    """
    frame = top(state)
    play = state.plays[frame.a]
    step = book.steps[frame.c]
    answer = answered(state)
    if answer >= 0:
        land(state, book, tape, play, step, frame.b, frame.d - 1, answer - Act.NUMBER)
        frame.d = 0
        return DONE
    piece = next_struck(state, play, step)
    if piece < 0:
        pop(state)
        retire_bosses(state, book, tape)
        return DONE
    boss = boss_of(piece)
    if boss < 0:
        land(state, book, tape, play, step, frame.b, piece, -1)
        return DONE
    bits = locations_hit(state, book, play, step, boss, frame.b)
    if count_of(bits) <= 1 or book.house.ties != Ties.PLAYERS:
        land(state, book, tape, play, step, frame.b, piece, first_of(bits))
        return DONE
    for location in range(LOCATIONS):
        offer_if(state, (bits >> location) & 1 == 1, Act.NUMBER + location)
    frame.d = piece + 1
    ask(state, Decision.LOCATION, max(seat_of(state, frame.b), 0))
    return DONE


@rule
def next_struck(state: State, play: Play, step: Step) -> int:
    """Give the piece struck next and go past it; -1 none. The frame on top counts."""
    frame = top(state)
    if step.shape == Shape.CHAIN:
        while frame.e < play.n_links:
            piece = state.occupant[play.links[frame.e]] - 1
            frame.e += 1
            if piece >= 0 and (play.hits >> piece) & 1:
                return piece
        return -1
    piece = next_hit(state, play.hits, frame.e, frame.step)
    if piece >= 0:
        frame.e = state.pieces[piece].hex
        frame.step = 1
    return piece


@rule
def next_hit(state: State, hits: int, after: int, begun: int) -> int:
    """Give the piece hit that comes next North then West behind a hex, once one was begun with; -1 none."""
    best = -1
    for piece in range(PIECES):
        if (hits >> piece) & 1 == 0 or not on_board(state, piece):
            continue
        hex = state.pieces[piece].hex
        if (begun == 0 or hex > after) and (best < 0 or hex < state.pieces[best].hex):
            best = piece
    return best


@rule
def locations_hit(state: State, book: Book, play: Play, step: Step, boss: int, actor: int) -> int:
    """Give the locations of a boss that an attack may take a die from, as bits (p. 12, 15, 30)."""
    if held_inside(state, actor):
        return 1 << state.pieces[actor].holder
    if step.shape == Shape.CHAIN:
        return struck(state, book, boss, play.links[top(state).e - 1])
    if step.shape == Shape.CHARGE:
        through = covered_locations(state, book, step, boss, play.origin, play.way)
        if through:
            return through
    if reach_of(state, book, actor, step) > 0 and not step.flags & Flag.NO_SIGHT:
        return struck_in_sight(state, book, boss, play.origin)
    return struck(state, book, boss, play.origin)


@rule
def damage_of(state: State, book: Book, play: Play, step: Step, actor: int, piece: int) -> int:
    """Give the damage an attack deals a piece: cards, bonuses, and one more for each further hex an area covers."""
    model: Piece = state.pieces[actor]
    bonus = step.bonus + play.bonus + model.damage + model.damage_round + model.damage_next
    if step.shape == Shape.CHAIN:
        return total_of(book, play, play.drawing.ignored + top(state).e - 1) + bonus
    if step.shape != Shape.ONE and state.pieces[piece].large:
        bonus += max(covered_hexes(state, book, step, play.origin, play.way, play.spot, piece) - 1, 0)
    return play.drawing.total + bonus


@rule
def land(state: State, book: Book, tape: Tape, play: Play, step: Step, actor: int, piece: int, location: int) -> None:
    """Turn damage into lost HP of one piece; a break cuts the rest of the ability off against it (p. 15)."""
    damage = damage_of(state, book, play, step, actor, piece)
    defence = defence_of(state, book, piece)
    loss = hp_lost(damage, defence)
    emit(tape, Event.DAMAGE, actor, piece, damage, defence, loss)
    if location < 0:
        before = state.pieces[piece].hp
        lose_hp(state, book, tape, piece, loss, actor)
        play.dealt += min(loss, before)
        play.killed += 1 if state.pieces[piece].hp <= 0 else 0
        return
    play.location = location
    play.dealt += hurt_location(state, book, tape, location, loss, actor)
    if state.dice[location] == 0 and loss > 0:
        play.broke += 1
        play.gone |= 1 << piece
