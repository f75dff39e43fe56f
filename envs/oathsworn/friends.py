"""Friends that a class brings - sentinels, falcons and the like - and thrown items (rules section 12; p. 31)."""

from ..core.compiler import rule
from ..core.hexes import HEXES
from ..core.tape import Tape, emit
from .areas import follows
from .board import FAR, gap, is_enemy, is_open, nearest_open, on_board, put, span
from .conditions import amount_of
from .enemy_effects import clear_piece, free_slot
from .house_rules import Ties
from .locations import boss_of, count_of, first_of, location_span, struck
from .might import HEROES, NO_CARD, can_draw, clear_table, draw_card
from .pieces import defence_of, hp_lost, hurt_location, lose_hp
from .seats import WEAPON, wears
from .stack import DONE, NEEDS_CHANCE, answered, ask, clear_drawing, offer, offer_if, pop, push, top, withdraw
from .state import STEP, Book, FriendKind, Piece, Play, State, Step
from .terms import (
    BOSS,
    COLOURS,
    FRIEND,
    ITEM_OPTIONS,
    KINDS,
    LOCATIONS,
    PIECES,
    SEATS,
    Act,
    Decision,
    Event,
    Kind,
    Op,
)
from .whom import seat_of


@STEP.member
def summon_step(state: State, book: Book, tape: Tape) -> int:
    """Put friends on hexes of choice near the actor; a = row, b = actor, c = program, d = placed."""
    frame = top(state)
    step = book.steps[frame.a]
    actor = frame.b
    seat = seat_of(state, actor)
    answer = answered(state)
    if answer >= 0:
        frame.d += 1
        place_friend(state, book, tape, seat, step.kind, answer)
    more = frame.d < amount_of(state, book, state.plays[frame.c], actor, step)
    if more and waits(state, book, seat, step.kind):
        for hex in range(HEXES):
            offer_if(state, is_open(state, hex) and span(state, book, actor, hex) <= max(step.reach, 1), Act.HEX + hex)
        if state.n_legal > 0:
            ask(state, Decision.LANDING, max(seat, 0))
            return DONE
    pop(state)
    return DONE


@rule
def friends_out(state: State, seat: int, kind: int) -> int:
    """Count a seat's friends of a kind on the board."""
    count = 0
    for piece in range(FRIEND, PIECES):
        count += 1 if follows(state, piece, seat, kind) else 0
    return count


@rule
def place_friend(state: State, book: Book, tape: Tape, seat: int, kind: int, hex: int) -> None:
    """Bring a friend onto the board."""
    piece = free_slot(state, FRIEND, PIECES)
    model: Piece = state.pieces[piece]
    clear_piece(model)
    friend: FriendKind = book.friends[kind]
    model.kind = Kind.FRIEND
    model.sort = kind
    model.owner = seat
    model.hp = max(friend.hp, 1)
    model.max_hp = max(friend.hp, 1)
    model.light = 0 if friend.holds_hex else 1
    put(state, book, piece, hex)
    emit(tape, Event.SPAWNED, piece, kind, hex, 0, 0)


@STEP.member
def send_step(state: State, book: Book, tape: Tape) -> int:
    """Send a friend beside a character of choice; a = row, b = actor."""
    frame = top(state)
    step = book.steps[frame.a]
    actor = frame.b
    seat = seat_of(state, actor)
    answer = answered(state)
    if answer < 0:
        for piece in range(FRIEND):
            if on_board(state, piece):
                near = step.reach <= 0 or gap(state, book, actor, piece) <= step.reach
                offer_if(state, near, Act.HEX + state.pieces[piece].hex)
        if state.n_legal == 0 or not (waits(state, book, seat, step.kind) or friends_out(state, seat, step.kind) > 0):
            withdraw(state)
            pop(state)
            return DONE
        ask(state, Decision.FRIEND, max(seat, 0))
        return DONE
    pop(state)
    hex = nearest_open(state, book, answer)
    if hex >= 0 and waits(state, book, seat, step.kind):
        place_friend(state, book, tape, seat, step.kind, hex)
    elif hex >= 0:
        friend = farthest_friend(state, book, seat, step.kind, answer)
        put(state, book, friend, hex)
        emit(tape, Event.PLACED, friend, hex, 0, 0, 0)
    return DONE


@rule
def waits(state: State, book: Book, seat: int, kind: int) -> bool:
    """Tell whether a friend of a kind waits off the board."""
    return friends_out(state, seat, kind) < book.friends[kind].models and free_slot(state, FRIEND, PIECES) >= 0


@rule
def farthest_friend(state: State, book: Book, seat: int, kind: int, hex: int) -> int:
    """Give a seat's friend of a kind that is farthest from a hex, the first of equals; -1 none is on the board."""
    best = -1
    for piece in range(FRIEND, PIECES):
        farther = best < 0 or span(state, book, piece, hex) > span(state, book, best, hex)
        if farther and follows(state, piece, seat, kind):
            best = piece
    return best


@STEP.member
def command_step(state: State, book: Book, tape: Tape) -> int:
    """Friends of a kind move, then attack together: one draw of their summed might that cannot miss.

    a = row, b = actor, c = program, d = friends that moved, then 1 + the target, e = the colour to draw.
    """
    frame = top(state)
    step = book.steps[frame.a]
    actor = frame.b
    play = state.plays[frame.c]
    if frame.step == MOVING:
        if not move_next(state, seat_of(state, actor), step):
            frame.step = TARGETING
    elif frame.step == TARGETING:
        if not pick_target(state, book, play, step, actor):
            return DONE
        frame.step = STRIKING
    elif frame.e < COLOURS:
        if not can_draw(state, book, tape, HEROES, frame.e, play.drawing.plan[frame.e]):
            return NEEDS_CHANCE
        draw_friends(state, book, tape, play, frame.e)
        frame.e += 1
    else:
        location = die_of_choice(state, book, step, actor, frame.d - 1)
        if location == ASKED:
            return DONE
        target = frame.d - 1
        pop(state)
        clear_table(state, book, HEROES, play)
        strike_together(state, book, tape, play, step, actor, target, location)
    return DONE


MOVING, TARGETING, STRIKING = range(3)
"""Stages of a command."""
ASKED = -2
"""In place of a location: the seat is asked which."""


@rule
def move_next(state: State, seat: int, step: Step) -> bool:
    """Let the next friend of a kind move; False when all did."""
    frame = top(state)
    while frame.d < PIECES - FRIEND:
        piece = FRIEND + frame.d
        frame.d += 1
        if step.amount > 0 and follows(state, piece, seat, step.kind):
            push(state, Op.HERO_MOVE, piece, step.amount, 0)
            return True
    frame.d = 0
    return False


@rule
def pick_target(state: State, book: Book, play: Play, step: Step, actor: int) -> bool:
    """Choose the enemy that friends strike together; False while it is asked for, or when none reaches any."""
    frame = top(state)
    seat = seat_of(state, actor)
    answer = answered(state)
    if answer >= 0:
        frame.d = state.occupant[answer - Act.HEX]
        clear_drawing(play)
        plan_friends(state, book, play, seat, step.kind, frame.d - 1)
        return True
    for piece in range(PIECES):
        if is_enemy(state, piece):
            ready = attackers(state, book, seat, step.kind, piece) > 0
            offer_if(state, ready, Act.HEX + state.pieces[piece].hex)
    if state.n_legal == 0:
        pop(state)
        return False
    ask(state, Decision.TARGET, max(seat, 0))
    return False


@rule
def attackers(state: State, book: Book, seat: int, kind: int, enemy: int) -> int:
    """Count a seat's friends of a kind that reach an enemy."""
    count = 0
    for piece in range(FRIEND, PIECES):
        count += 1 if strikes(state, book, seat, kind, piece, enemy) else 0
    return count


@rule
def strikes(state: State, book: Book, seat: int, kind: int, piece: int, enemy: int) -> bool:
    """Tell whether a piece is a seat's friend of a kind that reaches an enemy."""
    return follows(state, piece, seat, kind) and gap(state, book, piece, enemy) <= max(book.friends[kind].reach, 1)


@rule
def plan_friends(state: State, book: Book, play: Play, seat: int, kind: int, enemy: int) -> None:
    """Add up the might of the friends that reach an enemy."""
    count = attackers(state, book, seat, kind, enemy)
    for colour in range(COLOURS):
        play.drawing.plan[colour] = count * book.friends[kind].might[colour]


@rule
def draw_friends(state: State, book: Book, tape: Tape, play: Play, colour: int) -> None:
    """Draw the cards of a colour; they bring no extra cards."""
    for _ in range(play.drawing.plan[colour]):
        kind = draw_card(state, book, tape, HEROES, colour)
        if kind != NO_CARD:
            play.drawing.total += book.values[colour, kind]
            play.drawing.cards[colour * KINDS + kind] += 1
            emit(tape, Event.DREW, HEROES, colour, kind, 1, 0)


@rule
def die_of_choice(state: State, book: Book, step: Step, actor: int, target: int) -> int:
    """Give the location that friends striking together take a die from; -1 none, `ASKED` while the seat chooses."""
    answer = answered(state)
    if answer >= 0:
        return answer - Act.NUMBER
    boss = boss_of(target)
    if boss < 0 or not on_board(state, target):
        return -1
    seat = seat_of(state, actor)
    bits = nearest_dice(state, book, step, seat, boss)
    if count_of(bits) <= 1 or book.house.ties != Ties.PLAYERS:
        return first_of(bits)
    for location in range(LOCATIONS):
        offer_if(state, (bits >> location) & 1 == 1, Act.NUMBER + location)
    ask(state, Decision.LOCATION, max(seat, 0))
    return ASKED


@rule
def nearest_dice(state: State, book: Book, step: Step, seat: int, boss: int) -> int:
    """Give the locations with a die that are closest to any of the friends that strike a boss, as bits (p. 15)."""
    nearest = FAR
    found = 0
    for piece in range(FRIEND, PIECES):
        if not strikes(state, book, seat, step.kind, piece, BOSS + boss):
            continue
        bits = struck(state, book, boss, state.pieces[piece].hex)
        away = location_span(state, book, first_of(bits), state.pieces[piece].hex) if bits else FAR
        if away < nearest:
            nearest = away
            found = 0
        if away == nearest:
            found |= bits
    return found


@rule
def strike_together(
    state: State, book: Book, tape: Tape, play: Play, step: Step, actor: int, target: int, location: int
) -> None:
    """Deal the friends' damage; a break by them aims at whoever commands them (rules section 12)."""
    if not on_board(state, target):
        return
    damage = play.drawing.total + step.bonus
    defence = defence_of(state, book, target)
    loss = hp_lost(damage, defence)
    emit(tape, Event.DAMAGE, actor, target, damage, defence, loss)
    play.hits = 1 << target
    if boss_of(target) < 0:
        lose_hp(state, book, tape, target, loss, actor)
    elif location >= 0:
        hurt_location(state, book, tape, location, loss, actor)


@STEP.member
def throw_step(state: State, book: Book, tape: Tape) -> int:
    """A thrown item lands on an open hex beside what it was thrown at; a = row, b = actor, c = program (p. 31)."""
    frame = top(state)
    actor = frame.b
    play = state.plays[frame.c]
    item = thrown_item(state, book, play, actor)
    answer = answered(state)
    if actor >= SEATS or item < 0 or (answer < 0 and state.pieces[actor].hex < 0):
        pop(state)
        return DONE
    if answer < 0:
        spot = play.spot if play.spot >= 0 else state.pieces[actor].hex
        for hex in range(HEXES):
            offer_if(state, is_open(state, hex) and book.geo.distance[spot, hex] == 1, Act.HEX + hex)
        if state.n_legal == 0 or book.house.ties != Ties.PLAYERS:
            withdraw(state)
            offer(state, Act.HEX + landing_of(state, book, spot))
        ask(state, Decision.LANDING, actor)
        return DONE
    pop(state)
    state.seats[actor].thrown[item] = answer - Act.HEX
    emit(tape, Event.THROWN, actor, item, answer - Act.HEX, 0, 0)
    return DONE


@rule
def landing_of(state: State, book: Book, spot: int) -> int:
    """Give the open hex beside a spot, North then West; else the one nearest to it."""
    for hex in range(HEXES):
        if is_open(state, hex) and book.geo.distance[spot, hex] == 1:
            return hex
    return nearest_open(state, book, spot)


@rule
def thrown_item(state: State, book: Book, play: Play, seat: int) -> int:
    """Give the item that a program throws: its own, or the first weapon at hand where a card throws; -1 none."""
    if seat >= SEATS:
        return -1
    if play.source >= Act.ITEM and play.source < Act.ABILITY:
        return (play.source - Act.ITEM) // ITEM_OPTIONS
    for item in range(book.kits[seat].n_items):
        if wears(state, seat, item) and book.kits[seat].items[item].slot == WEAPON:
            return item
    return -1
