"""What everything is worth to the scripted pilot, in log-odds of winning, by the rank of the hardest foe.

Fitted by logistic regression on games the pilot played against itself: `training/fit_scripted.py`.
"""

from enum import IntEnum

import numpy as np


class Worth(IntEnum):
    """Rows of `WORTH`. All but the last four rows count for each character and are averaged over the party."""

    MOMENTUM = 0  # a point
    BURN = 1  # a point above 2
    HEALTH = 2  # a point
    STANDING = 3  # health above 0
    SPIRIT = 4  # a point
    HEARTENED = 5  # spirit above 0
    UNHURT = 6  # of wounded and maimed, each not marked
    UNSHAKEN = 7  # of shaken and corrupted, each not marked
    INITIATIVE = 8
    TIDE = 9  # Turn the Tide not used
    BONUS = 10  # each add to the next move
    ATTACK = 11  # each add of the best attack
    HARM = 12  # each harm of a hit
    BEST = 13  # the best stat
    STEADY = 14  # not reeling
    SUPPLY = 15  # a point
    PARTY = 16  # each other character in the fight
    PROGRESS = 17  # the full track
    PACE = 18  # the square of the part filled
    GROUND = 19  # always


WORTH = np.array(
    (
        # -  troublesome  dangerous  formidable  extreme  epic
        (0.0, 0.05, 0.08, 0.12, 0.12, 0.12),  # MOMENTUM
        (0.0, 0.05, 0.05, 0.08, 0.08, 0.08),  # BURN
        (0.0, 0.10, 0.12, 0.15, 0.12, 0.12),  # HEALTH
        (0.0, 0.20, 0.20, 0.20, 0.20, 0.20),  # STANDING
        (0.0, 0.05, 0.06, 0.08, 0.08, 0.08),  # SPIRIT
        (0.0, 0.10, 0.10, 0.10, 0.10, 0.10),  # HEARTENED
        (0.0, 0.20, 0.25, 0.30, 0.30, 0.30),  # UNHURT
        (0.0, 0.10, 0.15, 0.15, 0.15, 0.15),  # UNSHAKEN
        (0.0, 0.50, 0.50, 0.60, 0.60, 0.60),  # INITIATIVE
        (0.0, 0.30, 0.30, 0.30, 0.20, 0.20),  # TIDE
        (0.0, 0.20, 0.20, 0.20, 0.20, 0.20),  # BONUS
        (0.0, 0.30, 0.30, 0.50, 0.60, 0.60),  # ATTACK
        (0.0, 0.50, 0.70, 1.00, 1.20, 1.20),  # HARM
        (0.0, 0.10, 0.10, 0.20, 0.30, 0.30),  # BEST
        (0.0, 0.50, 0.50, 0.50, 0.50, 0.50),  # STEADY
        (0.0, 0.02, 0.04, 0.06, 0.08, 0.08),  # SUPPLY
        (0.0, 0.50, 0.60, 0.80, 0.80, 0.80),  # PARTY
        (0.0, 2.00, 2.20, 3.00, 4.00, 5.00),  # PROGRESS
        (0.0, 0.00, 0.00, 0.00, 0.00, 0.00),  # PACE
        (0.0, -0.5, -1.5, -4.00, -6.5, -8.0),  # GROUND
    )
)
