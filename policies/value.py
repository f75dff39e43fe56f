"""A small network over features of a situation that says how likely a game is won; each game has features of its own.

Its numbers are, for each hidden unit, its weights and its bias, then the weights and the bias of the logit.
"""

from math import exp

from ..envs.core.compiler import F4, rule


def count_weights(inputs: int, hidden: int) -> int:
    """Return how many numbers the network has."""
    return (inputs + 1) * hidden + hidden + 1


@rule
def chance_of(weights: F4, sight: F4) -> float:
    """Give the chance to win of a situation with the features `sight`."""
    inputs = len(sight)
    hidden = (len(weights) - 1) // (inputs + 2)
    logit = weights[(inputs + 1) * hidden + hidden]
    for unit in range(hidden):
        at = unit * (inputs + 1)
        total = weights[at + inputs]
        for place in range(inputs):
            total += weights[at + place] * sight[place]
        if total > 0.0:
            logit += weights[hidden * (inputs + 1) + unit] * total
    return 1.0 / (1.0 + exp(-logit))
