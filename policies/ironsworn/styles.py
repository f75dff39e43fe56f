"""Partner styles of Ironsworn: each is what a player of that kind does not think of, and how much is left to luck."""

from ...envs.core.compiler import rule
from ...envs.ironsworn.stack import is_legal as is_offered
from ...envs.ironsworn.state import Book, State
from ...envs.ironsworn.terms import BOX, STATS, Act, Decision
from ...envs.ironsworn.tracks import worst_foe
from ..styles import make_style
from .family import PILOT
from .pilots import ScriptedPilot
from .scripted import scripted

READY = 4
"""Momentum that a cautious player gathers before a strike."""
SURE = 8
"""Boxes of the track that a cautious player fills before the end is rolled for."""
FULL = 10
"""Boxes that a stubborn player fills."""
NEARLY = 7
"""Boxes from which a bold player rolls for the end."""
ENOUGH = 5
"""Boxes that are enough for a hasty player."""
SLIPS = 8
"""Percent of all choices that a noisy player leaves to luck."""
SHRUGS = 40
"""Percent of the choices beside the moves themselves that a careless player leaves to luck."""


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
    """Leave what is not a move to luck."""
    return 0 if state.decision == Decision.MOVE else SHRUGS


@rule
def gives_up(act: int) -> bool:
    """Tell whether an action leaves the fight."""
    return act == Act.SURRENDER or (act >= Act.FLEE and act < Act.FLEE + STATS)


@rule
def is_attack(act: int) -> bool:
    """Tell whether an action is a Strike or a Clash."""
    return act >= Act.STRIKE_CLOSE and act <= Act.CLASH_RANGED


@rule
def secures(act: int) -> bool:
    """Tell whether an action is Secure an Advantage."""
    return act >= Act.SECURE and act < Act.SECURE + STATS


@rule
def boxes(state: State) -> int:
    """Count the boxes filled on the track of the hardest foe; a full track without any."""
    foe = worst_foe(state)
    return state.foes[foe].progress // BOX if foe >= 0 else FULL


@rule
def fights_on(state: State, book: Book, act: int) -> bool:
    """Think of everything but giving up."""
    return not gives_up(act)


@rule
def bold(state: State, book: Book, act: int) -> bool:
    """Only ever attack; turn the tide at once, and end the fight when little is missing."""
    if state.decision == Decision.MOVE:
        if is_offered(state, Act.TIDE):
            return act == Act.TIDE
        ends = is_offered(state, Act.END) and boxes(state) >= NEARLY
        return act == Act.END if ends else is_attack(act)
    return act != Act.GAIN_HEALTH and act != Act.GAIN_SPIRIT


@rule
def cautious(state: State, book: Book, act: int) -> bool:
    """Gather momentum before a strike, and end only what is sure."""
    if act == Act.END:
        return boxes(state) >= SURE
    strikes = act == Act.STRIKE_CLOSE or act == Act.STRIKE_RANGED
    return not gives_up(act) and (not strikes or state.characters[state.seat].momentum >= READY)


@rule
def hoarding(state: State, book: Book, act: int) -> bool:
    """Keep momentum, supply, abilities and the turning of the tide for later."""
    ability = act >= Act.ABILITY and act < Act.GO
    return act != Act.BURN and act != Act.TIDE and act != Act.LOSE_SUPPLY and not ability


@rule
def stubborn(state: State, book: Book, act: int) -> bool:
    """Fill the whole track before the end is rolled for."""
    return not gives_up(act) and (act != Act.END or boxes(state) >= FULL)


@rule
def lone(state: State, book: Book, act: int) -> bool:
    """Keep out of reach without initiative, and help nobody: no aid, no waiting, nothing given away."""
    aid = act >= Act.AID and act < Act.AID + STATS
    given = state.decision != Decision.SEAT and act >= Act.SEAT and act < Act.ABILITY
    clashes = act == Act.CLASH_CLOSE or act == Act.CLASH_RANGED
    return not aid and not given and not clashes and act != Act.WAIT and not gives_up(act)


@rule
def hasty(state: State, book: Book, act: int) -> bool:
    """Roll for the end as soon as half of the track is filled; never secure an advantage."""
    if state.decision != Decision.MOVE:
        return True
    if is_offered(state, Act.END) and boxes(state) >= ENOUGH:
        return act == Act.END
    return not secures(act) and not gives_up(act)


@rule
def showy(state: State, book: Book, act: int) -> bool:
    """Set every strike up, boast, burn momentum wherever it betters a roll."""
    if state.decision == Decision.BURN:
        return act == Act.BURN
    if state.decision == Decision.MOVE and state.characters[state.seat].bonus == 0 and is_offered(state, Act.SECURE):
        return secures(act) or act == Act.END
    return state.decision != Decision.BOAST or act != Act.GO


MEMBERS = {
    name: make_style(PILOT, scripted, *style)
    for name, style in {
        "bold": (bold, never),
        "cautious": (cautious, never),
        "hoarding": (hoarding, never),
        "careless": (fights_on, shrugs),
        "noisy": (fights_on, slips),
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
