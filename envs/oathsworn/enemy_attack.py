"""An enemy's attack, in its eight steps (Encounter rules p. 22)."""

from ..core.compiler import rule
from ..core.hexes import toward
from ..core.tape import Tape, emit
from .areas import caught, needs_direction_of
from .board import FAR, body_hex, face, gap, is_friendly, on_board, sees
from .enemy_moves import is_boss
from .house_rules import MeleeOrigin
from .locations import boss_of, count_of, first_of, icon_broken, part_span, struck
from .might import ENEMIES, NO_CARD, can_draw, discard, draw_card
from .pieces import defence_of, hp_lost, hurt_location, lose_hp
from .seats import acts, full, gain_token, play_card
from .stack import DONE, NEEDS_CHANCE, answered, ask, clear_drawing, offer, offer_if, pop, push, top
from .state import STEP, Book, Piece, Play, State, Step
from .targeting import keys_of
from .terms import (
    BODY,
    CARDS,
    COLOURS,
    DRAWN,
    KINDS,
    LOCATIONS,
    MINION,
    OPTIONS,
    PIECES,
    SEATS,
    Act,
    Decision,
    Event,
    Flag,
    Icon,
    Key,
    Op,
    Shape,
    Token,
    When,
    Zone,
)

ASKED, DEFENDED, DRAWN_DOWN, REVEALED, GUARDED, LOST = range(6)
"""Stages of an enemy's damage."""
NO_CLOUD = -2
"""The spot of a program whose cloud found no minion; the attack round it is skipped."""


@STEP.member
def enemy_attack_step(state: State, book: Book, tape: Tape) -> int:
    """Begin an enemy's attack, if it reaches anybody; a = row, b = enemy, c = program."""
    frame = top(state)
    row = frame.a
    enemy = frame.b
    place = frame.c
    pop(state)
    play = state.plays[place]
    step = book.steps[row]
    if not on_board(state, enemy) or not take_aim(state, book, tape, play, step, enemy):
        emit(tape, Event.SKIPPED, row, 0, 0, 0, 0)
        play.hits = 0
        play.missed = 1
        return DONE
    clear_drawing(play)
    play.attack_row = row
    play.missed = 0
    play.gone = 0
    broken = plan_might(state, book, play, step, enemy)
    emit(tape, Event.STRIKE, enemy, play.hits, broken, 0, 0)
    push(state, Op.GUARD, place, enemy, row)
    return DONE


@rule
def plan_might(state: State, book: Book, play: Play, step: Step, enemy: int) -> int:
    """Lay out the cards of a boss's attack: one fewer of its strongest colour when the part is broken (p. 22)."""
    boss = boss_of(enemy)
    plan = play.drawing.plan
    for colour in range(COLOURS):
        plan[colour] = book.bosses[boss].might[colour]
    strongest = strongest_of(play)
    plan[strongest] += step.amount + state.pieces[enemy].might_round
    if step.icon >= 0 and not step.flags & Flag.IGNORE_BREAK and icon_broken(state, book, boss, step.icon):
        plan[strongest_of(play)] -= 1
        return 1
    return 0


@rule
def strongest_of(play: Play) -> int:
    """Give the strongest colour among planned cards."""
    for back in range(COLOURS):
        if play.drawing.plan[COLOURS - 1 - back] > 0:
            return COLOURS - 1 - back
    return 0


@rule
def take_aim(state: State, book: Book, tape: Tape, play: Play, step: Step, enemy: int) -> bool:
    """Find whom an attack hits, turning first where that is needed; False when nobody is in reach (p. 19)."""
    target = state.pieces[enemy].target
    if play.spot == NO_CLOUD:
        return False
    if step.shape == Shape.ADJACENT or step.shape == Shape.WITHIN:
        play.hits = around(state, book, enemy, 1 if step.shape == Shape.ADJACENT else step.size)
    elif step.shape == Shape.DISC and play.spot >= 0:
        play.hits = caught(state, book, step, enemy, state.pieces[enemy].hex, 0, play.spot)
    elif step.shape == Shape.WAVE:
        widest_wave(state, book, tape, play, step, enemy)
    else:
        if target < 0 or not on_board(state, target) or not touches(state, book, tape, step, enemy, target):
            return False
        aim_at_target(state, book, play, step, enemy, target)
    play.hits &= ~immune(state, book, enemy)
    return play.hits != 0


@rule
def around(state: State, book: Book, enemy: int, size: int) -> int:
    """Give everybody within a distance of any hex of an enemy, as bits."""
    bits = 0
    for piece in range(PIECES):
        if piece != enemy and on_board(state, piece) and gap(state, book, enemy, piece) <= size:
            bits |= 1 << piece
    return bits


@rule
def immune(state: State, book: Book, enemy: int) -> int:
    """Give the minions that an enemy's attacks do not hurt, as bits."""
    bits = 0
    for piece in range(MINION, PIECES):
        if on_board(state, piece) and not is_friendly(state, piece):
            if keys_of(state, book, piece) & Key.IMMUNE_TO_BOSS and is_boss(enemy):
                bits |= 1 << piece
    return bits


@rule
def touches(state: State, book: Book, tape: Tape, step: Step, enemy: int, target: int) -> bool:
    """Tell whether an attack reaches its target, after turning the part it comes from towards it (p. 19)."""
    if step.reach > 0:
        return in_range(state, book, step, enemy, target)
    if gap(state, book, enemy, target) > 1:
        return False
    model: Piece = state.pieces[enemy]
    if not model.large or book.house.melee_origin_large == MeleeOrigin.ANY_BASE_HEX:
        face(state, tape, enemy, toward(book.geo, model.hex, state.pieces[target].hex))
        return True
    if part_reaches(state, book, step, enemy, target):
        return True
    facing = model.facing
    for turn in (0, 1, 5, 2, 4, 3):
        model.facing = (facing + turn) % 6
        if part_reaches(state, book, step, enemy, target):
            emit(tape, Event.FACED, enemy, model.facing, 0, 0, 0)
            return True
    model.facing = facing
    return False


@rule
def part_reaches(state: State, book: Book, step: Step, enemy: int, target: int) -> bool:
    """Tell whether the part an attack comes from is next to its target: the front hex unless the icon names another."""
    hex = state.pieces[target].hex
    if step.icon > Icon.FRONT and boss_of(enemy) >= 0:
        span = part_span(state, book, boss_of(enemy), step.icon, hex)
        if span < FAR:
            return span == 1
    return touching(state, book, source_hex(state, book, step, enemy), hex)


@rule
def touching(state: State, book: Book, one: int, other: int) -> bool:
    """Tell whether two hexes are next to each other."""
    return one >= 0 and book.geo.distance[one, other] == 1


@rule
def in_range(state: State, book: Book, step: Step, enemy: int, target: int) -> bool:
    """Tell whether a ranged attack reaches a target it sees from its front hex (p. 12)."""
    origin = source_hex(state, book, step, enemy)
    hex = state.pieces[target].hex
    return book.geo.distance[origin, hex] <= step.reach and sees(state, book, origin, hex)


@rule
def source_hex(state: State, book: Book, step: Step, enemy: int) -> int:
    """Give the hex an attack comes from: the part's first hex, else a large model's front."""
    model: Piece = state.pieces[enemy]
    if not model.large:
        return model.hex
    boss = boss_of(enemy)
    if step.icon > Icon.FRONT and boss >= 0:
        for location in range(LOCATIONS):
            where = book.locations[location]
            if where.boss == boss and where.icon == step.icon:
                for part in range(BODY):
                    if (where.body >> part) & 1:
                        return body_hex(book, model.hex, model.facing, part)
    return body_hex(book, model.hex, model.facing, 1)


@rule
def aim_at_target(state: State, book: Book, play: Play, step: Step, enemy: int, target: int) -> None:
    """Mark the target, or everybody in the area aimed at it."""
    hex = state.pieces[target].hex
    play.target = target
    if step.shape == Shape.ONE:
        play.hits = 1 << target
        return
    origin = source_hex(state, book, step, enemy)
    facing = state.pieces[enemy].facing
    if needs_direction_of(step.shape):
        facing = toward(book.geo, origin, hex) if origin != hex else facing
    play.spot = hex
    play.hits = caught(state, book, step, enemy, origin, facing, hex)


@rule
def widest_wave(state: State, book: Book, tape: Tape, play: Play, step: Step, enemy: int) -> None:
    """Choose the direction of a wave that hits most of its enemies, North then West (p. 30)."""
    origin = state.pieces[enemy].hex
    most = 0
    best = -1
    for facing in range(6):
        bits = caught(state, book, step, enemy, origin, facing, -1)
        count = 0
        for piece in range(PIECES):
            if (bits >> piece) & 1 and is_friendly(state, piece):
                count += 1
        ahead = book.geo.neighbour[origin, facing]
        if count > most or (count == most and best >= 0 and ahead >= 0 and ahead < book.geo.neighbour[origin, best]):
            most = count
            best = facing
            play.hits = bits
    if best < 0:
        play.hits = 0
    else:
        face(state, tape, enemy, best)


@STEP.member
def guard_step(state: State, book: Book, tape: Tape) -> int:
    """Resolve the damage of an enemy attack whose cards are planned; a = program, b = enemy, c = row."""
    frame = top(state)
    play = state.plays[frame.a]
    if frame.step == ASKED:
        frame.step = DEFENDED
        push(state, Op.WINDOW, When.ATTACKED, frame.a, -1)
    elif frame.step == DEFENDED:
        frame.step = DRAWN_DOWN
        plan = play.drawing.plan
        emit(tape, Event.POOL, -1, plan[0], plan[1], plan[2], plan[3])
        push(state, Op.DEFEND, frame.a, frame.b, 0)
    elif frame.step == DRAWN_DOWN:
        if not reveal(state, book, tape, play, frame.d):
            return NEEDS_CHANCE
        frame.d += 1
        if frame.d == COLOURS:
            play.drawing.total = enemy_total(book, play)
            frame.step = REVEALED
            frame.d = 0
            push(state, Op.WINDOW, When.REVEALED, frame.a, -1)
    elif frame.step == REVEALED:
        if not offer_guard(state, book, tape, play, frame.a, frame.b, frame.c):
            frame.step = LOST
    else:
        suffer(state, book, tape, play, frame.b, frame.c)
        finish_enemy_attack(state, book, play, frame.b)
        pop(state)
    return DONE


@rule
def reveal(state: State, book: Book, tape: Tape, play: Play, colour: int) -> bool:
    """Turn up the cards of a colour; False while their chance is not there."""
    count = play.drawing.plan[colour]
    if not can_draw(state, tape, ENEMIES, colour, count):
        return False
    for _ in range(count):
        kind = draw_card(state, book, tape, ENEMIES, colour)
        if kind != NO_CARD:
            play.drawing.cards[colour * KINDS + kind] += 1
            emit(tape, Event.DREW, ENEMIES, colour, kind, 1, 0)
    return True


@rule
def enemy_total(book: Book, play: Play) -> int:
    """Add up an enemy's cards: no misses, no extra cards for criticals; the highest few may be ignored (p. 22)."""
    total = 0
    skip = play.drawing.ignored
    for back in range(1, KINDS):
        value = KINDS - back
        for colour in range(COLOURS):
            for kind in range(1, KINDS):
                if book.values[colour, kind] == value:
                    count = play.drawing.cards[colour * KINDS + kind]
                    out = min(skip, count)
                    skip -= out
                    total += (count - out) * value
    return total


@rule
def enemy_damage(state: State, play: Play, enemy: int, bonus: int) -> int:
    """Give the damage of a revealed enemy attack."""
    model: Piece = state.pieces[enemy]
    return play.drawing.total + bonus + model.damage + model.damage_round + model.damage_next


@rule
def offer_guard(state: State, book: Book, tape: Tape, play: Play, place: int, enemy: int, row: int) -> bool:
    """Ask attacked seats for Defence tokens while they would lose HP; False when all are done. d of the frame = seats done."""
    frame = top(state)
    answer = answered(state)
    if answer >= 0:
        seat = frame.e
        if answer == Act.PASS:
            frame.d |= 1 << seat
        else:
            gain_token(state, tape, seat, Token.DEFENCE, -1)
            state.pieces[seat].defence_attack += 1
        return True
    damage = enemy_damage(state, play, enemy, bonus_of(book, row))
    for seat in range(SEATS):
        if (frame.d >> seat) & 1 or not (play.hits >> seat) & 1 or not acts(state, seat):
            continue
        if state.seats[seat].tokens[Token.DEFENCE] > 0 and damage >= defence_of(state, book, seat):
            offer(state, Act.TOKEN + Token.DEFENCE)
            offer(state, Act.PASS)
            frame.e = seat
            ask(state, Decision.GUARD, seat)
            return True
        frame.d |= 1 << seat
    return False


@rule
def bonus_of(book: Book, row: int) -> int:
    """Give the flat damage of an attack's step; a minion's attack has no row."""
    return book.steps[row].bonus if row >= 0 else 0


@rule
def suffer(state: State, book: Book, tape: Tape, play: Play, enemy: int, row: int) -> None:
    """Everybody hit loses HP by defence, temporary defence counted (p. 22)."""
    damage = enemy_damage(state, play, enemy, bonus_of(book, row))
    for piece in range(PIECES):
        if not (play.hits >> piece) & 1 or not on_board(state, piece):
            continue
        defence = defence_of(state, book, piece)
        loss = hp_lost(damage, defence)
        emit(tape, Event.DAMAGE, enemy, piece, damage, defence, loss)
        boss = boss_of(piece)
        if boss < 0:
            before = state.pieces[piece].hp
            lose_hp(state, book, tape, piece, loss, enemy)
            play.dealt += min(loss, before)
        else:
            bits = struck(state, book, boss, state.pieces[enemy].hex)
            if count_of(bits):
                hurt_location(state, book, tape, first_of(bits), loss, -1)


@rule
def finish_enemy_attack(state: State, book: Book, play: Play, enemy: int) -> None:
    """Put an enemy's cards on the discards; what held for this attack ends."""
    for card in range(DRAWN):
        discard(state, book, ENEMIES, (card % (COLOURS * KINDS)) // KINDS, card % KINDS, play.drawing.cards[card])
        play.drawing.cards[card] = 0
    play.attack_row = -1
    state.pieces[enemy].damage_next = 0
    for piece in range(PIECES):
        state.pieces[piece].defence_attack = 0


@STEP.member
def defend_step(state: State, book: Book, tape: Tape) -> int:
    """Each attacked full character may play one ability card for its defence, before the cards are seen (p. 22).

    a = program, b = enemy, d = seats done.
    """
    frame = top(state)
    answer = answered(state)
    if answer >= 0:
        seat = frame.e
        frame.d |= 1 << seat
        if answer != Act.PASS:
            card = (answer - Act.CARD) // OPTIONS
            given = book.kits[seat].cards[card].defence
            state.pieces[seat].defence_attack += given
            emit(tape, Event.DEFENDED, seat, card, given, 0, 0)
            play_card(state, book, tape, seat, card)
        return DONE
    hits = state.plays[frame.a].hits
    for back in range(SEATS):
        seat = (state.lead + back) % SEATS
        if (frame.d >> seat) & 1 or not (hits >> seat) & 1 or not full(state, seat):
            continue
        for card in range(CARDS):
            held = state.seats[seat].cards[card] == Zone.HAND
            offer_if(state, held and book.kits[seat].cards[card].defence > 0, Act.CARD + OPTIONS * card)
        if state.n_legal > 0:
            offer(state, Act.PASS)
            frame.e = seat
            ask(state, Decision.DEFEND, seat)
            return DONE
        frame.d |= 1 << seat
    pop(state)
    return DONE
