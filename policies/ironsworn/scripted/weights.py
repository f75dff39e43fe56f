"""What everything is worth to the scripted pilot, in log-odds of winning, by the rank of the hardest foe.

Set by hand and bettered by search for the share of fights won by lone characters of any stats and assets; how well it
plays stands in docs/scripted.md. `training/calibrate.py` compares what it hopes with what comes of it.
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
        (0.0, 0.11, 0.16, 0.11, 0.10, 0.11),  # MOMENTUM
        (0.0, -0.10, -0.15, -0.09, -0.08, -0.07),  # BURN
        (0.0, 0.04, 0.11, 0.07, 0.10, 0.10),  # HEALTH
        (0.0, 0.15, 0.14, 0.21, 0.09, 0.08),  # STANDING
        (0.0, 0.02, 0.04, 0.09, 0.18, 0.09),  # SPIRIT
        (0.0, 0.10, 0.00, 0.04, 0.03, -0.03),  # HEARTENED
        (0.0, 0.17, 0.39, 0.23, 0.29, 0.23),  # UNHURT
        (0.0, 0.03, 0.03, 0.02, -0.00, 0.13),  # UNSHAKEN
        (0.0, 0.20, 0.35, 0.11, 0.32, 0.27),  # INITIATIVE
        (0.0, 0.10, 0.10, 0.16, 0.19, 0.17),  # TIDE
        (0.0, 0.10, 0.10, 0.10, 0.08, 0.09),  # BONUS
        (0.0, 0.30, 0.30, 0.47, 0.56, 0.55),  # ATTACK
        (0.0, 0.30, 0.30, 0.33, 0.52, 0.38),  # HARM
        (0.0, 0.70, 0.70, 0.67, 0.46, 0.62),  # STEADY
        (0.0, 0.02, 0.06, 0.16, 0.09, 0.08),  # SUPPLY
        (0.0, -0.60, -0.60, -0.60, -0.60, -0.60),  # PARTY
        (0.0, 1.50, 1.50, 2.59, 5.86, 8.12),  # PROGRESS
        (0.0, 0.50, 1.00, 0.92, -0.80, -1.87),  # PACE
        (0.0, 0.00, -0.80, -4.06, -5.85, -7.02),  # GROUND
    )
)
