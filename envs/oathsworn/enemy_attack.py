"""An enemy's attack, in its eight steps (Encounter rules p. 22)."""

from ..core.compiler import rule
from ..core.tape import Tape, emit
from .areas import covered_hexes
from .board import body_hex, on_board, span
from .chain import enemy_chain, follow_chain, place_of
from .damage import next_hit
from .enemy_aim import take_aim
from .locations import boss_of, count_of, first_of, icon_broken, struck
from .might import ENEMIES, NO_CARD, can_draw, clear_table, draw_card
from .pieces import defence_of, hp_lost, hurt_location, lose_hp
from .seats import acts, full, gain_token, next_seat, play_card
from .stack import DONE, NEEDS_CHANCE, answered, ask, clear_drawing, offer, offer_if, pop, push, top
from .state import STEP, Book, Piece, Play, Seat, State, Step
from .terms import (
    BODY,
    CARDS,
    COLOURS,
    KINDS,
    OPTIONS,
    PIECES,
    SEATS,
    Act,
    Decision,
    Event,
    Flag,
    Op,
    Shape,
    Token,
    When,
    Zone,
)
from .window import offer_tokens

ASKED, DEFENDED, DRAWN_DOWN, REVEALED, LOST = range(5)
"""Stages of an enemy's damage."""


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
    play.dealt = 0
    if step.shape == Shape.CHAIN:
        play.hits = 0
        enemy_chain(state, book, play, step, play.target)
    broken = plan_might(state, book, play, step, enemy)
    emit(tape, Event.STRIKE, enemy, play.hits, broken, 0, 0)
    push(state, Op.GUARD, place, enemy, row)
    return DONE


@rule
def plan_might(state: State, book: Book, play: Play, step: Step, enemy: int) -> int:
    """Lay out the cards of an enemy's attack: one fewer of its strongest colour when the part is broken (p. 22)."""
    boss = boss_of(enemy)
    plan = play.drawing.plan
    for colour in range(COLOURS):
        if boss >= 0:
            plan[colour] = book.bosses[boss].might[colour]
        else:
            plan[colour] = book.minions[state.pieces[enemy].sort].might[colour]
    strongest = strongest_of(play)
    plan[strongest] = max(plan[strongest] + step.amount + state.pieces[enemy].might_round, 0)
    weakened = boss >= 0 and step.icon >= 0 and not step.flags & Flag.IGNORE_BREAK
    if weakened and icon_broken(state, book, boss, step.icon):
        strongest = strongest_of(play)
        plan[strongest] = max(plan[strongest] - 1, 0)
        return 1
    return 0


@rule
def strongest_of(play: Play) -> int:
    """Give the strongest colour among planned cards."""
    for back in range(COLOURS):
        if play.drawing.plan[COLOURS - 1 - back] > 0:
            return COLOURS - 1 - back
    return 0


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
            play.drawing.total = enemy_total(book, play, 0)
            frame.step = REVEALED
            frame.d = 0
            push(state, Op.WINDOW, When.REVEALED, frame.a, -1)
    elif frame.step == REVEALED:
        if not offer_guard(state, book, tape, play, frame.b, frame.c):
            frame.step = LOST
    else:
        suffer(state, book, tape, play, frame.b, frame.c)
        finish_enemy_attack(state, book, play, frame.b)
        follow_chain(state, book, tape, play, frame.b, frame.c)
        pop(state)
    return DONE


@rule
def reveal(state: State, book: Book, tape: Tape, play: Play, colour: int) -> bool:
    """Turn up the cards of a colour; False while their chance is not there."""
    count = play.drawing.plan[colour]
    if not can_draw(state, book, tape, ENEMIES, colour, count):
        return False
    for _ in range(count):
        kind = draw_card(state, book, tape, ENEMIES, colour)
        if kind != NO_CARD:
            play.drawing.cards[colour * KINDS + kind] += 1
            emit(tape, Event.DREW, ENEMIES, colour, kind, 1, 0)
    return True


@rule
def enemy_total(book: Book, play: Play, lowest: int) -> int:
    """Add up an enemy's cards: no misses, no extra cards for criticals (p. 22).

    The highest few may be ignored by an interrupt, and the lowest few that are not blank by a chain.
    """
    drawing = play.drawing
    plain = 0
    total = 0
    for colour in range(COLOURS):
        for kind in range(1, KINDS):
            plain += drawing.cards[colour * KINDS + kind]
            total += drawing.cards[colour * KINDS + kind] * book.values[colour, kind]
    if lowest <= 0 and drawing.ignored <= 0:
        return total
    total = 0
    place = 0
    for value in range(1, KINDS):
        for card in range(COLOURS * KINDS):
            if card % KINDS and book.values[card // KINDS, card % KINDS] == value:
                for _ in range(drawing.cards[card]):
                    total += value if place >= lowest and place < plain - drawing.ignored else 0
                    place += 1
    return total


@rule
def enemy_damage(state: State, book: Book, play: Play, enemy: int, row: int, piece: int) -> int:
    """Give the damage of a revealed enemy attack to one of those it hits; a minion's attack has no row."""
    model: Piece = state.pieces[enemy]
    damage = model.damage + model.damage_round + model.damage_next + (book.steps[row].bonus if row >= 0 else 0)
    if play.n_links > 0:
        return damage + enemy_total(book, play, place_of(play, state.pieces[piece].hex))
    return damage + play.drawing.total + more_for_area(state, book, play, enemy, row, piece)


@rule
def more_for_area(state: State, book: Book, play: Play, enemy: int, row: int, piece: int) -> int:
    """Give what an area adds for every hex but the first that it covers of another large model (p. 29)."""
    model: Piece = state.pieces[piece]
    if row < 0 or model.large == 0:
        return 0
    step = book.steps[row]
    if step.shape == Shape.ONE or step.shape == Shape.CHAIN:
        return 0
    if step.shape != Shape.ADJACENT and step.shape != Shape.WITHIN:
        return max(covered_hexes(state, book, step, play.origin, play.way, play.origin, piece) - 1, 0)
    size = 1 if step.shape == Shape.ADJACENT else step.size
    covered = 0
    for part in range(BODY):
        hex = body_hex(book, model.hex, model.facing, part)
        covered += 1 if span(state, book, enemy, hex) <= size else 0
    return max(covered - 1, 0)


@rule
def offer_guard(state: State, book: Book, tape: Tape, play: Play, enemy: int, row: int) -> bool:
    """Ask attacked seats for Defence tokens while they would lose HP; False when all are done (p. 22, 28).

    d of the frame on top = seats done, e = seat asked.
    """
    frame = top(state)
    answer = answered(state)
    if answer == Act.PASS:
        frame.d |= 1 << frame.e
        return True
    if answer >= 0:
        gain_token(state, tape, frame.e, Token.DEFENCE, -1)
        state.pieces[frame.e].defence_attack += 1
        return True
    seat = state.lead
    for _ in range(SEATS):
        attacked = (play.hits >> seat) & 1 == 1 and acts(state, seat) and not (frame.d >> seat) & 1
        able = attacked and state.seats[seat].tokens[Token.DEFENCE] > 0
        if able and enemy_damage(state, book, play, enemy, row, seat) >= defence_of(state, book, seat):
            offer(state, Act.TOKEN + Token.DEFENCE)
            offer(state, Act.PASS)
            frame.e = seat
            ask(state, Decision.GUARD, seat)
            return True
        seat = next_seat(seat)
    return False


@rule
def suffer(state: State, book: Book, tape: Tape, play: Play, enemy: int, row: int) -> None:
    """Everybody hit loses HP by defence, temporary defence counted, North then West (p. 22)."""
    piece = next_hit(state, play.hits, 0, 0)
    while piece >= 0:
        hex = state.pieces[piece].hex
        damage = enemy_damage(state, book, play, enemy, row, piece)
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
        piece = next_hit(state, play.hits, hex, 1)


@rule
def finish_enemy_attack(state: State, book: Book, play: Play, enemy: int) -> None:
    """Put an enemy's cards on the discards; what held for this attack ends."""
    clear_table(state, book, ENEMIES, play)
    play.attack_row = -1
    state.pieces[enemy].damage_next = 0
    for piece in range(PIECES):
        if (play.hits >> piece) & 1:
            state.pieces[piece].defence_attack = 0


@STEP.member
def defend_step(state: State, book: Book, tape: Tape) -> int:
    """Each attacked full character may play one ability card for its defence, before the cards are seen (p. 22).

    a = program, b = enemy, d = seats done, e = seat asked.
    """
    frame = top(state)
    answer = answered(state)
    if answer >= 0:
        defend(state, book, tape, frame.e, answer)
        return DONE
    hits = state.plays[frame.a].hits
    seat = state.lead
    for _ in range(SEATS):
        if (hits >> seat) & 1 and not (frame.d >> seat) & 1 and full(state, seat):
            offer_defences(state, book, seat)
            if state.n_legal > 0:
                offer(state, Act.PASS)
                frame.e = seat
                ask(state, Decision.DEFEND, seat)
                return DONE
        seat = next_seat(seat)
    pop(state)
    return DONE


@rule
def defend(state: State, book: Book, tape: Tape, seat: int, answer: int) -> None:
    """Defend with a card or not at all; a token leaves the question open. The frame on top counts."""
    frame = top(state)
    if answer >= Act.TOKEN:
        push(state, Op.TOKEN, answer - Act.TOKEN, seat, 0)
        return
    frame.d |= 1 << seat
    if answer != Act.PASS:
        card = (answer - Act.CARD) // OPTIONS
        given = book.kits[seat].cards[card].defence
        state.pieces[seat].defence_attack += given
        emit(tape, Event.DEFENDED, seat, card, given, 0, 0)
        play_card(state, book, tape, seat, card)


@rule
def offer_defences(state: State, book: Book, seat: int) -> None:
    """Offer the cards in hand that defend, and tokens: also when a Battleflow token alone would bring one back."""
    mine: Seat = state.seats[seat]
    back = False
    for card in range(CARDS):
        defends = book.kits[seat].cards[card].defence > 0
        offer_if(state, defends and mine.cards[card] == Zone.HAND, Act.CARD + OPTIONS * card)
        back = back or (defends and mine.cards[card] == 0)
    if state.n_legal > 0 or (back and mine.tokens[Token.BATTLEFLOW] > 0):
        offer_tokens(state, seat)
