"""What a step's amount is counted by, and whether its condition holds (docs/vocabulary.md, `per` and `if`)."""

from ..core.compiler import rule
from .areas import follows
from .board import gap, is_enemy, near_obstacle, on_board
from .state import Book, Play, State, Step
from .targeting import lies_in_arc
from .terms import BOSS, CARDS, DIE_HP, FRIEND, MINION, PIECES, SEATS, If, Per, Zone
from .whom import seat_of

FULL_HP = DIE_HP
"""HP that losses are counted from, whatever the difficulty (p. 33)."""


@rule
def amount_of(state: State, book: Book, play: Play, actor: int, step: Step) -> int:
    """Give a step's amount: its number, times what it is counted by."""
    return step.amount * counted(state, book, play, actor, step)


@rule
def counted(state: State, book: Book, play: Play, actor: int, step: Step) -> int:
    """Count what a step's amount is taken by."""
    per = step.per
    if per == Per.FLAT:
        return 1
    if per == Per.HP_LOST:
        return FULL_HP - state.pieces[actor].hp
    if per == Per.TWO_HP_LOST:
        return (FULL_HP - state.pieces[actor].hp) // 2
    if per == Per.ADJACENT_ENEMY or per == Per.ADJACENT_FRIEND:
        return count_adjacent(state, book, actor, per == Per.ADJACENT_ENEMY)
    if per == Per.ADJACENT_OBSTACLE:
        return 1 if near_obstacle(state, book, state.pieces[actor].hex) else 0
    if per == Per.HEX_MOVED:
        return play.moved
    if per == Per.CRITICAL:
        return latest_drawing(state, play).drawing.crits
    if per == Per.BLANK:
        return latest_drawing(state, play).drawing.blanks
    if per == Per.DIE_BROKEN:
        return state.broken
    if per == Per.TARGET_HIT:
        return count_bits(play.hits)
    if per == Per.HP_DEALT:
        return play.dealt
    if per == Per.ROUND:
        return state.round
    return counted_seat(state, seat_of(state, actor), step)


@rule
def latest_drawing(state: State, play: Play) -> Play:
    """Give the program whose attack a step speaks of: its own, or the one it interrupts."""
    if play.under > 0 and play.attack_row < 0 and play.hits == 0 and play.missed == 0:
        return state.plays[play.under - 1]
    return play


@rule
def own_attack(state: State, play: Play) -> Play:
    """Give the program with the attack that a step's actor makes: the one it interrupts where that is its own."""
    if play.under > 0 and state.plays[play.under - 1].actor == play.actor:
        return state.plays[play.under - 1]
    return play


@rule
def counted_seat(state: State, seat: int, step: Step) -> int:
    """Count what a seat has."""
    if seat < 0:
        return 0
    mine = state.seats[seat]
    count = 0
    if step.per == Per.TOKEN:
        return mine.tokens[step.token]
    if step.per == Per.KILL:
        return mine.kills
    if step.per == Per.COOLING_CARD:
        for card in range(CARDS):
            count += 1 if mine.cards[card] < Zone.HAND else 0
    if step.per == Per.FRIEND_OUT:
        for piece in range(FRIEND, PIECES):
            count += 1 if follows(state, piece, seat, state.pieces[piece].sort) else 0
    return count


@rule
def count_bits(bits: int) -> int:
    """Count the pieces in a set."""
    count = 0
    for piece in range(PIECES):
        count += (bits >> piece) & 1
    return count


@rule
def count_adjacent(state: State, book: Book, actor: int, enemies: bool) -> int:
    """Count the enemies, or heroes and allies, next to a piece."""
    count = 0
    for piece in range(PIECES):
        if piece == actor or not on_board(state, piece):
            continue
        side = is_enemy(state, piece) if enemies else piece < SEATS
        if side and gap(state, book, actor, piece) == 1:
            count += 1
    return count


@rule
def holds(state: State, book: Book, play: Play, step: Step) -> bool:
    """Tell whether a step's condition holds."""
    condition = step.condition
    if condition == If.ALWAYS:
        return True
    actor = play.actor
    attack = latest_drawing(state, play)
    if condition == If.HIT:
        return attack.hits != 0 and attack.missed == 0
    if condition == If.MISSED:
        return attack.missed == 1
    if condition == If.CRITICAL:
        return attack.drawing.crits > 0 and attack.missed == 0
    if condition == If.KILLED:
        return play.killed > 0
    if condition == If.BROKE:
        return play.broke > 0
    if condition == If.MOVED:
        return play.moved > 0
    if condition == If.STAGE_AT_LEAST:
        return state.stage >= step.limit
    if condition == If.HP_AT_MOST:
        return state.pieces[actor].hp <= step.limit
    if condition == If.HP_LOST:
        return FULL_HP - state.pieces[actor].hp >= step.limit
    if condition == If.HAS_TOKEN:
        return seat_of(state, actor) >= 0 and state.seats[seat_of(state, actor)].tokens[step.limit] > 0
    return holds_in_place(state, book, play, step)


@rule
def holds_in_place(state: State, book: Book, play: Play, step: Step) -> bool:
    """Tell whether a condition about places or the target holds."""
    condition = step.condition
    actor = play.actor
    hex = state.pieces[actor].hex
    attack = own_attack(state, play)
    if condition == If.ALONE:
        return count_adjacent(state, book, actor, False) == 0
    if condition == If.ADJACENT_FRIEND:
        return count_adjacent(state, book, actor, False) > 0
    if condition == If.ADJACENT_OBSTACLE:
        return hex >= 0 and near_obstacle(state, book, hex)
    if condition == If.ON_TILE:
        return hex >= 0 and state.tile[hex] != 0 and (step.limit == 0 or state.tile[hex] == step.limit)
    target = play.target
    if target < 0:
        target = state.pieces[actor].target if is_enemy(state, actor) else -1
    if target < 0 or not on_board(state, target):
        return False
    if condition == If.IN_ARC:
        return lies_in_arc(state, book, target, attack.origin if attack.by_friend else hex, step.limit)
    if condition == If.ADJACENT_TARGET:
        return hex >= 0 and gap(state, book, actor, target) == 1
    if condition == If.TARGET_IS_MINION:
        return target >= MINION and target < FRIEND
    if condition == If.TARGET_IS_BOSS:
        return target >= BOSS and target < MINION
    if condition == If.TARGET_BROKEN:
        return play.location >= 0 and state.dice[play.location] == 0
    if condition == If.TARGET_WOUNDED:
        if play.location >= 0:
            return state.dice[play.location] < book.locations[play.location].hp
        return state.pieces[target].hp < state.pieces[target].max_hp
    return False
