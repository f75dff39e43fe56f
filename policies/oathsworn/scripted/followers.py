"""Friends that a class brings: what bringing, sending and commanding them is worth, and where they go."""

from ....envs.core.compiler import rule
from ....envs.oathsworn.areas import follows
from ....envs.oathsworn.board import gap, is_enemy, on_board
from ....envs.oathsworn.state import Book, FriendKind, State, Step
from ....envs.oathsworn.terms import BOSS, BOSSES, COLOURS, FRIEND, PIECES
from .strikes import first_defence, foe_worth
from .weights import BOSS_HP, FOLLOWER

MOST_BESIDE = 6
"""Friends that find a place beside one enemy, about."""
FAR = 99


@rule
def follower_mean(book: Book, kind: int) -> float:
    """Give the mean damage of a friend of a kind."""
    total = 0.0
    for colour in range(COLOURS):
        total += book.friends[kind].might[colour] * book.features.means[colour]
    return total


@rule
def followers_out(state: State, seat: int, kind: int) -> int:
    """Count a seat's friends of a kind on the board."""
    count = 0
    for friend in range(FRIEND, PIECES):
        count += 1 if follows(state, friend, seat, kind) else 0
    return count


@rule
def summon_worth(state: State, book: Book, seat: int, step: Step, hex: int, amount: float) -> float:
    """Give what new friends will bring: some share of their damage, less where no enemy is near."""
    sheet: FriendKind = book.friends[step.kind]
    room = float(sheet.models - followers_out(state, seat, step.kind))
    each = FOLLOWER * BOSS_HP * follower_mean(book, step.kind) / first_defence(state, book)
    near = nearest_enemy(state, book, hex) <= step.reach + sheet.move + 1
    return max(min(amount, room), 0.0) * each * (1.0 if near else 0.3)


@rule
def nearest_enemy(state: State, book: Book, hex: int) -> int:
    """Count the hexes from a hex to the nearest enemy's centre."""
    best = FAR
    for piece in range(BOSS, FRIEND):
        if is_enemy(state, piece):
            best = min(best, book.geo.distance[state.pieces[piece].hex, hex])
    return best


@rule
def command_worth(state: State, book: Book, seat: int, step: Step, hex: int) -> float:
    """Give what friends that move and then strike together bring, against the enemy they do best against."""
    best = 0.0
    mean = follower_mean(book, step.kind)
    reach = step.amount + max(book.friends[step.kind].reach, 1)
    for piece in range(BOSS, FRIEND):
        if not is_enemy(state, piece):
            continue
        count = 0
        for friend in range(FRIEND, PIECES):
            if follows(state, friend, seat, step.kind) and gap(state, book, friend, piece) <= reach:
                count += 1
        count = min(count, MOST_BESIDE)
        if count > 0:
            best = max(best, foe_worth(state, book, piece, hex, 1.0, count * mean + step.bonus, count))
    return best


@rule
def send_worth(state: State, book: Book, seat: int, step: Step) -> float:
    """Give what sending a friend is worth: much while none is beside a boss."""
    for boss in range(BOSS, BOSS + BOSSES):
        if not on_board(state, boss):
            continue
        beside = False
        for friend in range(FRIEND, PIECES):
            beside = beside or (follows(state, friend, seat, step.kind) and gap(state, book, friend, boss) <= 1)
        if not beside:
            return 1.0
    return 0.0
