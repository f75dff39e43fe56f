"""Which main moves are open: the reactive and the proactive set (rules section 10, 4 and 5)."""

from ..core.compiler import rule
from .asked import Answer
from .house_rules import Compel, EndGate, EndVariant, FoeBehaviour, StatPolicy
from .stack import offer, offer_if
from .state import Book, State
from .terms import STATS, Act, FoeAct, Follow, Nature, Stat
from .tracks import count_fighting

CLOSE_ONLY = 1
RANGED_ONLY = 2


@rule
def offer_moves(state: State, book: Book, seat: int) -> None:
    """Offer every main move of a character."""
    character = state.characters[seat]
    if character.follow == Follow.ATTACK:
        offer_attack(state, book, seat)
        offer(state, Act.GO)
    elif character.follow == Follow.RECOVER:
        offer_if(state, end_is_open(state, book, seat), Act.END)
        offer(state, Act.FACE + Stat.IRON)
    elif character.afraid:
        offer_stats(state, book, seat, Act.FACE)
        if book.house.flee:
            offer_stats(state, book, seat, Act.FLEE)
        offer_if(state, book.house.surrender == 1, Act.SURRENDER)
    elif character.initiative:
        offer_proactive(state, book, seat)
    else:
        offer_reactive(state, book, seat)


@rule
def offer_attack(state: State, book: Book, seat: int) -> None:
    """Offer Strike with initiative, Clash without, at the distances the weapon allows."""
    close = book.kits[seat].reach != RANGED_ONLY or not state.characters[seat].armed
    ranged = book.kits[seat].reach != CLOSE_ONLY and state.characters[seat].armed == 1
    if state.characters[seat].initiative:
        offer_if(state, close, Act.STRIKE_CLOSE)
        offer_if(state, ranged, Act.STRIKE_RANGED)
    elif clash_answers(state, book, seat):
        offer_if(state, close, Act.CLASH_CLOSE)
        offer_if(state, ranged, Act.CLASH_RANGED)


@rule
def clash_answers(state: State, book: Book, seat: int) -> bool:
    """Tell whether Clash answers what the foe does."""
    if book.house.foe_behaviour == FoeBehaviour.ATTACK:
        return True
    act = state.characters[seat].foe_act
    return act == FoeAct.ATTACK or act == FoeAct.MANOEUVRE or act == FoeAct.DECISIVE or act == FoeAct.NONE


@rule
def offer_proactive(state: State, book: Book, seat: int) -> None:
    """Offer the moves of a character with initiative."""
    free = state.characters[seat].follow == Follow.NONE
    company = count_fighting(state, book) > 1
    offer_attack(state, book, seat)
    offer_stats(state, book, seat, Act.SECURE)
    if company:
        offer_stats(state, book, seat, Act.AID)
    offer_compel(state, book)
    offer_if(state, free and end_is_open(state, book, seat), Act.END)
    offer_if(state, free and book.house.surrender == 1, Act.SURRENDER)
    offer_if(state, free and company, Act.WAIT)


@rule
def offer_reactive(state: State, book: Book, seat: int) -> None:
    """Offer the moves of a character without initiative."""
    offer_attack(state, book, seat)
    offer_stats(state, book, seat, Act.FACE)
    if book.house.flee:
        offer_stats(state, book, seat, Act.FLEE)
    offer_if(state, not state.characters[seat].tide_used, Act.TIDE)
    offer_if(state, end_is_open(state, book, seat), Act.END)
    offer(state, Act.TAKE_HIT)
    offer_if(state, book.house.surrender == 1, Act.SURRENDER)
    offer_if(state, count_fighting(state, book) > 1, Act.WAIT)


@rule
def offer_stats(state: State, book: Book, seat: int, act: int) -> None:
    """Offer a move with each stat that the house rule leaves open."""
    for stat in range(STATS):
        offer_if(state, stat_is_open(state, book, seat, stat), act + stat)


@rule
def stat_is_open(state: State, book: Book, seat: int, stat: int) -> bool:
    """Tell whether the house rule on stats leaves this one open now."""
    character = state.characters[seat]
    if book.house.stat_policy == StatPolicy.NO_REPEAT:
        return character.last_stat != stat
    if book.house.stat_policy == StatPolicy.APPROACH_ORACLE and character.approach:
        return (character.approach >> stat) & 1 == 1
    return True


@rule
def end_is_open(state: State, book: Book, seat: int) -> bool:
    """Tell whether End the Fight may be rolled (section 10, 9 and 40)."""
    character = state.characters[seat]
    if book.house.end_variant == EndVariant.SHIFTED or book.house.end_gate == EndGate.INITIATIVE:
        return character.initiative == 1
    return character.gate == 1


@rule
def offer_compel(state: State, book: Book) -> None:
    """Offer Compel where the house allows it and a foe could agree."""
    if book.house.compel == Compel.OFF or state.compelled == Answer.NO or not somebody_to_compel(state):
        return
    offer(state, Act.COMPEL_HEART)
    offer(state, Act.COMPEL_IRON)
    offer(state, Act.COMPEL_SHADOW)


@rule
def can_agree(state: State, foe: int) -> bool:
    """Tell whether a foe is in the fight and of a nature that can be talked to."""
    nature = state.foes[foe].nature
    return state.foes[foe].active == 1 and (nature == Nature.IRONLANDER or nature == Nature.FIRSTBORN)


@rule
def somebody_to_compel(state: State) -> bool:
    """Tell whether any foe could agree."""
    for foe in range(len(state.foes)):
        if can_agree(state, foe):
            return True
    return False
