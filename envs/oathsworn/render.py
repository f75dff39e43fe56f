"""The situation of an encounter as text for a terminal: the table, the decision and its options."""

from __future__ import annotations

from .drawing import draw_board
from .labels import Labels
from .names import KitNames, Names
from .state import Book, Kit, State
from .terms import (
    ABILITIES,
    ALLIES,
    BOSSES,
    FRIEND_KINDS,
    ITEM_OPTIONS,
    LOCATIONS,
    MINION_KINDS,
    OBSTACLES,
    OPTIONS,
    SEATS,
    STAGE_CARDS,
    Decision,
    Outcome,
)


def render(names: Names, state: State, book: Book) -> str:
    """Return the situation as text, with the names of its scenario."""
    table = draw_board(state, book, names)
    if state.outcome:
        return f"{table}\noutcome {Outcome(state.outcome).name.lower()}"
    if state.decision == Decision.NONE:
        return table
    labels = Labels(names, state, book)
    options = [f"  {act:>3} {text}" for act, text in labels.all().items()]
    return "\n".join([table, labels.question(), *options])


def render_unnamed(state: State, book: Book) -> str:
    """Return the situation as text where nobody said what things are called."""
    return render(numbered_names(book), state, book)


def numbered(what: str, count: int) -> tuple[str, ...]:
    """Return names that are numbers."""
    return tuple(f"{what} {place + 1}" for place in range(count))


def numbered_names(book: Book) -> Names:
    """Return names for everything in a book, by its place there."""
    return Names(
        seats=tuple(numbered_kit(book.kits[seat], seat) for seat in range(SEATS)),
        allies=numbered("ally", ALLIES),
        ally_abilities=(numbered("ability", ABILITIES),) * ALLIES,
        bosses=numbered("boss", BOSSES),
        locations=numbered("location", LOCATIONS),
        minions=numbered("minion", MINION_KINDS),
        friends=numbered("friend", FRIEND_KINDS),
        stage_cards=numbered("stage card", STAGE_CARDS),
        obstacles=numbered("obstacle", OBSTACLES),
    )


def numbered_kit(kit: Kit, seat: int) -> KitNames:
    """Return names for what one seat brings."""
    return KitNames(
        hero=f"hero {seat + 1}",
        cards=numbered("card", kit.n_cards),
        card_options=(numbered("option", OPTIONS),) * kit.n_cards,
        items=numbered("item", kit.n_items),
        item_options=(numbered("option", ITEM_OPTIONS),) * kit.n_items,
        injuries=numbered("injury", kit.n_injuries),
        abilities=numbered("ability", ABILITIES),
    )
