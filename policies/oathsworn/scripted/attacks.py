"""An attack under way: whom to hit, which cards, upgrades, redraws, which location."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.damage import damage_of
from ....envs.oathsworn.draws import FACE_CARD, cubes_for
from ....envs.oathsworn.might import HEROES
from ....envs.oathsworn.pieces import defence_of, hp_lost
from ....envs.oathsworn.stack import is_legal
from ....envs.oathsworn.state import Book, Play, State, Step
from ....envs.oathsworn.terms import (
    BOSS,
    BOSSES,
    COLOURS,
    DIE_HP,
    FACES,
    KINDS,
    MISS_BLANKS,
    SEATS,
    STAGE_CARDS,
    Act,
    Colour,
    Do,
    Form,
    Op,
    Shape,
    Token,
)
from ..family import Why
from ..reasons import Reason
from .enemies import stands_for
from .moves import plain_step
from .odds import NOTHING, STEP_GAIN, Odds, draw_colour, hit_of, hp_taken, mean_of, pile_of
from .say import PASS, cents, explain
from .spreads import chain_worth, spread_worth
from .strikes import Aim, Arms, arms_of, attack_damage, best_white, foe_worth, nearest_die

USUAL = 3
"""HP that an attack usually takes from a boss."""
BEARABLE = 3
"""HP from which a hero can bear the reaction to a break."""


@rule
def choose_target(state: State, book: Book, why: Why) -> int:
    """Choose whom to attack, where an area goes, or whom a chain reaches next."""
    seat = state.seat
    step = step_asked(state, book)
    arms = arms_of(state, book, seat, plain_step(state, book, seat))
    origin = state.pieces[seat].hex
    best = PASS
    best_worth = 0.0
    for k in range(state.n_legal):
        act = state.legal[k]
        if act == Act.PASS:
            continue
        worth = aim_worth(state, book, step, seat, origin, act, arms)
        if worth > best_worth or best == PASS:
            best = act
            best_worth = worth
    explain(why, Reason.TARGET, cents(best_worth), 0)
    return best


@rule
def aim_worth(state: State, book: Book, step: Step, seat: int, origin: int, act: int, arms: Arms) -> float:
    """Give what a choice of target, direction or centre brings."""
    damage = attack_damage(state, seat, step, arms, 0.0) if step.do == Do.ATTACK else arms[1]
    if act >= Act.DIRECTION:
        return spread_worth(state, book, step, seat, origin, act - Act.DIRECTION, -1, arms[0], damage, arms[2])
    if step.do == Do.ATTACK and step.shape == Shape.DISC:
        return spread_worth(state, book, step, seat, origin, 0, act, arms[0], damage, arms[2])
    piece = state.occupant[act] - 1
    if step.do == Do.ATTACK and step.shape == Shape.CHAIN and state.stack[state.top].op != Op.CHAIN:
        return chain_worth(state, book, step, piece, origin, arms[0], damage, arms[2])
    return foe_worth(state, book, piece, origin, arms[0], damage, arms[2])


@rule
def step_asked(state: State, book: Book) -> Step:
    """Give the step whose operation asks for a target."""
    frame = state.stack[state.top]
    return book.steps[frame.c if frame.op == Op.CHAIN else frame.a]


@rule
def asking_play(state: State) -> Play:
    """Give the program whose attack is being planned or drawn: the frame on top names it."""
    return state.plays[state.stack[state.top].a]


@rule
def aim_of(state: State, book: Book, play: Play) -> Aim:
    """Give what an attack is aimed at, with the bonus its step and its upgrades bring."""
    step = book.steps[play.attack_row]
    model = state.pieces[play.actor]
    bonus = float(step.bonus + play.bonus + model.damage + model.damage_round + model.damage_next)
    bonus += STEP_GAIN * play.drawing.upgrades
    target = play.target
    if target < 0:
        return bonus, play.drawing.redraws, 2, DIE_HP
    left = state.pieces[target].hp
    if target < BOSS + BOSSES and target >= BOSS:
        hex = state.pieces[play.actor].hex
        if hex >= 0:
            left = nearest_die(state, book, target - BOSS, hex)
        else:
            left = state.dice[max(play.location, 0)]
        left = left if left > 0 else DIE_HP
    elif step.shape != Shape.ONE:
        left = DIE_HP
    return bonus, play.drawing.redraws, defence_of(state, book, target), left


@rule
def choose_cubes(state: State, book: Book, why: Why) -> int:
    """Choose how many cards of a colour above white: as many as raise the mean damage."""
    play = asking_play(state)
    colour = Colour.BLACK - state.stack[state.top].step
    fates = play.drawing.fates
    odds = planned(state, book, play, colour, fates)
    aim = aim_of(state, book, play)
    best = state.legal[0]
    best_value = -1000.0
    for k in range(state.n_legal):
        number = state.legal[k] - Act.NUMBER
        each = draw_colour(state, book, odds, colour, number, fates)
        each = rest_of_cubes(state, book, play, each, colour, fates)
        white, hit, mean = best_white(state, book, each, number, aim, fates)
        value = hp_taken(hit, mean + aim[0], number + white, aim[2], aim[3])
        if value > best_value:
            best = state.legal[k]
            best_value = value
    explain(why, Reason.CUBES, best - Act.NUMBER, int(pile_of(state, book, HEROES, colour, False, 0)[1]))
    return best


@rule
def planned(state: State, book: Book, play: Play, above: int, fates: int) -> Odds:
    """Give the odds of the cards already chosen, of colours above one."""
    odds = NOTHING
    for colour in range(above + 1, COLOURS):
        odds = draw_colour(state, book, odds, colour, play.drawing.plan[colour], fates)
    return odds


@rule
def rest_of_cubes(state: State, book: Book, play: Play, odds: Odds, above: int, fates: int) -> Odds:
    """Add all the cubes of colours between white and one."""
    for colour in range(1, above):
        cubes = cubes_for(state, book, book.steps[play.attack_row], play.actor, colour)
        odds = draw_colour(state, book, odds, colour, cubes, fates)
    return odds


@rule
def spare_redraws(state: State, play: Play) -> int:
    """Count the redraws at hand, tokens among them."""
    tokens = state.seats[play.actor].tokens[Token.REDRAW] if play.actor < SEATS else 0
    return play.drawing.redraws + tokens


@rule
def choose_white(state: State, book: Book, why: Why) -> int:
    """Choose how many white cards, counting the blanks left."""
    if state.stack[state.top].op == Op.SURVIVAL:
        explain(why, Reason.SURVIVAL, 0, 0)
        return Act.NUMBER + 4
    play = asking_play(state)
    odds = planned(state, book, play, 0, play.drawing.fates)
    plan = play.drawing.plan
    cubes = plan[1] + plan[2] + plan[3]
    number, hit, _ = best_white(state, book, odds, cubes, aim_of(state, book, play), play.drawing.fates)
    explain(why, Reason.WHITE, number, int(100.0 * hit))
    return min(max(state.legal[0], Act.NUMBER + number), state.legal[state.n_legal - 1])


@rule
def choose_empower(state: State, book: Book, why: Why) -> int:
    """Upgrade the card that gains most; spend a token when it makes up for itself."""
    play = asking_play(state)
    best = PASS
    best_value = plan_value(state, book, play, -1) if play.drawing.upgrades == 0 else -1.0
    for k in range(state.n_legal):
        act = state.legal[k]
        if act >= Act.COLOUR and act < Act.DRAWN:
            value = plan_value(state, book, play, act - Act.COLOUR)
            if value > best_value:
                best = act
                best_value = value
    if best == Act.PASS and is_legal(state, Act.TOKEN + Token.EMPOWERED) and is_worthy(play):
        explain(why, Reason.EMPOWER, 3, 0)
        return Act.TOKEN + Token.EMPOWERED
    explain(why, Reason.EMPOWER, play.drawing.upgrades, 0)
    return best


@rule
def is_worthy(play: Play) -> bool:
    """Tell whether an attack deserves an Empowered token: against a boss, with cards enough."""
    plan = play.drawing.plan
    return play.target >= BOSS and play.target < BOSS + BOSSES and plan[0] + plan[1] + plan[2] >= 2


@rule
def plan_value(state: State, book: Book, play: Play, upgrade: int) -> float:
    """Give the mean damage of a planned attack with one card upgraded (-1 none)."""
    odds = NOTHING
    for colour in range(COLOURS):
        number = play.drawing.plan[colour]
        if colour == upgrade:
            number -= 1
        if upgrade >= 0 and colour == upgrade + 1:
            number += 1
        odds = draw_colour(state, book, odds, colour, number, play.drawing.fates)
    return hit_of(odds) * mean_of(odds)


@rule
def drawn_attack(state: State) -> Play:
    """Give the newest attack whose cards lie on the table."""
    for back in range(state.n_plays):
        play = state.plays[state.n_plays - 1 - back]
        if play.attack_row >= 0:
            return play
    return state.plays[0]


@rule
def blanks_of(play: Play) -> int:
    """Count the blanks among an attack's base cards."""
    count = 0
    for colour in range(COLOURS):
        count += play.drawing.cards[colour * KINDS]
    return count


@rule
def choose_drawn(state: State, why: Why) -> int:
    """Take every extra card; redraw blanks while the attack misses, and by free redraws what can only better."""
    for k in range(state.n_legal):
        if state.legal[k] >= Act.COLOUR and state.legal[k] < Act.DRAWN:
            explain(why, Reason.CRITICAL, 0, 0)
            return state.legal[k]
    play = drawn_attack(state)
    blanks = blanks_of(play)
    if state.stack[state.top].op == Do.REPLACE:
        explain(why, Reason.REDRAW, blanks, 0)
        return lowest_drawn(state)
    wanted = blanks >= MISS_BLANKS or (blanks > 0 and play.drawing.redraws > 0)
    if wanted and blanks - MISS_BLANKS < spare_redraws(state, play):
        for back in range(COLOURS):
            colour = COLOURS - 1 - back
            for face in range(FACES):
                if FACE_CARD[face] == colour * KINDS and is_legal(state, Act.DRAWN + face):
                    explain(why, Reason.REDRAW, blanks, 0)
                    return Act.DRAWN + face
    explain(why, Reason.KEEP, blanks, 0)
    return Act.PASS


@rule
def lowest_drawn(state: State) -> int:
    """Give the offered card of the lowest value."""
    best = PASS
    least = KINDS
    for face in range(FACES):
        if FACE_CARD[face] % KINDS < least and is_legal(state, Act.DRAWN + face):
            best = Act.DRAWN + face
            least = FACE_CARD[face] % KINDS
    return best


@rule
def choose_determination(state: State, why: Why) -> int:
    """Take the token that a miss brings: a free attack for companions, else a redraw, then animus."""
    mine = state.seats[state.seat]
    token = Token.REDRAW if mine.tokens[Token.REDRAW] == 0 else Token.ANIMUS
    if mine.form != Form.FULL:
        token = Token.ANIMUS
    explain(why, Reason.DETERMINATION, 0, 0)
    return Act.TOKEN + token


@rule
def choose_location(state: State, book: Book, why: Why) -> int:
    """Choose the die that loses most HP; finish one rather than begin another."""
    frame = state.stack[state.top]
    loss = frame.b
    if frame.op == Op.STRUCK:
        piece = frame.d - 1
        damage = damage_of(state, book, state.plays[frame.a], book.steps[frame.c], frame.b, piece)
        loss = hp_lost(damage, defence_of(state, book, piece))
    elif frame.op == Do.COMMAND:
        damage = state.plays[frame.c].drawing.total + book.steps[frame.a].bonus
        loss = hp_lost(damage, defence_of(state, book, frame.d - 1))
    best = state.legal[0]
    best_worth = -1000.0
    for k in range(state.n_legal):
        location = state.legal[k] - Act.NUMBER
        worth = location_worth(state, book, location, loss)
        if worth > best_worth:
            best = state.legal[k]
            best_worth = worth
    explain(why, Reason.LOCATION, state.dice[best - Act.NUMBER], loss)
    return best


@rule
def location_worth(state: State, book: Book, location: int, loss: int) -> float:
    """Give what taking HP from a die is worth, in attacks that it saves.

    A break is good while its reaction can be borne, better where the visible card attacks with that part.
    """
    left = state.dice[location]
    after = max(left - loss, 0)
    worth = float((left + USUAL - 1) // USUAL - (after + USUAL - 1) // USUAL) + 0.25 * (left - after)
    if after > 0:
        return worth
    worth += 0.3 if state.pieces[state.seat].hp >= BEARABLE else -0.3
    return worth + (0.3 if shows_part(state, book, book.locations[location].icon) else 0.0)


@rule
def shows_part(state: State, book: Book, icon: int) -> bool:
    """Tell whether the visible stage card attacks with a body part."""
    if state.face_up < 0 or icon < 0:
        return False
    for place in range(STAGE_CARDS):
        if stands_for(state, book, place):
            card = book.stage_cards[place]
            for row in range(card.first, card.end):
                if book.steps[row].do == Do.ATTACK and book.steps[row].icon == icon:
                    return True
    return False
