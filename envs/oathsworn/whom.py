"""Whom a step of a program concerns (docs/vocabulary.md, `who`)."""

from ..core.compiler import rule
from .board import gap, is_enemy, is_friendly, on_board
from .stack import offer
from .state import Book, Piece, Play, State, Step
from .terms import BOSS, FRIEND, PIECES, SEATS, Act, Do, Kind, Status, Who


@rule
def seat_of(state: State, piece: int) -> int:
    """Give the seat that decides for a piece; -1 for an enemy."""
    if piece < SEATS:
        return piece
    return state.pieces[piece].owner


@rule
def open_attack(state: State, enemies: int) -> int:
    """Give the place of the newest program with an attack of that side (0 heroes, 1 enemies) under way; -1 none."""
    for back in range(state.n_plays):
        place = state.n_plays - 1 - back
        play = state.plays[place]
        if play.attack_row >= 0 and (play.actor >= BOSS and play.actor < FRIEND) == (enemies == 1):
            return place
    return -1


@rule
def is_hostile(do: int) -> bool:
    """Tell whether a kind of step harms."""
    return do == Do.ATTACK or do == Do.KNOCKBACK or do == Do.HURT or do == Do.STATUS or do == Do.BLEED


@rule
def chooses_piece(who: int) -> bool:
    """Tell whether a step may leave to its actor which piece it concerns."""
    return who == Who.CHOSEN_FRIEND or who == Who.OTHER_FRIEND or who == Who.CHOSEN_ENEMY or who == Who.ATTACKED


@rule
def within(state: State, book: Book, actor: int, piece: int, reach: int) -> bool:
    """Tell whether a piece is within a step's reach of its actor; 0 = anywhere."""
    if reach <= 0 or piece == actor or not on_board(state, actor):
        return True
    return gap(state, book, actor, piece) <= reach


@rule
def offer_chosen(state: State, book: Book, play: Play, step: Step) -> int:
    """Offer the hexes of the pieces a step may pick from; gives how many."""
    count = 0
    for piece in range(PIECES):
        if on_board(state, piece) and may_choose(state, book, play, step, piece):
            offer(state, Act.HEX + state.pieces[piece].hex)
            count += 1
    return count


@rule
def may_choose(state: State, book: Book, play: Play, step: Step, piece: int) -> bool:
    """Tell whether a step may pick a piece that holds its hex; an attacked one is the actor, or a friend near by."""
    if state.pieces[piece].light:
        return False
    if step.who == Who.ATTACKED:
        if play.under == 0 or not (state.plays[play.under - 1].hits >> piece) & 1 or not is_friendly(state, piece):
            return False
        if play.near < 0 or piece == play.actor:
            return play.near < 0 and piece == play.actor
        return within(state, book, play.actor, piece, play.near)
    if not within(state, book, play.actor, piece, step.reach):
        return False
    if step.who == Who.CHOSEN_ENEMY:
        return is_enemy(state, piece) and not (play.gone >> piece) & 1
    return piece < SEATS and (step.who != Who.OTHER_FRIEND or piece != play.actor)


@rule
def chosen_pieces(state: State, book: Book, play: Play, actor: int, step: Step) -> int:
    """Give the pieces a step concerns, as bits; harm spares what this ability broke (p. 15)."""
    spared = play.gone if is_hostile(step.do) else 0
    return named_pieces(state, book, play, actor, step) & ~spared


@rule
def named_pieces(state: State, book: Book, play: Play, actor: int, step: Step) -> int:
    """Give the pieces that a step names, as bits."""
    who = step.who
    if who == Who.SELF:
        return 1 << actor
    if who == Who.TARGET:
        target = state.pieces[actor].target if is_enemy(state, actor) else play.target
        return 1 << target if target >= 0 and state.pieces[target].kind != Kind.NONE else 0
    if who == Who.HIT:
        return play.hits & ~play.gone
    if chooses_piece(who):
        return 1 << play.chosen if play.chosen >= 0 else 0
    bits = 0
    for piece in range(PIECES):
        if on_board(state, piece) and fits_group(state, book, actor, piece, step):
            bits |= 1 << piece
    return lowest_of(state, bits) if who == Who.LOWEST else bits


@rule
def fits_group(state: State, book: Book, actor: int, piece: int, step: Step) -> bool:
    """Tell whether a piece is of the group a step names; friends are heroes, companions and allies, whoever asks."""
    who = step.who
    friend = is_friendly(state, piece) and piece < SEATS
    if who == Who.ALL_FRIENDS or who == Who.LOWEST:
        return friend and within(state, book, actor, piece, step.reach)
    if who == Who.POISONED:
        poisoned = state.pieces[piece].status[Status.POISON] > 0
        return friend and poisoned and within(state, book, actor, piece, step.reach)
    if who == Who.ADJACENT_FRIENDS:
        return friend and piece != actor and gap(state, book, actor, piece) == 1
    if who == Who.ADJACENT_ENEMIES:
        return is_enemy(state, piece) and gap(state, book, actor, piece) == 1
    if who == Who.ALL_ENEMIES:
        return is_enemy(state, piece) and within(state, book, actor, piece, step.reach)
    return False


@rule
def lowest_of(state: State, bits: int) -> int:
    """Give the piece with the fewest HP, North then West, as a bit."""
    best = -1
    for piece in range(PIECES):
        if (bits >> piece) & 1:
            model: Piece = state.pieces[piece]
            if best < 0 or (model.hp, model.hex) < (state.pieces[best].hp, state.pieces[best].hex):
                best = piece
    return 1 << best if best >= 0 else 0
