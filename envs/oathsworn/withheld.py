"""What a visit does not offer, and why: options of cards in hand, of items and of abilities."""

from __future__ import annotations

from collections.abc import Iterator

from ..core.catalogue import say
from .held import is_held
from .labels import Labels
from .seats import price_of, used
from .spoken import token_word
from .state import Option, Seat
from .terms import ABILITIES, CARDS, ITEM_OPTIONS, ITEMS, OPTIONS, Act, Decision, Do, Form, When, Zone
from .visit import CLASS_OWN, readies
from .window import item_ready

PASSIVES = (When.PASSIVE_REFRESH, When.PASSIVE_START, When.PASSIVE_DRAW, When.PASSIVE_DRAWN)
"""Moments of what works by itself."""


def withheld(labels: Labels) -> list[str]:
    """Return what the deciding seat holds and cannot use in its visit, by the reason; nothing elsewhere."""
    state = labels.state
    if labels.decision != Decision.TURN:
        return []
    if is_held(state, state.seat):
        return [say("oathsworn_withheld.held")]
    offered = set(labels.all())
    if any(Act.INJURY <= act < Act.ITEM for act in offered):
        return [say("oathsworn_withheld.injury")]
    alike: dict[str, list[str]] = {}
    for act in held_acts(labels):
        if act not in offered and (why := reason(labels, act)):
            alike.setdefault(why, []).append(labels.label(act))
    return [say("oathsworn_withheld.options", why=why, options=", ".join(found)) for why, found in alike.items()]


def held_acts(labels: Labels) -> Iterator[int]:
    """Yield the actions of all cards in hand, ready items and abilities of the deciding seat."""
    state, seat = labels.state, labels.state.seat
    mine: Seat = state.seats[seat]
    if mine.form == Form.FULL:
        hand = (card for card in range(CARDS) if mine.cards[card] == Zone.HAND)
        yield from (Act.CARD + OPTIONS * card + option for card in hand for option in range(OPTIONS))
    ready = (item for item in range(ITEMS) if item_ready(state, seat, item))
    yield from (Act.ITEM + ITEM_OPTIONS * item + option for item in ready for option in range(ITEM_OPTIONS))
    first = CLASS_OWN if mine.form == Form.FULL else 0
    yield from (Act.ABILITY + ability for ability in range(first, ABILITIES))


def reason(labels: Labels, act: int) -> str:
    """Return why an option is not offered; empty where there is none, or where it is always in force."""
    state, seat = labels.state, labels.state.seat
    option = labels.option_of(act)
    if option is None or not option.known or option.first >= option.end or option.when in PASSIVES:
        return ""
    if option.when:
        return say(f"oathsworn_withheld.{When(option.when).name.lower()}")
    if state.seats[seat].played and (option.as_card or plays_a_card(act)):
        return say("oathsworn_withheld.played")
    if used(state, seat, option):
        return say("oathsworn_withheld.used")
    return unpaid(labels, option) or idle(labels, option)


def plays_a_card(act: int) -> bool:
    """Return whether an action is a seat's one card of the turn, or an attack or archetype in its place."""
    return Act.CARD <= act < Act.INJURY or Act.ABILITY <= act < Act.ABILITY + CLASS_OWN


def unpaid(labels: Labels, option: Option) -> str:
    """Return what of the price of an option is missing."""
    state, seat = labels.state, labels.state.seat
    mine: Seat = state.seats[seat]
    if price_of(state, seat, option) > mine.available:
        return say("oathsworn_withheld.animus", count=mine.available)
    if option.hp >= state.pieces[seat].hp:
        return say("oathsworn_withheld.hp")
    if option.token >= 0 and not mine.tokens[option.token]:
        return say("oathsworn_withheld.token", token=token_word(option.token))
    return ""


def idle(labels: Labels, option: Option) -> str:
    """Return what keeps an option from being done: the first step that does something."""
    row = option.first
    while row < option.end - 1 and readies(labels.book.steps[row]):
        row += 1
    do = labels.book.steps[row].do
    if do == Do.BREAK_TERRAIN:
        return say("oathsworn_withheld.obstacle")
    if do == Do.ROTATE:
        return say("oathsworn_withheld.cooling")
    if do == Do.ATTACK:
        return say("oathsworn_withheld.reach")
    return say("oathsworn_withheld.still") if do in (Do.MOVE, Do.TELEPORT) else ""
