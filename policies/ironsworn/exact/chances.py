"""The outcomes of a chance stop that differ: representative faces with their exact weights.

A roll matters only through its result, the result a burn would give, whether the action die is a 1 and whether the
challenge dice match; dice that agree in these lead to the same state, so one of them stands for all.
"""

from ....envs.core.compiler import I8x2, rule
from ....envs.core.tape import Tape
from ....envs.ironsworn.asked import FIFTY_FIFTY, HUNDRED, LIKELY, UNLIKELY
from ....envs.ironsworn.house_rules import PriceRule
from ....envs.ironsworn.price import MIXED_HARM_LAST, MIXED_STRESS_LAST, TABLE_LAST, WORSE_LAST
from ....envs.ironsworn.rolls import (
    SIDES,
    burnt_result,
    end_burn_row,
    is_cancelled,
    is_progress,
    reroll_row,
    result_of,
    roll_score,
)
from ....envs.ironsworn.stack import top
from ....envs.ironsworn.state import Book, State
from ....envs.ironsworn.suffer import (
    AFRAID_LAST,
    DESOLATE_LAST,
    DYING_LAST,
    GIVES_UP_LAST,
    MORTAL_LAST,
    REELING_LAST,
    UNCONSCIOUS_LAST,
)
from ....envs.ironsworn.terms import FACES, Die, Move, Stream

KINDS = 36
"""Results x burnt results x action die of 1 x match."""
COUNT = 0
FACE = 40
FACES_AT = 80
WEIGHTS_AT = 480
GATHERED = 880
SCRATCH = 1280
"""Columns of a scratch row: class counts, class faces, the outcomes' faces and weights, the edges gathered."""

CHALLENGE_DICE = Die.FIRST | Die.SECOND
ALL_DICE = Die.ACTION | CHALLENGE_DICE

BASE = 256
"""Faces of one outcome are packed to this base, the first face lowest."""


def cuts(*last: int) -> tuple[int, ...]:
    """Return the first faces of the rows of a d100 that end at these faces and at 100, and one past the end."""
    return (1, *sorted({face + 1 for face in (*last, HUNDRED)}))


@rule
def put(scratch: I8x2, depth: int, n: int, face: int, weight: int) -> int:
    """Add an outcome; gives how many there are."""
    scratch[depth, FACES_AT + n] = face
    scratch[depth, WEIGHTS_AT + n] = weight
    return n + 1


@rule
def outcomes(state: State, book: Book, tape: Tape, scratch: I8x2, depth: int) -> int:
    """Write the outcomes of the state's chance stop into row `depth`; gives their number."""
    stream = tape.want_stream
    if stream == Stream.PRICE:
        return price_outcomes(book, scratch, depth)
    if stream == Stream.ORACLE:
        return oracle_outcomes(tape, scratch, depth)
    if stream == Stream.PROGRESS:
        return dice_outcomes(state, book, scratch, depth, CHALLENGE_DICE)
    if stream == Stream.REROLL:
        return dice_outcomes(state, book, scratch, depth, top(state).a)
    if reroll_row(state, book) >= 0:
        return all_dice(scratch, depth)
    return dice_outcomes(state, book, scratch, depth, ALL_DICE)


PRICE_CUTS = cuts(WORSE_LAST, *TABLE_LAST)
MIXED_CUTS = cuts(MIXED_HARM_LAST, MIXED_STRESS_LAST)
ORACLE_CUTS = cuts(
    *(MORTAL_LAST, DYING_LAST, UNCONSCIOUS_LAST, REELING_LAST),
    *(DESOLATE_LAST, GIVES_UP_LAST, AFRAID_LAST),
    *(LIKELY - 1, FIFTY_FIFTY - 1, UNLIKELY - 1),
)
"""First faces of the rows that any d100 table of these streams distinguishes, and one more."""


@rule
def price_outcomes(book: Book, scratch: I8x2, depth: int) -> int:
    """Outcomes of a price: the rows of the table, the three kinds of the mixed price, or none to tell apart."""
    n = 0
    if book.house.price == PriceRule.TABLE:
        for k in range(len(PRICE_CUTS) - 1):
            n = put(scratch, depth, n, PRICE_CUTS[k], PRICE_CUTS[k + 1] - PRICE_CUTS[k])
    elif book.house.price == PriceRule.MIXED:
        for k in range(len(MIXED_CUTS) - 1):
            n = put(scratch, depth, n, MIXED_CUTS[k], MIXED_CUTS[k + 1] - MIXED_CUTS[k])
    else:
        n = put(scratch, depth, n, 1, HUNDRED)
    return n


@rule
def oracle_outcomes(tape: Tape, scratch: I8x2, depth: int) -> int:
    """Outcomes of an oracle: the rows of its tables, or every face of a small die."""
    n = 0
    if tape.want_faces < HUNDRED:
        for face in range(1, tape.want_faces + 1):
            n = put(scratch, depth, n, face, 1)
        return n
    for k in range(len(ORACLE_CUTS) - 1):
        n = put(scratch, depth, n, ORACLE_CUTS[k], ORACLE_CUTS[k + 1] - ORACLE_CUTS[k])
    return n


@rule
def all_dice(scratch: I8x2, depth: int) -> int:
    """Every throw of three dice, the two challenge dice in order: what a reroll may still change."""
    n = 0
    for action in range(1, SIDES + 1):
        for first in range(1, FACES + 1):
            for second in range(first, FACES + 1):
                face = action + BASE * first + BASE * BASE * second
                n = put(scratch, depth, n, face, 1 if first == second else 2)
    return n


@rule
def blank_dice(state: State) -> None:
    """Forget the faces of dice about to be rerolled, and which of the challenge dice is, where it is one of them."""
    frame = top(state)
    roll = state.roll
    if frame.a & CHALLENGE_DICE == Die.SECOND:
        frame.a ^= CHALLENGE_DICE
        roll.second = roll.first
    if frame.a & Die.ACTION:
        roll.action = 0
        roll.cancelled = 0
    if frame.a & Die.FIRST:
        roll.first = 0
    if frame.a & Die.SECOND:
        roll.second = 0


@rule
def dice_outcomes(state: State, book: Book, scratch: I8x2, depth: int, thrown: int) -> int:
    """Outcomes of a throw of some of the dice (bits of `Die`), the others as they lie."""
    for k in range(KINDS):
        scratch[depth, COUNT + k] = 0
    roll = state.roll
    for action in range(1 if thrown & Die.ACTION else roll.action, (SIDES if thrown & Die.ACTION else roll.action) + 1):
        roll_action = roll.action
        roll_cancelled = roll.cancelled
        roll.action = action
        roll.cancelled = 1 if is_cancelled(action, state.characters[0].momentum) else 0
        score = roll_score(state)
        roll.action = roll_action
        roll.cancelled = roll_cancelled
        one = 1 if action == 1 and die_matters(state, book) else 0
        challenge_outcomes(state, book, scratch, depth, thrown, action, score, one)
    n = 0
    for kind in range(KINDS):
        if scratch[depth, COUNT + kind] > 0:
            n = put(scratch, depth, n, scratch[depth, FACE + kind], scratch[depth, COUNT + kind])
    return n


@rule
def challenge_outcomes(
    state: State, book: Book, scratch: I8x2, depth: int, thrown: int, action: int, score: int, one: int
) -> None:
    """Count the throws of the challenge dice for one face of the action die, by class."""
    roll = state.roll
    first_low = 1 if thrown & Die.FIRST else roll.first
    first_high = FACES if thrown & Die.FIRST else roll.first
    second_low = 1 if thrown & Die.SECOND else roll.second
    second_high = FACES if thrown & Die.SECOND else roll.second
    momentum = burning_momentum(state, book)
    for first in range(first_low, first_high + 1):
        for second in range(second_low, second_high + 1):
            result = result_of(score, first, second)
            burnt = result
            if momentum > 0:
                burnt = burnt_result(score, momentum, first, second)
                if is_progress(roll.move):
                    burnt = min(result + 1, burnt)
            match = 1 if first == second and book.house.matches else 0
            kind = ((result * 3 + burnt) * 2 + one) * 2 + match
            if scratch[depth, COUNT + kind] == 0:
                scratch[depth, FACE + kind] = thrown_faces(action, first, second, thrown)
            scratch[depth, COUNT + kind] += 1


@rule
def burning_momentum(state: State, book: Book) -> int:
    """Momentum that a burn of this roll would set against the dice; 0 where it cannot be burnt."""
    if is_progress(state.roll.move) and end_burn_row(state, book) < 0:
        return 0
    return max(0, state.characters[0].momentum)


@rule
def thrown_faces(action: int, first: int, second: int, thrown: int) -> int:
    """Pack the faces of the dice thrown, in the order they are drawn."""
    packed = 0
    if thrown & Die.SECOND:
        packed = second
    if thrown & Die.FIRST:
        packed = packed * BASE + first
    if thrown & Die.ACTION:
        packed = packed * BASE + action
    return packed


@rule
def die_matters(state: State, book: Book) -> bool:
    """Tell whether an action die of 1 does more than its number: companions and fading rituals."""
    return state.roll.move == Move.COMPANION or book.kits[0].n_effects > 0
