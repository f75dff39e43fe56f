"""Under attack and out of turn: defence cards, Defence tokens, interrupts, tolls."""

from math import exp

from ....envs.core.compiler import rule
from ....envs.oathsworn.enemy_attack import enemy_damage
from ....envs.oathsworn.pieces import defence_of, hp_lost
from ....envs.oathsworn.state import Book, Option, Play, State, Step
from ....envs.oathsworn.terms import (
    COLOURS,
    MISS_BLANKS,
    OPTIONS,
    SEATS,
    Act,
    Do,
    If,
    Token,
    When,
    Who,
)
from ....envs.oathsworn.window import option_of
from ..family import Why
from ..reasons import Reason
from .attacks import blanks_of, drawn_attack
from .danger import harm, hp_of_blow
from .enemies import enemy_mean
from .moves import plain_step
from .plays import card_price, cheapest_card, option_price, plain_worth
from .say import PASS, cents, explain
from .spreads import strike_worth
from .strikes import arms_of
from .weights import BOSS_HP, LEAST

SPREAD = (0.67, 1.58, 2.33, 3.58)
"""Variance of an enemy card by colour, from a full deck."""
FALLEN = 6.0
"""What a hero's fall costs beyond the HP, when a card may still keep it up."""
RESCUED = 5.0
"""A miss that new cards turn into a hit, about."""
USUAL_GAIN = 0.3
"""HP that a point of damage adds to an attack before its cards are seen, about."""
HIGHEST = 3
"""The highest card of an enemy's attack, about."""


@rule
def expected_damage(state: State, book: Book, play: Play, enemy: int, row: int) -> float:
    """Give the mean damage of an enemy attack whose cards are planned but not seen."""
    total = 0.0
    for colour in range(COLOURS):
        if play.drawing.plan[colour] > 0:
            total += play.drawing.plan[colour] * enemy_mean(state, book, colour)
    model = state.pieces[enemy]
    return total + (book.steps[row].bonus if row >= 0 else 0) + model.damage + model.damage_round + model.damage_next


@rule
def spread_of(play: Play) -> float:
    """Give the variance of the damage of planned enemy cards, as if their decks were full."""
    total = 0.5
    for colour in range(COLOURS):
        total += SPREAD[colour] * play.drawing.plan[colour]
    return total


@rule
def harm_to_come(state: State, seat: int, damage: float, spread: float, defence: float) -> float:
    """Give what damage not seen yet costs about: the HP it takes on average, and the chance that it fells."""
    hp = float(state.pieces[seat].hp)
    short = (hp * defence - 0.5 - damage) / spread**0.5
    falls = 1.0 / (1.0 + exp(min(max(1.7 * short, -30.0), 30.0)))
    return min(hp_of_blow(damage, 1, defence), hp) + FALLEN * falls


@rule
def saved(state: State, book: Book, seat: int, play: Play, damage: float, more: float) -> float:
    """Give what more defence saves a seat from damage that is not seen yet."""
    defence = float(defence_of(state, book, seat))
    spread = spread_of(play)
    before = harm_to_come(state, seat, damage, spread, defence)
    return before - harm_to_come(state, seat, damage, spread, max(defence + more, 1.0))


@rule
def choose_defence(state: State, book: Book, why: Why) -> int:
    """Choose the ability card whose defence saves more than the card is worth in hand."""
    frame = state.stack[state.top]
    seat = state.seat
    play = state.plays[frame.a]
    damage = expected_damage(state, book, play, frame.b, guard_row(state))
    best = PASS
    best_gain = 0.0
    for k in range(state.n_legal):
        act = state.legal[k]
        if act < Act.CARD or act >= Act.INJURY:
            continue
        card = (act - Act.CARD) // OPTIONS
        given = book.kits[seat].cards[card].defence
        gain = saved(state, book, seat, play, damage, float(given)) - card_price(state, book, seat, card)
        if gain > best_gain:
            best = act
            best_gain = gain
    if best == Act.PASS:
        explain(why, Reason.NO_DEFENCE, int(damage + 0.5), 0)
    else:
        explain(why, Reason.DEFEND, book.kits[seat].cards[(best - Act.CARD) // OPTIONS].defence, int(damage + 0.5))
    return best


@rule
def guard_row(state: State) -> int:
    """Give the row of the enemy attack that the frame below resolves."""
    return state.stack[state.top - 1].c


@rule
def choose_guard(state: State, book: Book, why: Why) -> int:
    """Spend a Defence token only where the tokens at hand save HP."""
    frame = state.stack[state.top]
    seat = state.seat
    play = state.plays[frame.a]
    damage = enemy_damage(state, book, play, frame.b, frame.c, seat)
    defence = defence_of(state, book, seat)
    hp = state.pieces[seat].hp
    loss = min(hp_lost(damage, defence), hp)
    for tokens in range(1, state.seats[seat].tokens[Token.DEFENCE] + 1):
        less = min(hp_lost(damage, defence + tokens), hp)
        if less < loss and (tokens <= 2 or loss == hp):
            explain(why, Reason.GUARD, loss - less, tokens)
            return Act.TOKEN + Token.DEFENCE
    explain(why, Reason.NO_GUARD, damage, loss)
    return Act.PASS


@rule
def choose_window(state: State, book: Book, why: Why) -> int:
    """Play an interrupt that is worth its price, else let it pass."""
    frame = state.stack[state.top]
    seat = state.seat
    best = PASS
    best_gain = LEAST
    for k in range(state.n_legal):
        act = state.legal[k]
        if act == Act.PASS or act >= Act.TOKEN:
            continue
        option = option_of(state, book, seat, act)
        gain = interrupt_worth(state, book, seat, option, frame.b) - option_price(state, book, seat, act, option)
        if gain > best_gain:
            best = act
            best_gain = gain
    if best == Act.PASS:
        explain(why, Reason.NO_INTERRUPT, 0, 0)
    else:
        explain(why, Reason.INTERRUPT, cents(best_gain), 0)
    return best


@rule
def interrupt_worth(state: State, book: Book, seat: int, option: Option, place: int) -> float:
    """Add up what the steps of an interrupt bring at a trigger."""
    total = 0.0
    for row in range(option.first, option.end):
        step = book.steps[row]
        if step.do == Do.DISCARD and cheapest_card(state, book, seat) < 0:
            return total
        total += step_worth(state, book, seat, row, place)
    return total


@rule
def step_worth(state: State, book: Book, seat: int, row: int, place: int) -> float:
    """Give what a step of an interrupt brings at a trigger."""
    step = book.steps[row]
    do = step.do
    if do == Do.DEFENCE or do == Do.IGNORE:
        return shield_worth(state, book, seat, row, place)
    if do == Do.DISCARD:
        return -card_price(state, book, seat, cheapest_card(state, book, seat))
    if do == Do.DAMAGE or do == Do.REDRAW or do == Do.REPLACE:
        return draw_worth(state, book, seat, step)
    if do == Do.ATTACK:
        hex = state.pieces[seat].hex
        arms = arms_of(state, book, seat, plain_step(state, book, seat))
        return strike_worth(state, book, step, seat, hex, arms, 0.0, 0) if hex >= 0 else 0.0
    if do == Do.HURT:
        return -harm(state, seat, float(step.amount)) if step.who == Who.SELF else 0.0
    if do == Do.MOVE or do == Do.TELEPORT:
        return 0.1
    if do == Do.HEAL:
        return 0.5 * step.amount
    return plain_worth(state, seat, step, float(step.amount))


@rule
def draw_worth(state: State, book: Book, seat: int, step: Step) -> float:
    """Give what more damage or other cards bring the attack under way; cards on the table tell it exactly."""
    play = drawn_attack(state)
    amount = float(step.amount)
    if play.attack_row < 0 or state.stack[state.top].a != When.DRAWN:
        return plain_worth(state, seat, step, amount) if step.do != Do.DAMAGE else USUAL_GAIN * BOSS_HP * amount + 0.1
    blanks = blanks_of(play)
    if step.do == Do.REDRAW:
        return RESCUED if blanks == MISS_BLANKS else (0.3 if blanks > 0 else 0.0)
    if step.do == Do.REPLACE:
        return RESCUED if blanks == MISS_BLANKS else (2.0 if blanks > 0 else 0.5)
    if (step.condition == If.CRITICAL and play.drawing.crits == 0) or play.target < 0:
        return 0.0
    model = state.pieces[seat]
    bonus = play.bonus + book.steps[play.attack_row].bonus + model.damage + model.damage_round + model.damage_next
    damage = play.drawing.total + bonus
    defence = defence_of(state, book, play.target)
    gained = hp_lost(damage + step.amount, defence) - hp_lost(damage, defence)
    return BOSS_HP * gained + 0.1


@rule
def shield_worth(state: State, book: Book, seat: int, row: int, place: int) -> float:
    """Give what an interrupt's defence saves those it covers from the attack under way."""
    step = book.steps[row]
    play = state.plays[place]
    shown = state.stack[state.top].a == When.REVEALED
    damage = float(play.drawing.total) if shown else expected_damage(state, book, play, play.actor, -1)
    total = 0.0
    for other in range(SEATS):
        if not (play.hits >> other) & 1 or (step.who == Who.SELF and step.do == Do.DEFENCE and other != seat):
            continue
        if shown:
            total += saved_now(state, book, other, step, play.drawing.total)
        elif step.do == Do.DEFENCE:
            total += saved(state, book, other, play, damage, float(step.amount))
    return total


@rule
def saved_now(state: State, book: Book, seat: int, step: Step, damage: int) -> float:
    """Give what a step saves a seat from damage that lies on the table; a card ignored is one of the usual highest."""
    defence = defence_of(state, book, seat)
    before = float(hp_lost(damage, defence))
    if step.do == Do.IGNORE:
        return harm(state, seat, before) - harm(state, seat, float(hp_lost(damage - HIGHEST * step.amount, defence)))
    return harm(state, seat, before) - harm(state, seat, float(hp_lost(damage, defence + step.amount)))


@rule
def choose_toll(state: State, why: Why) -> int:
    """Pay a toll with tokens when HP are short, the least useful tokens first."""
    seat = state.seat
    explain(why, Reason.TOLL, state.pieces[seat].hp, 0)
    if state.legal[0] == Act.YES and state.pieces[seat].hp > 3:
        return Act.YES
    for k in range(state.n_legal):
        act = state.legal[state.n_legal - 1 - k]
        if act >= Act.TOKEN:
            return act
    return state.legal[0]
