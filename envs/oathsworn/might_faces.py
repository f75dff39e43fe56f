"""The faces of might: what is on the cards and dice of each colour (Encounter rules p. 5).

A face is a kind: blank, the plain values 1 to 4, or a critical. A full deck holds three copies of the six faces of the
die of its colour; heroes and enemies have a set of decks each.
"""

COLOURS = ("white", "yellow", "red", "black")
"""Colours from the weakest to the strongest; an empowered card goes one step to the right."""
KINDS = 6
BLANK, CRIT = 0, 5
CRIT_VALUE = (2, 3, 4, 5)
"""What a critical is worth, by colour."""
COUNTS = (
    (6, 6, 3, 0, 0, 3),
    (6, 3, 3, 3, 0, 3),
    (6, 0, 3, 6, 0, 3),
    (6, 0, 0, 6, 3, 3),
)
"""Cards of each kind in a full deck, by colour."""
VALUE: tuple[tuple[int, ...], ...] = tuple((0, 1, 2, 3, 4, crit) for crit in CRIT_VALUE)
"""What a face is worth, by colour and kind."""
DECK = 18
"""Cards in a full deck."""
COPIES = 3
"""Cards of a full deck for one face of the die of its colour."""
