"""Steps of stage cards: retarget, face, spawn, eat, cloud, more might, a toll, tiles and terrain (p. 18-23)."""

from ..core.compiler import rule
from ..core.hexes import around, away, both, either, first_of, is_empty, only, toward
from ..core.tape import Tape, emit
from .board import FAR, face, gap, on_board, open_hexes, put
from .conditions import amount_of
from .effects import MIGHT
from .enemy_aim import NO_CLOUD
from .might import ENEMIES, NO_CARD, can_draw, clear_table, draw_card
from .pieces import kill, lose_hp, minions_out
from .reach import nearest_in
from .seats import acts, gain_token
from .stack import DONE, NEEDS_CHANCE, answered, ask, offer, offer_if, pop, top
from .stage import find_target
from .state import STEP, Book, MinionKind, Piece, Play, State
from .targeting import closest, is_minion
from .terms import (
    BOSS,
    FRIEND,
    KINDS,
    MINION,
    SEATS,
    TOKENS,
    Act,
    Colour,
    Decision,
    Event,
    Flag,
    Kind,
    Prefer,
    To,
)
from .whom import chosen_pieces, seat_of


@STEP.member
def retarget_step(state: State, book: Book, tape: Tape) -> int:
    """Choose another target; a = row, b = boss, c = program."""
    frame = top(state)
    row = frame.a
    boss = frame.b
    place = frame.c
    pop(state)
    prefer = book.steps[row].amount
    if prefer == Prefer.KEEP:
        return DONE
    if prefer == Prefer.NEXT_CLOSEST:
        state.plays[place].barred = state.pieces[boss].target
    find_target(state, book, tape, place, row, boss, prefer)
    return DONE


@STEP.member
def face_step(state: State, book: Book, tape: Tape) -> int:
    """Turn an enemy; a = row, b = enemy."""
    frame = top(state)
    to = book.steps[frame.a].to
    enemy = frame.b
    pop(state)
    model: Piece = state.pieces[enemy]
    if to >= To.RELATIVE:
        face(state, tape, enemy, (model.facing + to - To.RELATIVE) % 6)
    elif to >= To.FIXED:
        face(state, tape, enemy, to - To.FIXED)
    elif model.target >= 0 and on_board(state, model.target):
        there = state.pieces[model.target].hex
        if to == To.TARGET:
            face(state, tape, enemy, toward(book.geo, model.hex, there))
        else:
            face(state, tape, enemy, away(book.geo, there, model.hex))
    return DONE


@STEP.member
def turn_step(state: State, book: Book, tape: Tape) -> int:
    """Let a seat turn its hero; a = row, b = actor."""
    frame = top(state)
    actor = frame.b
    answer = answered(state)
    if answer < 0:
        for direction in range(6):
            offer(state, Act.DIRECTION + direction)
        ask(state, Decision.FACING, max(seat_of(state, actor), 0))
        return DONE
    pop(state)
    face(state, tape, actor, answer - Act.DIRECTION)
    return DONE


@STEP.member
def spawn_step(state: State, book: Book, tape: Tape) -> int:
    """Bring minions onto the board as long as there are models; a = row, b = boss, c = program (p. 23)."""
    frame = top(state)
    step = book.steps[frame.a]
    boss = frame.b
    amount = amount_of(state, book, state.plays[frame.c], boss, step)
    pop(state)
    before = minions_out(state, step.kind)
    for _ in range(amount):
        spawn(state, book, tape, boss, step.kind, step.to)
    now = minions_out(state, step.kind)
    if now - before < amount:
        crowded = 1 if now < book.minions[step.kind].models else 0
        emit(tape, Event.SHORT, step.kind, amount - now + before, crowded, 0, 0)
    return DONE


@rule
def spawn(state: State, book: Book, tape: Tape, boss: int, kind: int, to: int) -> None:
    """Put one minion as close to the boss as there is room, on the side a step names, North then West."""
    minion: MinionKind = book.minions[kind]
    if minions_out(state, kind) >= minion.models:
        return
    piece = free_slot(state, MINION, FRIEND)
    hex = spawn_hex(state, book, boss, to)
    if piece < 0 or hex < 0:
        return
    model: Piece = state.pieces[piece]
    clear_piece(model)
    model.kind = Kind.MINION
    model.sort = kind
    model.hp = minion.hp
    model.max_hp = minion.hp
    put(state, book, piece, hex)
    emit(tape, Event.SPAWNED, piece, kind, hex, 0, 0)
    target = closest(state, book, tape, piece)
    model.facing = toward(book.geo, hex, state.pieces[target].hex) if target >= 0 else 0


@rule
def clear_piece(model: Piece) -> None:
    """Make a slot ready for a new model."""
    model.owner = -1
    model.hex = -1
    model.large = 0
    model.defence = 0
    model.defence_round = 0
    model.defence_attack = 0
    model.damage = 0
    model.damage_round = 0
    model.damage_next = 0
    model.range_next = 0
    model.might_round = 0
    model.acted = 0
    model.target = -1
    model.holder = 0
    model.held = 0
    model.light = 0
    for status in range(len(model.status)):
        model.status[status] = 0


@rule
def free_slot(state: State, first: int, end: int) -> int:
    """Give the first slot without a model; -1 none."""
    for piece in range(first, end):
        if state.pieces[piece].kind == Kind.NONE:
            return piece
    return -1


@rule
def spawn_hex(state: State, book: Book, boss: int, to: int) -> int:
    """Give the open hex beside a boss, or else the nearest to it; among equals the one closest to the side named."""
    side = state.pieces[boss].hex
    if to >= To.RELATIVE:
        ahead = book.geo.neighbour[side, (state.pieces[boss].facing + to - To.RELATIVE) % 6]
        side = ahead if ahead >= 0 else side
    near = only(state.pieces[boss].hex)
    room = open_hexes(state)
    for _ in range(FAR):
        near = either(near, around(near))
        found = both(near, room)
        if not is_empty(found):
            return first_of(nearest_in(book, found, side))
    return -1


@STEP.member
def eat_step(state: State, book: Book, tape: Tape) -> int:
    """The minion that a boss moved to, else one beside it, dies; without one this is skipped; a = row, b = boss."""
    frame = top(state)
    boss = frame.b
    kind = book.steps[frame.a].kind
    place = frame.c
    pop(state)
    play = state.plays[place]
    food = play.chosen
    if food < 0:
        food = beside_of_kind(state, book, boss, kind)
    play.chosen = -1
    play.killed = 0
    if food >= 0 and is_minion(state, food) and gap(state, book, boss, food) <= 1:
        kill(state, book, tape, food, -1)
        play.killed = 1
    return DONE


@rule
def beside_of_kind(state: State, book: Book, boss: int, kind: int) -> int:
    """Give a minion of a kind next to a boss, North then West; -1 none."""
    best = -1
    for minion in range(MINION, FRIEND):
        model: Piece = state.pieces[minion]
        beside = is_minion(state, minion) and model.sort == kind and gap(state, book, boss, minion) == 1
        if beside and (best < 0 or model.hex < state.pieces[best].hex):
            best = minion
    return best


@STEP.member
def cloud_step(state: State, book: Book, tape: Tape) -> int:
    """The minion of a kind nearest a hero dies; what follows strikes round its hex; a = row, c = program."""
    frame = top(state)
    kind = book.steps[frame.a].kind
    place = frame.c
    pop(state)
    best = -1
    least = FAR
    for minion in range(MINION, FRIEND):
        if is_minion(state, minion) and state.pieces[minion].sort == kind:
            away_by = nearest_friend(state, book, minion)
            if away_by < least or (
                away_by == least and best >= 0 and state.pieces[minion].hex < state.pieces[best].hex
            ):
                best = minion
                least = away_by
    state.plays[place].spot = NO_CLOUD
    state.plays[place].killed = 0
    if best >= 0:
        state.plays[place].spot = state.pieces[best].hex
        state.plays[place].killed = 1
        emit(tape, Event.CLOUD, best, state.pieces[best].hex, 0, 0, 0)
        kill(state, book, tape, best, -1)
    return DONE


@rule
def nearest_friend(state: State, book: Book, enemy: int) -> int:
    """Count the hexes from an enemy to the closest hero or ally."""
    least = FAR
    for seat in range(SEATS):
        if on_board(state, seat):
            least = min(least, gap(state, book, enemy, seat))
    return least


@STEP.member
def might_step(state: State, book: Book, tape: Tape) -> int:
    """Give enemies more cards of their best colour this round; a = row, b = enemy, c = program."""
    frame = top(state)
    step = book.steps[frame.a]
    play = state.plays[frame.c]
    enemy = frame.b
    amount = amount_of(state, book, play, enemy, step)
    pop(state)
    bits = chosen_pieces(state, book, play, enemy, step)
    for piece in range(BOSS, FRIEND):
        chosen = (bits >> piece) & 1 == 1
        if step.flags & Flag.ALSO_MINIONS:
            chosen = piece >= MINION and on_board(state, piece) and state.pieces[piece].sort == step.kind
        if chosen:
            state.pieces[piece].might_round += amount
            emit(tape, Event.MODIFIED, piece, MIGHT, amount, step.lasts, 0)
    return DONE


@STEP.member
def toll_step(state: State, book: Book, tape: Tape) -> int:
    """Each hero and ally draws white enemy cards, one a hex to its nearest fellow; each two costs tokens or 1 HP.

    a = row, c = program, d = seats done, e = twos still to pay.
    """
    frame = top(state)
    step = book.steps[frame.a]
    answer = answered(state)
    seat = frame.d
    if frame.e > 0:
        if answer < 0:
            offer_toll(state, seat, step.amount)
            ask(state, Decision.PRICE, seat)
            return DONE
        pay_toll(state, book, tape, seat, answer, step.amount)
        if frame.step > 0:
            return DONE
        frame.e -= 1
        if frame.e == 0 or not acts(state, seat):
            frame.e = 0
            frame.d += 1
        return DONE
    while seat < SEATS and not on_board(state, seat):
        seat += 1
    frame.d = seat
    if seat >= SEATS:
        pop(state)
        return DONE
    count = nearest_fellow(state, book, seat)
    if not can_draw(state, book, tape, ENEMIES, Colour.WHITE, count):
        return NEEDS_CHANCE
    emit(tape, Event.TOLL, seat, count, step.amount, 0, 0)
    frame.e = draw_twos(state, book, tape, state.plays[frame.c], count)
    if frame.e == 0:
        frame.d += 1
    return DONE


@rule
def nearest_fellow(state: State, book: Book, seat: int) -> int:
    """Count the hexes to the nearest other hero or ally; alone counts none."""
    least = FAR
    for other in range(SEATS):
        if other != seat and on_board(state, other):
            least = min(least, gap(state, book, seat, other))
    return least if least < FAR else 0


@rule
def draw_twos(state: State, book: Book, tape: Tape, play: Play, count: int) -> int:
    """Draw white enemy cards and count the twos among them; all go to the discard."""
    twos = 0
    for _ in range(count):
        kind = draw_card(state, book, tape, ENEMIES, Colour.WHITE)
        if kind != NO_CARD:
            emit(tape, Event.DREW, ENEMIES, Colour.WHITE, kind, 1, 0)
            play.drawing.cards[Colour.WHITE * KINDS + kind] += 1
            twos += 1 if book.values[Colour.WHITE, kind] == 2 else 0
    clear_table(state, book, ENEMIES, play)
    return twos


@rule
def offer_toll(state: State, seat: int, price: int) -> None:
    """Offer to lose 1 HP, or tokens where there are enough."""
    mine = state.seats[seat]
    frame = top(state)
    total = 0
    for token in range(TOKENS):
        total += mine.tokens[token]
    if frame.step == 0:
        offer(state, Act.YES)
    if total >= price or frame.step > 0:
        for token in range(TOKENS):
            offer_if(state, mine.tokens[token] > 0, Act.TOKEN + token)


@rule
def pay_toll(state: State, book: Book, tape: Tape, seat: int, answer: int, price: int) -> None:
    """Lose 1 HP, or one token of the price; the step of the frame counts the tokens still owed."""
    frame = top(state)
    if answer == Act.YES:
        lose_hp(state, book, tape, seat, 1, -1)
        return
    gain_token(state, tape, seat, answer - Act.TOKEN, -1)
    frame.step = (price if frame.step == 0 else frame.step) - 1
