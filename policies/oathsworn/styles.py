"""Partner styles of Oathsworn: each is what a player of that kind does not think of, and how much is left to luck."""

from ...envs.core.compiler import rule
from ...envs.oathsworn.board import is_enemy, on_board
from ...envs.oathsworn.state import Book, State
from ...envs.oathsworn.terms import BOSS, BOSSES, FRIEND, MINION, SEATS, Act, Decision, Limit, Op
from ...envs.oathsworn.window import option_of
from ..styles import make_style
from .family import PILOT
from .pilots import ScriptedPilot
from .scripted import scripted
from .scripted.moves import nearest_boss

HURT = 3
"""HP from which a bold player defends after all, and a cautious one thinks of safety first."""
FAR = 3
"""Hexes to a boss that a cautious player likes to see."""
NEAR = 3
"""Hexes to a boss from which a stubborn player stays."""
APART = 2
"""Hexes that a lone player keeps from the others."""
HASTE = 2
"""Things that a hasty player does in a visit."""
SLIPS = 6
"""Percent of all choices that a noisy player leaves to luck."""
SHRUGS = 20
"""Percent of the places, targets and defences that a careless player leaves to luck."""
KEPT = 1
"""Animus that a hoarding player never spends in a visit."""


@rule
def never(state: State) -> int:
    """Leave nothing to luck."""
    return 0


@rule
def slips(state: State) -> int:
    """Leave some of everything to luck."""
    return SLIPS


@rule
def shrugs(state: State) -> int:
    """Leave some places, targets and defences to luck."""
    place = state.decision == Decision.MOVE_TO or state.decision == Decision.PLACE
    aim = state.decision == Decision.TARGET or state.decision == Decision.LOCATION
    return SHRUGS if place or aim or state.decision == Decision.DEFEND else 0


@rule
def anything(state: State, book: Book, act: int) -> bool:
    """Think of everything."""
    return True


@rule
def attacks(state: State, book: Book, act: int) -> bool:
    """Tell whether something that a visit offers is an attack."""
    return is_played(act) and option_of(state, book, state.seat, act).attacks == 1


@rule
def is_played(act: int) -> bool:
    """Tell whether something that a visit offers is an option of a card, an item or a class."""
    return act >= Act.CARD and act < Act.TOKEN


@rule
def may_attack(state: State, book: Book) -> bool:
    """Tell whether a visit offers an attack."""
    for k in range(state.n_legal):
        if attacks(state, book, state.legal[k]):
            return True
    return False


@rule
def walks(state: State, act: int) -> bool:
    """Tell whether an action is a hex that the deciding seat itself may walk to."""
    frame = state.stack[state.top]
    own = frame.op == Op.HERO_MOVE and frame.a == state.seat
    return own and state.decision == Decision.MOVE_TO and act < Act.PASS


@rule
def guards(state: State, act: int) -> bool:
    """Tell whether an action is a defence card or a token against an attack."""
    return (state.decision == Decision.DEFEND or state.decision == Decision.GUARD) and act != Act.PASS


@rule
def declines(state: State, act: int) -> bool:
    """Tell whether an action leaves an attack undefended."""
    return (state.decision == Decision.DEFEND or state.decision == Decision.GUARD) and act == Act.PASS


@rule
def bold(state: State, book: Book, act: int) -> bool:
    """Attack wherever that can be done, never step back, defend only when hurt."""
    if state.decision == Decision.TURN and act == Act.MOVE:
        return not may_attack(state, book)
    if walks(state, act):
        return nearest_boss(state, book, act) <= nearest_boss(state, book, state.pieces[state.seat].hex)
    return state.pieces[state.seat].hp <= HURT or not guards(state, act)


@rule
def cautious(state: State, book: Book, act: int) -> bool:
    """Defend against every blow; when hurt, go far off and not near."""
    if state.decision == Decision.TURN and act == Act.MOVE:
        near = nearest_boss(state, book, state.pieces[state.seat].hex) < FAR
        return state.pieces[state.seat].hp > HURT or near
    if walks(state, act):
        return state.pieces[state.seat].hp > HURT or nearest_boss(state, book, act) >= FAR
    return not declines(state, act)


@rule
def hoarding(state: State, book: Book, act: int) -> bool:
    """Keep some animus, every token, and what can be done only once."""
    if act >= Act.TOKEN and act < Act.NUMBER:
        return False
    if state.decision == Decision.TURN and is_played(act):
        option = option_of(state, book, state.seat, act)
        return option.limit != Limit.ENCOUNTER and option.cost + KEPT <= state.seats[state.seat].available
    return True


@rule
def careless(state: State, book: Book, act: int) -> bool:
    """Never interrupt what others do, never look after decks and injuries that can wait."""
    idle = state.decision == Decision.WINDOW or state.decision == Decision.GUARD or state.decision == Decision.DECKS
    return not idle or act == Act.PASS


@rule
def stubborn(state: State, book: Book, act: int) -> bool:
    """Go for a boss, stay there and strike the same part of it, whatever else is in reach."""
    if state.decision == Decision.LOCATION:
        return act == state.legal[0]
    if state.decision == Decision.TARGET and act < Act.PASS:
        return state.occupant[act] <= MINION or not may_hit_boss(state)
    if state.decision == Decision.TURN and act == Act.MOVE:
        return nearest_boss(state, book, state.pieces[state.seat].hex) > NEAR
    return True


@rule
def may_hit_boss(state: State) -> bool:
    """Tell whether a boss is among the targets offered."""
    for k in range(state.n_legal):
        act = state.legal[k]
        if act < Act.PASS and BOSS < state.occupant[act] <= BOSS + BOSSES:
            return True
    return False


@rule
def lone(state: State, book: Book, act: int) -> bool:
    """Stand apart, and help nobody: of what can be played, attacks alone."""
    if state.decision == Decision.TURN and is_played(act):
        return attacks(state, book, act)
    if walks(state, act) or (state.decision == Decision.PLACE and act < Act.PASS):
        return is_apart(state, book, act)
    return state.decision != Decision.WINDOW or act == Act.PASS


@rule
def is_apart(state: State, book: Book, hex: int) -> bool:
    """Tell whether no other seat stands near a hex."""
    for other in range(SEATS):
        near = on_board(state, other) and book.geo.distance[state.pieces[other].hex, hex] < APART
        if other != state.seat and near:
            return False
    return True


@rule
def hasty(state: State, book: Book, act: int) -> bool:
    """End a visit after two things done, take no card again, never spend on more dice."""
    if state.decision == Decision.TURN:
        return act == Act.PASS or state.seats[state.seat].acts < HASTE
    return not (state.decision == Decision.DRAWN and act >= Act.DRAWN and act < Act.DIRECTION)


@rule
def showy(state: State, book: Book, act: int) -> bool:
    """Play the dearest that can be paid for, at whatever it hits."""
    if state.decision == Decision.TURN and is_played(act):
        return option_of(state, book, state.seat, act).cost >= dearest(state, book)
    return state.decision != Decision.TURN or act != Act.PASS or not is_enemy_beside(state, book)


@rule
def dearest(state: State, book: Book) -> int:
    """Give the animus of the dearest option that a visit offers."""
    most = 0
    for k in range(state.n_legal):
        if is_played(state.legal[k]):
            most = max(most, option_of(state, book, state.seat, state.legal[k]).cost)
    return most


@rule
def is_enemy_beside(state: State, book: Book) -> bool:
    """Tell whether an enemy stands beside the deciding seat, a large one as near as it comes."""
    for piece in range(BOSS, FRIEND):
        if is_enemy(state, piece) and state.pieces[state.seat].hex >= 0:
            away = book.geo.distance[state.pieces[piece].hex, state.pieces[state.seat].hex]
            if away <= 1 + state.pieces[piece].large:
                return True
    return False


MEMBERS = {
    name: make_style(PILOT, scripted, *style)
    for name, style in {
        "bold": (bold, never),
        "cautious": (cautious, never),
        "hoarding": (hoarding, never),
        "careless": (careless, shrugs),
        "noisy": (anything, slips),
        "stubborn": (stubborn, never),
        "lone": (lone, never),
        "hasty": (hasty, never),
        "showy": (showy, never),
    }.items()
}
"""The compiled pilots, by the names of their styles."""


def style_pilot(name: str) -> ScriptedPilot:
    """Return the pilot of a style, one of `STYLES`."""
    return ScriptedPilot(MEMBERS[name])
