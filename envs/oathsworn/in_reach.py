"""Whom a hero could attack from the hexes it may go to, for people who choose among them."""

from __future__ import annotations

from ..core.catalogue import say
from ..core.hexes import HEXES
from .aiming import reach_of
from .areas import could_hit
from .board import on_board, put
from .labels import WALKS, Labels
from .stack import top
from .state import Book, State, Step
from .terms import ABILITIES, BOSS, CARDS, FRIEND, MINION, OPTIONS, Act, Do, Form, Zone
from .visit import CLASS_OWN
from .window import ability_of

STAR = "*"


def marked(labels: Labels, spare: State) -> dict[int, str]:
    """Return every legal action with its label; hexes to go to with a star for each boss in reach, and the minions.

    Args:
        labels: The labels of the situation.
        spare: A copy of its state, which is changed.
    """
    found = labels.all()
    if labels.decision in WALKS:
        for hex, foes in foes_in_reach(spare, labels.book, top(spare).a).items():
            minions = sum(foe >= MINION for foe in foes)
            mark = STAR * (len(foes) - minions) + (f"{minions:+d}" if minions else "")
            if mark:
                found[Act.HEX + hex] = say("oathsworn_act.hex_reach", text=found[Act.HEX + hex], mark=mark)
    return found


def foes_in_reach(state: State, book: Book, actor: int) -> dict[int, list[int]]:
    """Return the enemies that the deciding seat could attack from each hex it may go to; it ends on one of them."""
    if actor != state.seat:
        return {}
    foes = [piece for piece in range(BOSS, FRIEND) if on_board(state, piece)]
    attacks = attacks_of(state, book, actor)
    found = {}
    for hex in (state.legal[k] - Act.HEX for k in range(state.n_legal) if state.legal[k] < Act.HEX + HEXES):
        put(state, book, actor, hex)
        found[hex] = [piece for piece in foes if any(hits(state, book, step, actor, piece) for step in attacks)]
    return found


def hits(state: State, book: Book, step: Step, actor: int, piece: int) -> bool:
    """Return whether an attack could hit a piece from where the actor stands."""
    return bool(could_hit(state, book, step, actor, reach_of(state, book, actor, step), piece))


def attacks_of(state: State, book: Book, seat: int) -> list[Step]:
    """Return the attacks of the cards in hand and of the abilities of a seat, those alike once."""
    mine, kit = state.seats[seat], book.kits[seat]
    hand = [card for card in range(CARDS) if mine.form == Form.FULL and mine.cards[card] == Zone.HAND]
    options = [kit.cards[card].options[option] for card in hand for option in range(OPTIONS)]
    own = range(0 if mine.form != Form.FULL else CLASS_OWN, ABILITIES)
    options += [ability_of(state, book, seat, ability) for ability in own]
    rows = [row for option in options if option.known for row in range(option.first, option.end)]
    steps = [book.steps[row] for row in rows if book.steps[row].do == Do.ATTACK and book.steps[row].kind < 0]
    return list({(step.reach, step.shape, step.size, step.flags): step for step in steps}.values())
