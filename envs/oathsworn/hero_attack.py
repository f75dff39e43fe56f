"""A hero's attack: aim, cards, empower, draw, criticals and redraws, miss or damage (Encounter rules p. 13-15)."""

from ..core.compiler import rule
from ..core.hexes import HEXES
from ..core.tape import Tape, emit
from .areas import aims_at, caught, covered_hexes, has_target, needs_direction_of, opposes, target_hex
from .board import is_enemy, lift, on_board
from .house_rules import RedrawnCrit, Ties, Unarmed
from .knockback import knock_all
from .locations import boss_of, count_of, first_of, location_of_hex, struck
from .might import HEROES, NO_CARD, can_draw, discard, draw_card, upgraded, within_reach
from .pieces import defence_of, hp_lost, hurt_location, lose_hp
from .program import seat_of
from .seats import cubes, gain_token, weapon_reach, wears
from .stack import DONE, NEEDS_CHANCE, answered, ask, clear_drawing, offer, offer_if, pop, push, top
from .state import STEP, Book, Piece, Play, State, Step
from .terms import (
    BOSS,
    BOSSES,
    COLOURS,
    CRIT,
    DRAWN,
    FACES,
    ITEMS,
    KINDS,
    LOCATIONS,
    MISS_BLANKS,
    PIECES,
    SEATS,
    TOKEN_STEPS,
    WHITE_CAP,
    Act,
    Colour,
    Decision,
    Event,
    Flag,
    Form,
    Op,
    Shape,
    Token,
    When,
)

BONUS = COLOURS * KINDS
"""Where the cards drawn by criticals begin."""

FACE_INDEX = (0, 1, 2, -1, -1, 3, 4, 5, 6, 7, -1, 8, 9, -1, 10, 11, -1, 12, 13, -1, -1, 14, 15, 16)
"""Place of each colour and kind among the 17 faces that exist; -1 = no such card."""
FACE_CARD = (0, 1, 2, 5, 6, 7, 8, 9, 11, 12, 14, 15, 17, 18, 21, 22, 23)
"""Colour and kind of each of the 17 faces."""

AIM, AIMED, READY, DREW, SEEN, LAND, LANDED = range(7)
"""Stages of an attack."""
SKILLED = 5
"""Kinds of token that Determination gives a choice of."""


@rule
def reach_of(state: State, book: Book, actor: int, step: Step) -> int:
    """Give the range of an attack: the card's before the weapon's, melee where neither has one (p. 12)."""
    reach = step.reach
    if reach < 0:
        reach = weapon_reach(state, book, actor) if actor < SEATS else book.friends[state.pieces[actor].sort].reach
    if step.flags & Flag.MELEE:
        reach = 0
    return reach + state.pieces[actor].range_next if reach > 0 else 0


@STEP.member
def attack_step(state: State, book: Book, tape: Tape) -> int:
    """Attack, as a hero or as an enemy; a = row, b = actor, c = program."""
    frame = top(state)
    row = frame.a
    actor = frame.b
    place = frame.c
    pop(state)
    push(state, Op.ENEMY_ATTACK if is_enemy(state, actor) else Op.HERO_ATTACK, row, actor, place)
    return DONE


@STEP.member
def hero_attack_step(state: State, book: Book, tape: Tape) -> int:
    """Go through a hero's attack; a = row, b = actor, c = program."""
    frame = top(state)
    play = state.plays[frame.c]
    step = book.steps[frame.a]
    actor = frame.b
    if frame.step == AIM:
        if not aim(state, book, play, step, actor):
            return DONE
        open_attack_of(state, book, play, frame.a, step, actor)
        frame.step = AIMED
        push(state, Op.PLAN, frame.c, actor, 0)
    elif frame.step == AIMED:
        frame.step = READY
        push(state, Op.WINDOW, When.DRAW, frame.c, actor)
    elif frame.step == READY:
        frame.step = DREW
        push(state, Op.DRAWING, frame.c, actor, 0)
    elif frame.step == DREW:
        frame.step = SEEN
        judge(state, book, tape, play, actor)
        if play.missed == 0:
            push(state, Op.WINDOW, When.DRAWN, frame.c, actor)
    elif frame.step == SEEN:
        frame.step = LAND
        if play.missed and play.source < Act.TOKEN:
            push(state, Op.DETERMINATION, frame.c, actor, 0)
    elif frame.step == LAND:
        frame.step = LANDED
        if play.missed == 0:
            push(state, Op.STRUCK, frame.c, actor, frame.a)
    else:
        knock_after(state, book, tape, play, actor)
        end_attack(state, book, play, actor)
        pop(state)
    return DONE


@rule
def knock_after(state: State, book: Book, tape: Tape, play: Play, actor: int) -> None:
    """Knock back whom the attack hit, as far as an interrupt asked for it; not on a miss or after a break."""
    if play.knock and play.missed == 0 and state.pieces[actor].hex >= 0:
        knock_all(state, book, tape, play.hits & ~play.gone, state.pieces[actor].hex, play.knock, 0, actor)


@rule
def aim(state: State, book: Book, play: Play, step: Step, actor: int) -> bool:
    """Choose what an attack is aimed at; True when it is known."""
    if play.aimed:
        play.aimed = 0
        play.hits = 1 << play.target
        return on_board(state, play.target)
    answer = answered(state)
    reach = reach_of(state, book, actor, step)
    shape = step.shape
    if answer < 0:
        if not has_target(state, book, step, actor, reach):
            pop(state)
            return False
        play.hits = 0
        play.spot = -1
        if shape == Shape.ADJACENT or shape == Shape.WITHIN:
            set_area(state, book, play, step, actor, 0)
            return True
        if needs_direction_of(shape):
            offer_directions(state, book, step, actor)
        elif shape == Shape.DISC:
            offer_centres(state, book, step, actor, reach)
        else:
            offer_targets(state, book, step, actor, reach)
        ask(state, Decision.TARGET, max(seat_of(state, actor), 0))
        return False
    if needs_direction_of(shape):
        set_area(state, book, play, step, actor, answer - Act.DIRECTION)
        state.pieces[actor].facing = answer - Act.DIRECTION
        return True
    play.spot = answer - Act.HEX
    if shape == Shape.DISC:
        set_area(state, book, play, step, actor, 0)
    else:
        play.target = state.occupant[play.spot] - 1
        play.hits = 1 << play.target
    return True


@STEP.member
def aim_step(state: State, book: Book, tape: Tape) -> int:
    """Choose the target of the attack that follows, so that conditions can speak of it; a = row, b = actor."""
    frame = top(state)
    step = book.steps[frame.a]
    actor = frame.b
    play = state.plays[frame.c]
    answer = answered(state)
    if answer < 0:
        offer_targets(state, book, step, actor, reach_of(state, book, actor, step))
        if state.n_legal == 0:
            play.row = play.end
            pop(state)
            return DONE
        ask(state, Decision.TARGET, max(seat_of(state, actor), 0))
        return DONE
    pop(state)
    play.spot = answer - Act.HEX
    play.target = state.occupant[play.spot] - 1
    play.location = location_of_hex(state, book, play.spot)
    play.aimed = 1
    return DONE


@rule
def set_area(state: State, book: Book, play: Play, step: Step, actor: int, facing: int) -> None:
    """Mark everybody an area covers."""
    play.hits = caught(state, book, step, actor, state.pieces[actor].hex, facing, play.spot)
    for piece in range(PIECES):
        if (play.hits >> piece) & 1 and opposes(state, actor, piece):
            play.target = piece
            return


@rule
def offer_targets(state: State, book: Book, step: Step, actor: int, reach: int) -> None:
    """Offer the hex of every enemy that may be attacked; a large one by the closest hex in sight (p. 12)."""
    for piece in range(PIECES):
        if opposes(state, actor, piece):
            hex = target_hex(state, book, step, actor, reach, piece)
            offer_if(state, hex >= 0, Act.HEX + hex)


@rule
def offer_centres(state: State, book: Book, step: Step, actor: int, reach: int) -> None:
    """Offer every centre in range whose area covers an enemy."""
    for hex in range(HEXES):
        if not aims_at(state, book, step, actor, reach, hex):
            continue
        for piece in range(PIECES):
            if opposes(state, actor, piece) and covered_hexes(state, book, step, -1, 0, hex, piece) > 0:
                offer(state, Act.HEX + hex)
                break


@rule
def offer_directions(state: State, book: Book, step: Step, actor: int) -> None:
    """Offer every direction in which an enemy is caught."""
    for facing in range(6):
        for piece in range(PIECES):
            if opposes(state, actor, piece):
                if covered_hexes(state, book, step, state.pieces[actor].hex, facing, -1, piece) > 0:
                    offer(state, Act.DIRECTION + facing)
                    break


@rule
def open_attack_of(state: State, book: Book, play: Play, row: int, step: Step, actor: int) -> None:
    """Begin an attack's drawing: steps of empower and free redraws from the card and from what came before."""
    clear_drawing(play)
    play.attack_row = row
    play.missed = 0
    play.gone = 0
    play.knock = 0
    play.location = location_of_hex(state, book, play.spot) if play.spot >= 0 else -1
    drawing = play.drawing
    drawing.upgrades = step.empowered
    drawing.redraws = step.redraws
    if actor < SEATS:
        mine = state.seats[actor]
        drawing.upgrades += mine.empower_next
        drawing.redraws += mine.redraw_next
        mine.empower_next = 0
        mine.redraw_next = 0
        drawing.fates = weapon_fates(state, book, actor, step)


@rule
def weapon_fates(state: State, book: Book, seat: int, step: Step) -> int:
    """Count the cards beyond one that a critical brings with the weapons at hand."""
    fates = 0
    if step.flags & Flag.UNARMED or state.seats[seat].form == Form.ALLY:
        return 0
    for item in range(ITEMS):
        fates = max(fates, book.kits[seat].items[item].fates if wears(state, book, seat, item) else 0)
    return fates


@rule
def cubes_for(state: State, book: Book, step: Step, actor: int, colour: int) -> int:
    """Count the cubes an attack may use of a colour; none when it is unarmed (p. 13, 31)."""
    if actor >= SEATS:
        return book.friends[state.pieces[actor].sort].might[colour]
    if step.flags & Flag.UNARMED:
        if book.house.unarmed == Unarmed.NO_CUBES:
            return 0
        return cubes(state, book, actor, colour, False)
    return cubes(state, book, actor, colour, True)


@STEP.member
def plan_step(state: State, book: Book, tape: Tape) -> int:
    """Choose the cards of an attack, then empower them; a = program, b = actor, d = the colour asked about."""
    frame = top(state)
    play = state.plays[frame.a]
    drawing = play.drawing
    step = book.steps[play.attack_row]
    actor = frame.b
    answer = answered(state)
    if frame.step < COLOURS:
        colour = Colour.BLACK - frame.step
        if answer >= 0:
            drawing.plan[colour] = answer - Act.NUMBER
            frame.step += 1
            return DONE
        offer_cards(state, book, play, step, actor, colour)
        if state.n_legal == 0:
            frame.step += 1
            return DONE
        ask(state, Decision.WHITE if colour == Colour.WHITE else Decision.CUBES, max(seat_of(state, actor), 0))
        return DONE
    if answer < 0:
        if offer_empower(state, play, actor):
            ask(state, Decision.EMPOWER, max(seat_of(state, actor), 0))
            return DONE
        answer = Act.PASS
    if answer == Act.PASS:
        emit(tape, Event.POOL, actor, drawing.plan[0], drawing.plan[1], drawing.plan[2], drawing.plan[3])
        pop(state)
    elif answer == Act.TOKEN + Token.EMPOWERED:
        gain_token(state, tape, actor, Token.EMPOWERED, -1)
        drawing.spent_empower += 1
        drawing.upgrades += TOKEN_STEPS
    else:
        colour = answer - Act.COLOUR
        drawing.upgrades -= 1
        drawing.plan[colour] -= 1
        drawing.plan[upgraded(colour)] += 1
        emit(tape, Event.UPGRADE, colour, 0, 0, 0, 0)
    return DONE


@rule
def offer_cards(state: State, book: Book, play: Play, step: Step, actor: int, colour: int) -> None:
    """Offer how many cards of a colour: up to its cubes; any number of white, at least one card in all (p. 13)."""
    drawing = play.drawing
    most = cubes_for(state, book, step, actor, colour)
    least = 0
    if colour == Colour.WHITE:
        most = min(WHITE_CAP, within_reach(state, HEROES, colour))
        if drawing.plan[1] + drawing.plan[2] + drawing.plan[3] == 0:
            least = 1
            most = max(most, 1)
    elif most == 0:
        return
    for number in range(least, min(most, WHITE_CAP) + 1):
        offer(state, Act.NUMBER + number)


@rule
def offer_empower(state: State, play: Play, actor: int) -> bool:
    """Offer the upgrade of a card, and Empowered tokens; False when there is nothing to choose (p. 13)."""
    drawing = play.drawing
    improvable = 0
    for colour in range(Colour.BLACK):
        improvable += drawing.plan[colour]
        offer_if(state, drawing.plan[colour] > 0 and drawing.upgrades > 0, Act.COLOUR + colour)
    if improvable > 0 and actor < SEATS:
        offer_if(state, state.seats[actor].tokens[Token.EMPOWERED] > 0, Act.TOKEN + Token.EMPOWERED)
    if state.n_legal == 0:
        return False
    offer(state, Act.PASS)
    return True


@STEP.member
def drawing_step(state: State, book: Book, tape: Tape) -> int:
    """Draw the base cards, then take criticals and redraws as the attacker likes; a = program, b = actor."""
    frame = top(state)
    play = state.plays[frame.a]
    drawing = play.drawing
    if frame.step < COLOURS:
        colour = frame.step
        if not can_draw(state, tape, HEROES, colour, drawing.plan[colour]):
            return NEEDS_CHANCE
        for _ in range(drawing.plan[colour]):
            draw_into(state, book, tape, play, colour, 0)
        frame.step += 1
        if frame.step == COLOURS:
            settle_prediction(tape, play, frame.b)
        return DONE
    answer = answered(state) if frame.d == 0 else frame.d - 1
    if answer < 0:
        if offer_draws(state, play, frame.b):
            ask(state, Decision.DRAWN, max(seat_of(state, frame.b), 0))
            return DONE
        answer = Act.PASS
    if answer == Act.PASS:
        pop(state)
        return DONE
    frame.d = answer + 1
    if answer >= Act.DRAWN:
        if not redraw(state, book, tape, play, frame.b, answer - Act.DRAWN):
            return NEEDS_CHANCE
    else:
        colour = answer - Act.COLOUR
        if not can_draw(state, tape, HEROES, colour, 1):
            return NEEDS_CHANCE
        drawing.owed[colour] -= 1
        draw_into(state, book, tape, play, colour, BONUS)
    frame.d = 0
    return DONE


@rule
def settle_prediction(tape: Tape, play: Play, actor: int) -> None:
    """A card named before the draw and now on the table brings a free redraw."""
    if play.predicted:
        right = play.drawing.cards[play.predicted - 1] > 0
        play.drawing.redraws += 1 if right else 0
        emit(tape, Event.PREDICTED, actor, play.predicted - 1, 1 if right else 0, 0, 0)
        play.predicted = 0


@rule
def draw_into(state: State, book: Book, tape: Tape, play: Play, colour: int, part: int) -> None:
    """Draw one card onto the table, among base cards (part 0) or those of criticals."""
    kind = draw_card(state, book, tape, HEROES, colour)
    if kind == NO_CARD:
        return
    drawing = play.drawing
    drawing.cards[part + colour * KINDS + kind] += 1
    if kind == CRIT:
        drawing.owed[colour] += 1 + drawing.fates
    emit(tape, Event.DREW, HEROES, colour, kind, 1, 1 if part else 0)


@rule
def offer_draws(state: State, play: Play, actor: int) -> bool:
    """Offer the extra cards of criticals and redraws; False when there is nothing to choose."""
    drawing = play.drawing
    for colour in range(COLOURS):
        offer_if(state, drawing.owed[colour] > 0, Act.COLOUR + colour)
    tokens = state.seats[actor].tokens[Token.REDRAW] if actor < SEATS else 0
    if drawing.redraws + tokens > 0:
        for face in range(FACES):
            offer_if(state, drawing.cards[FACE_CARD[face]] > 0, Act.DRAWN + face)
        for face in range(FACES):
            offer_if(state, drawing.cards[BONUS + FACE_CARD[face]] > 0, Act.DRAWN + FACES + face)
    if state.n_legal == 0:
        return False
    offer(state, Act.PASS)
    return True


@rule
def redraw(state: State, book: Book, tape: Tape, play: Play, actor: int, face: int) -> bool:
    """Discard a drawn card and draw another of its colour (p. 13); False while its chance is not there."""
    part = BONUS if face >= FACES else 0
    card = FACE_CARD[face % FACES]
    colour = card // KINDS
    kind = card % KINDS
    if not can_draw(state, tape, HEROES, colour, 1):
        return False
    drawing = play.drawing
    if drawing.redraws > 0:
        drawing.redraws -= 1
    else:
        gain_token(state, tape, actor, Token.REDRAW, -1)
        drawing.spent_redraw += 1
    drawing.cards[part + card] -= 1
    discard(state, book, HEROES, colour, kind, 1)
    if kind == CRIT:
        undo_critical(state, book, play, colour)
    emit(tape, Event.REDREW, colour, kind, 0, 0, 0)
    draw_into(state, book, tape, play, colour, part)
    return True


@rule
def undo_critical(state: State, book: Book, play: Play, colour: int) -> None:
    """Take back what a redrawn critical brought: what it still owes, else by house rule its lowest extra card."""
    drawing = play.drawing
    for _ in range(1 + drawing.fates):
        if drawing.owed[colour] > 0:
            drawing.owed[colour] -= 1
        elif book.house.redrawn_crit == RedrawnCrit.DISCARD_EXTRA:
            for kind in range(KINDS):
                if drawing.cards[BONUS + colour * KINDS + kind] > 0:
                    drawing.cards[BONUS + colour * KINDS + kind] -= 1
                    discard(state, book, HEROES, colour, kind, 1)
                    break


@rule
def judge(state: State, book: Book, tape: Tape, play: Play, actor: int) -> None:
    """Two blanks among the base cards miss; else the cards add up (p. 14)."""
    drawing = play.drawing
    drawing.blanks = 0
    drawing.crits = 0
    for colour in range(COLOURS):
        drawing.blanks += drawing.cards[colour * KINDS]
        drawing.crits += drawing.cards[colour * KINDS + CRIT] + drawing.cards[BONUS + colour * KINDS + CRIT]
    drawing.total = total_of(book, play, 0)
    if drawing.blanks >= MISS_BLANKS and actor < SEATS:
        play.missed = 1
        emit(tape, Event.MISS, actor, drawing.blanks, 0, 0, 0)


@rule
def total_of(book: Book, play: Play, ignored: int) -> int:
    """Add up the cards on the table, without the lowest few that are not blank (p. 14, 30)."""
    total = 0
    skip = ignored + play.drawing.ignored
    for value in range(1, CRIT + 1):
        for card in range(DRAWN):
            kind = card % KINDS
            if kind and book.values[(card % BONUS) // KINDS, kind] == value and play.drawing.cards[card]:
                count = play.drawing.cards[card]
                out = min(skip, count)
                skip -= out
                total += (count - out) * value
    return total


@STEP.member
def determination_step(state: State, book: Book, tape: Tape) -> int:
    """A miss brings a combat token of choice and gives spent ones back (p. 14); a = program, b = actor."""
    frame = top(state)
    seat = frame.b
    answer = answered(state)
    if answer < 0:
        for token in range(SKILLED):
            offer(state, Act.TOKEN + token)
        ask(state, Decision.DETERMINATION, seat)
        return DONE
    drawing = state.plays[frame.a].drawing
    pop(state)
    emit(tape, Event.DETERMINED, seat, answer - Act.TOKEN, 0, 0, 0)
    gain_token(state, tape, seat, answer - Act.TOKEN, 1)
    gain_token(state, tape, seat, Token.REDRAW, drawing.spent_redraw)
    gain_token(state, tape, seat, Token.EMPOWERED, drawing.spent_empower)
    gain_token(state, tape, seat, Token.LETHALITY, drawing.spent_lethality)
    return DONE


@STEP.member
def struck_step(state: State, book: Book, tape: Tape) -> int:
    """Deal a hero's damage to everybody hit, North then West; a = program, b = actor, c = row, d = piece asked about."""
    frame = top(state)
    play = state.plays[frame.a]
    step = book.steps[frame.c]
    answer = answered(state)
    if answer >= 0:
        land(state, book, tape, play, step, frame.b, frame.d - 1, answer - Act.NUMBER)
        frame.d = 0
        return DONE
    piece = next_hit(state, play, frame.e, frame.step)
    if piece < 0:
        pop(state)
        return DONE
    frame.e = state.pieces[piece].hex
    frame.step = 1
    boss = boss_of(piece)
    if boss < 0:
        land(state, book, tape, play, step, frame.b, piece, -1)
        return DONE
    bits = locations_hit(state, book, play, step, boss, state.pieces[frame.b].hex)
    if count_of(bits) <= 1 or book.house.ties != Ties.PLAYERS:
        land(state, book, tape, play, step, frame.b, piece, first_of(bits))
        return DONE
    for location in range(LOCATIONS):
        offer_if(state, (bits >> location) & 1 == 1, Act.NUMBER + location)
    frame.d = piece + 1
    ask(state, Decision.LOCATION, max(seat_of(state, frame.b), 0))
    return DONE


@rule
def next_hit(state: State, play: Play, after: int, begun: int) -> int:
    """Give the piece hit that comes next North then West behind a hex; -1 none."""
    best = -1
    for piece in range(PIECES):
        if (play.hits >> piece) & 1 == 0 or not on_board(state, piece):
            continue
        hex = state.pieces[piece].hex
        if (begun == 0 or hex > after) and (best < 0 or hex < state.pieces[best].hex):
            best = piece
    return best


@rule
def locations_hit(state: State, book: Book, play: Play, step: Step, boss: int, origin: int) -> int:
    """Give the locations of a boss that an attack may take a die from, as bits."""
    if play.location >= 0 and step.shape == Shape.CHAIN and state.dice[play.location] > 0:
        return 1 << play.location
    return struck(state, book, boss, origin)


@rule
def damage_of(state: State, book: Book, play: Play, step: Step, actor: int, piece: int) -> int:
    """Give the damage an attack deals a piece: cards, bonuses, and one more for each further hex an area covers."""
    model: Piece = state.pieces[actor]
    damage = play.drawing.total + step.bonus + play.bonus + model.damage + model.damage_round + model.damage_next
    if step.shape != Shape.ONE and step.shape != Shape.CHAIN and state.pieces[piece].large:
        damage += max(covered_hexes(state, book, step, model.hex, model.facing, play.spot, piece) - 1, 0)
    return damage


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
        play.cancelled = 1
        remove_spent_boss(state, book, piece)


@rule
def remove_spent_boss(state: State, book: Book, piece: int) -> None:
    """Take a boss of a pack off the board when its last die is gone and others fight on."""
    others = 0
    for boss in range(BOSSES):
        for location in range(LOCATIONS):
            if book.locations[location].boss == boss and state.dice[location] > 0:
                if BOSS + boss == piece:
                    return
                others += 1
    if others:
        lift(state, book, piece)
        state.pieces[piece].kind = 0


@rule
def end_attack(state: State, book: Book, play: Play, actor: int) -> None:
    """Put the cards on the discards and end what held for one attack."""
    for card in range(DRAWN):
        discard(state, book, HEROES, (card % BONUS) // KINDS, card % KINDS, play.drawing.cards[card])
        play.drawing.cards[card] = 0
    play.attack_row = -1
    model: Piece = state.pieces[actor]
    model.damage_next = 0
    model.range_next = 0
    play.bonus = 0
