"""What every number of white cards makes of the attack that is being planned, exactly, from the cards left."""

from __future__ import annotations

from .house_rules import ChanceKind
from .might import HEROES
from .odds import WhiteChoice, best_white
from .state import Book, Play, State
from .terms import COLOURS


def white_odds(state: State, book: Book, play: Play, most: int) -> list[WhiteChoice]:
    """Return the odds of each number of white cards, with the colours planned and the free redraws of the attack.

    Args:
        state: The situation; a seat is to choose its white cards.
        book: The scenario.
        play: The program of the attack.
        most: The largest number of white cards.
    """
    step, model = book.steps[play.attack_row], state.pieces[play.actor]
    decks = [state.decks[HEROES * COLOURS + colour] for colour in range(COLOURS)]
    bonus = step.bonus + play.bonus + model.damage + model.damage_round + model.damage_next
    return best_white(
        [0, *(int(play.drawing.plan[colour]) for colour in range(1, COLOURS))],
        [[int(count) for count in deck.pile] for deck in decks],
        [[int(count) for count in deck.discard] for deck in decks],
        dice=book.house.chance == ChanceKind.DICE,
        redraws=int(play.drawing.redraws),
        bonus=max(int(bonus), 0),
        most=most,
    )
