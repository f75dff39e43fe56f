"""What everything is worth to the scripted pilot, in log-odds of winning, by the rank of the hardest foe.

Fitted by logistic regression on games the pilot played against itself: `training/fit_scripted.py`.
"""

from enum import IntEnum

import numpy as np


class Worth(IntEnum):
    """Rows of `WORTH`.

    All but the last five rows count for each character; a party's sum is divided by the square root of its number.
    """

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
    STEADY = 13  # not reeling
    SUPPLY = 14  # a point
    PARTY = 15  # each other character in the fight
    PROGRESS = 16  # the full track
    PACE = 17  # the square of the part filled
    GROUND = 18  # always


WORTH = np.array(
    (
        # -  troublesome  dangerous  formidable  extreme  epic
        (0.0, 0.11, 0.16, 0.12, 0.10, 0.08),  # MOMENTUM
        (0.0, -0.10, -0.15, -0.10, -0.09, -0.06),  # BURN
        (0.0, 0.04, 0.11, 0.07, 0.10, 0.09),  # HEALTH
        (0.0, 0.15, 0.14, 0.23, 0.10, 0.10),  # STANDING
        (0.0, 0.02, 0.04, 0.12, 0.16, 0.16),  # SPIRIT
        (0.0, 0.10, 0.0, 0.0, 0.03, 0.0),  # HEARTENED
        (0.0, 0.17, 0.39, 0.29, 0.29, 0.35),  # UNHURT
        (0.0, 0.03, 0.03, 0.0, 0.0, 0.1),  # UNSHAKEN
        (0.0, 0.20, 0.35, 0.35, 0.35, 0.35),  # INITIATIVE
        (0.0, 0.1, 0.1, 0.1, 0.2, 0.2),  # TIDE
        (0.0, 0.1, 0.1, 0.1, 0.1, 0.1),  # BONUS
        (0.0, 0.3, 0.3, 0.5, 0.5, 0.5),  # ATTACK
        (0.0, 0.3, 0.3, 0.4, 0.4, 0.4),  # HARM
        (0.0, 0.7, 0.7, 0.7, 0.5, 0.5),  # STEADY
        (0.0, 0.02, 0.06, 0.1, 0.08, 0.09),  # SUPPLY
        (0.0, 0.5, 0.5, 0.5, 0.3, 0.1),  # PARTY
        (0.0, 1.5, 1.5, 2.2, 4.8, 7.0),  # PROGRESS
        (0.0, 0.5, 1.0, 1.0, -0.8, -1.8),  # PACE
        (0.0, 0.0, -0.8, -3.9, -5.3, -6.8),  # GROUND
    )
)
