"""Programs: the steps of a card, item, ability or stage card, run one after another (Encounter rules p. 10, 18)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .board import gap, is_enemy, is_friendly, near_obstacle, on_board
from .enemy_moves import is_boss
from .seats import INJURY_ZONE, ITEM_ZONE, mark_used, move_zone, pay_animus, play_card, price_of
from .stack import DONE, answered, ask, close_play, offer, open_play, pop, push, top
from .state import STEP, Book, Frame, Option, Piece, Play, State, Step
from .targeting import stands_in_arc
from .terms import (
    BOSS,
    CARDS,
    DIE_HP,
    FRIEND,
    ITEM_OPTIONS,
    MINION,
    OPTIONS,
    PIECES,
    SEATS,
    Act,
    Decision,
    Do,
    Event,
    Flag,
    Form,
    If,
    Kind,
    Op,
    Per,
    Who,
    Zone,
)

SPENT = int(Zone.SPENT)
FULL_HP = DIE_HP
"""HP that losses are counted from, whatever the difficulty (p. 33)."""


@rule
def seat_of(state: State, piece: int) -> int:
    """Give the seat that decides for a piece; -1 for an enemy."""
    if piece < SEATS:
        return piece
    return state.pieces[piece].owner


@rule
def begin_option(state: State, book: Book, tape: Tape, seat: int, option: Option, act: int) -> None:
    """Pay for an option and start its program; reactions and the card's place come after it (p. 10)."""
    interrupt = option.when
    if interrupt:
        emit(tape, Event.INTERRUPT, seat, interrupt, 0, 0, 0)
    tell_option(tape, seat, act)
    pay_animus(state, tape, seat, price_of(state, seat, option))
    mark_used(state, seat, option)
    if option.token >= 0:
        state.seats[seat].tokens[option.token] -= 1
        emit(tape, Event.TOKEN, seat, option.token, -1, state.seats[seat].tokens[option.token], 0)
    if option.hp > 0:
        state.pieces[seat].hp -= option.hp
        emit(tape, Event.HP, seat, -option.hp, state.pieces[seat].hp, 0, 0)
    state.seats[seat].acts += 1
    leave_hand(state, book, tape, seat, act)
    push(state, Op.FINISH, act, seat, 0)
    push(state, Op.REACTIONS, 0, 0, 0)
    run(state, seat, option.first, option.end, act)


@rule
def run(state: State, actor: int, first: int, end: int, source: int) -> int:
    """Start a program of the book for a piece; gives its place."""
    place = open_play(state, actor, first, end, source)
    push(state, Op.PROGRAM, place, 0, 0)
    return place


@rule
def tell_option(tape: Tape, seat: int, act: int) -> None:
    """Say what is played."""
    if act >= Act.ABILITY:
        emit(tape, Event.ABILITY, seat, act - Act.ABILITY, 0, 0, 0)
    elif act >= Act.ITEM:
        emit(tape, Event.ITEM, seat, (act - Act.ITEM) // ITEM_OPTIONS, (act - Act.ITEM) % ITEM_OPTIONS, 0, 0)
    elif act >= Act.INJURY:
        emit(tape, Event.INJURY, seat, act - Act.INJURY, 0, 0, 0)
    else:
        emit(tape, Event.CARD, seat, (act - Act.CARD) // OPTIONS, (act - Act.CARD) % OPTIONS, 0, 0)


@rule
def leave_hand(state: State, book: Book, tape: Tape, seat: int, act: int) -> None:
    """Take an ability card out of the hand while its effect resolves, so that it is not played again; place items."""
    if act >= Act.CARD and act < Act.INJURY:
        state.seats[seat].cards[(act - Act.CARD) // OPTIONS] = Zone.LASTING
    elif act >= Act.INJURY and act < Act.ITEM:
        injury = act - Act.INJURY
        move_zone(state, tape, seat, INJURY_ZONE, injury, book.kits[seat].injuries[injury].cooldown)
    elif act >= Act.ITEM and act < Act.ABILITY:
        item = (act - Act.ITEM) // ITEM_OPTIONS
        cooldown = book.kits[seat].items[item].cooldown
        once = cooldown < 0 or state.seats[seat].form != Form.FULL
        move_zone(state, tape, seat, ITEM_ZONE, item, SPENT if once else cooldown)


@STEP.member
def finish_step(state: State, book: Book, tape: Tape) -> int:
    """Put a played ability card at its cooldown position and battleflow; a = act, b = seat."""
    frame = top(state)
    act = frame.a
    seat = frame.b
    pop(state)
    if act >= Act.CARD and act < Act.INJURY:
        play_card(state, book, tape, seat, (act - Act.CARD) // OPTIONS)
    return DONE


@STEP.member
def program_step(state: State, book: Book, tape: Tape) -> int:
    """Run the next step of a program; a = its place, d = 1 while an optional step is asked about."""
    frame = top(state)
    play = state.plays[frame.a]
    if play.row >= play.end or actor_is_gone(state, play):
        close_play(state)
        pop(state)
        return DONE
    row = play.row
    step = book.steps[row]
    answer = answered(state)
    if frame.step == 0:
        if is_branch_head(step):
            play.row += 1 + step.skip
            return DONE
        if not holds(state, book, play, step) or hostile_and_over(play, step):
            play.row += 1
            return DONE
        if step.flags & Flag.OPTIONAL and seat_of(state, play.actor) >= 0:
            offer(state, Act.YES)
            offer(state, Act.PASS)
            frame.step = 1
            ask(state, Decision.OPTIONAL, seat_of(state, play.actor))
            return DONE
        frame.step = 2
    if frame.step == 1:
        if answer == Act.PASS:
            next_row(play, step, frame)
            return DONE
        frame.step = 2
        answer = -1
    if step.who == Who.CHOSEN_FRIEND or step.who == Who.OTHER_FRIEND or step.who == Who.CHOSEN_ENEMY:
        if answer < 0:
            if offer_chosen(state, book, play, step) == 0:
                next_row(play, step, frame)
                return DONE
            ask(state, Decision.FRIEND, max(seat_of(state, play.actor), 0))
            return DONE
        play.chosen = state.occupant[answer - Act.HEX] - 1
    next_row(play, step, frame)
    if is_boss(play.actor):
        push(state, Op.BOSS_STEP, row, play.actor, frame.a)
    else:
        push(state, step.do, row, play.actor, frame.a)
    return DONE


@rule
def next_row(play: Play, step: Step, frame: Frame) -> None:
    """Go past a step whose condition held, and past what was meant for the other case."""
    play.row += 1 + step.otherwise
    frame.step = 0


@rule
def actor_is_gone(state: State, play: Play) -> bool:
    """Tell whether a hero fell in the middle of its own program; a consumed one acts on."""
    return play.actor < SEATS and state.seats[play.actor].form == Form.FALLEN


@rule
def is_branch_head(step: Step) -> bool:
    """Tell whether a row begins a branch of a choice that was not taken."""
    return step.do == Do.CHOOSE and step.limit == 0


@rule
def hostile_and_over(play: Play, step: Step) -> bool:
    """Tell whether a step is hostile and the program's attack missed or was cut off by a break (p. 15)."""
    if not is_hostile(step.do):
        return False
    if step.do == Do.ATTACK:
        return play.cancelled == 1
    return (play.missed == 1 or play.cancelled == 1) and step.who == Who.HIT


@rule
def is_hostile(do: int) -> bool:
    """Tell whether a kind of step harms."""
    return do == Do.ATTACK or do == Do.KNOCKBACK or do == Do.HURT or do == Do.STATUS or do == Do.BLEED


@rule
def offer_chosen(state: State, book: Book, play: Play, step: Step) -> int:
    """Offer the hexes of the pieces a step may pick from; gives how many."""
    count = 0
    for piece in range(PIECES):
        if not on_board(state, piece):
            continue
        if step.who == Who.CHOSEN_ENEMY:
            fits = is_enemy(state, piece)
        else:
            fits = is_friendly(state, piece) and piece < SEATS
            if step.who == Who.OTHER_FRIEND and piece == play.actor:
                fits = False
        if fits and within(state, book, play.actor, piece, step.reach):
            offer(state, Act.HEX + state.pieces[piece].hex)
            count += 1
    return count


@rule
def within(state: State, book: Book, actor: int, piece: int, reach: int) -> bool:
    """Tell whether a piece is within a step's reach of its actor; 0 = anywhere."""
    if reach <= 0 or piece == actor or not on_board(state, actor):
        return True
    return gap(state, book, actor, piece) <= reach


@rule
def chosen_pieces(state: State, book: Book, play: Play, actor: int, step: Step) -> int:
    """Give the pieces a step concerns, as bits."""
    who = step.who
    if who == Who.SELF:
        return 1 << actor
    if who == Who.TARGET:
        target = state.pieces[actor].target if is_enemy(state, actor) else play.target
        return 1 << target if target >= 0 and state.pieces[target].kind != Kind.NONE else 0
    if who == Who.HIT:
        return play.hits & ~play.gone
    if who == Who.CHOSEN_FRIEND or who == Who.OTHER_FRIEND or who == Who.CHOSEN_ENEMY:
        return 1 << play.chosen if play.chosen >= 0 else 0
    if who == Who.ATTACKED:
        return attacked_pieces(state)
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


@rule
def open_attack(state: State) -> int:
    """Give the place of the newest program with an attack under way; -1 none."""
    for back in range(state.n_plays):
        place = state.n_plays - 1 - back
        if state.plays[place].attack_row >= 0:
            return place
    return -1


@rule
def attacked_pieces(state: State) -> int:
    """Give the pieces under the attack that is being resolved, as bits."""
    place = open_attack(state)
    return state.plays[place].hits if place >= 0 else 0


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
    if play.attack_row < 0 and play.hits == 0:
        place = open_attack(state)
        if place >= 0:
            return state.plays[place]
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
            count += 1 if on_board(state, piece) and state.pieces[piece].owner == seat else 0
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
        return stands_in_arc(state, book, target, actor, step.limit)
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
