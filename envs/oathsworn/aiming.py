"""What a hero's attack is aimed at: a target, a direction, a centre, a charge's way (Encounter rules p. 12, 29-31)."""

from ..core.compiler import rule
from ..core.hexes import HEXES
from ..core.tape import Tape, emit
from .areas import aims_at, caught, covered_hexes, follows, has_target, needs_direction_of, opposes, target_hex
from .board import is_open, lift, nearest_open, on_board, put, span
from .house_rules import Ties
from .locations import location_of_hex
from .seats import weapon_reach
from .stack import DONE, answered, ask, is_legal, offer, offer_if, pop, top, withdraw
from .state import STEP, Book, Play, State, Step
from .terms import BOSS, FRIEND, PIECES, SEATS, Act, Decision, Event, Flag, Shape, Status
from .whom import seat_of


@rule
def reach_of(state: State, book: Book, actor: int, step: Step) -> int:
    """Give the range of an attack: the card's before the weapon's, melee where neither has one (p. 12)."""
    reach = step.reach
    if reach < 0:
        reach = weapon_reach(state, book, actor) if actor < SEATS else book.friends[state.pieces[actor].sort].reach
    if step.flags & Flag.MELEE:
        reach = 0
    return reach + state.pieces[actor].range_next if reach > 0 else 0


@rule
def aim(state: State, book: Book, tape: Tape, play: Play, step: Step, actor: int) -> bool:
    """Choose what an attack is aimed at; True when it is known, or when there is nothing to aim at."""
    answer = answered(state)
    if answer >= 0:
        take_aim_at(state, book, tape, play, step, actor, answer)
        return True
    aimed_spot = play.spot
    play.hits = 0
    play.spot = -1
    reach = reach_of(state, book, actor, step)
    strike_from(state, play, actor, actor)
    if play.aimed:
        play.aimed = 0
        play.spot = aimed_spot
        strike_from(state, play, actor, striker(state, book, step, actor, reach, aimed_spot))
        play.hits = 1 << play.target if on_board(state, play.target) else 0
        return True
    if held_inside(state, actor):
        play.location = state.pieces[actor].holder
        play.target = BOSS + book.locations[play.location].boss
        play.hits = 1 << play.target
        return True
    if not has_target(state, book, step, actor, reach) or (step.shape == Shape.CHARGE and bound(state, actor)):
        return True
    if step.shape == Shape.ADJACENT or step.shape == Shape.WITHIN:
        set_area(state, book, play, step, actor)
        return True
    if needs_direction_of(step.shape):
        offer_directions(state, book, play, step, actor)
    elif step.shape == Shape.DISC:
        offer_centres(state, book, play, step, actor, reach)
    else:
        offer_targets(state, book, play, step, actor, reach)
    if state.n_legal == 0:
        return True
    ask(state, Decision.TARGET, max(seat_of(state, actor), 0))
    return False


@rule
def take_aim_at(state: State, book: Book, tape: Tape, play: Play, step: Step, actor: int, answer: int) -> None:
    """Aim at what was chosen; a direction turns the hero that way."""
    if needs_direction_of(step.shape):
        play.way = answer - Act.DIRECTION
        state.pieces[actor].facing = play.way
        set_area(state, book, play, step, actor)
        return
    play.spot = answer - Act.HEX
    if step.shape == Shape.DISC:
        set_area(state, book, play, step, actor)
    else:
        play.target = state.occupant[play.spot] - 1
        play.hits = 1 << play.target
        reach = reach_of(state, book, actor, step)
        strike_from(state, play, actor, striker(state, book, step, actor, reach, play.spot))


@rule
def strike_from(state: State, play: Play, actor: int, source: int) -> None:
    """Note from where an attack is made: where its actor stands, or a friend."""
    play.origin = state.pieces[source].hex
    play.by_friend = 1 if source != actor else 0


@rule
def held_inside(state: State, piece: int) -> bool:
    """Tell whether a location holds a piece, which then attacks nothing else (p. 30)."""
    return state.pieces[piece].hex < 0 and state.pieces[piece].status[Status.CONSUMED] > 0


@rule
def bound(state: State, piece: int) -> bool:
    """Tell whether a piece cannot be moved or placed by what it does itself (p. 28)."""
    status = state.pieces[piece].status
    return status[Status.CRIPPLED] > 0 or status[Status.CAGED] > 0


@rule
def set_area(state: State, book: Book, play: Play, step: Step, actor: int) -> None:
    """Mark everybody an area covers; what the ability broke before is left out (p. 15)."""
    play.hits = caught(state, book, step, actor, play.origin, play.way, play.spot) & ~play.gone
    for piece in range(PIECES):
        if (play.hits >> piece) & 1 and opposes(state, actor, piece):
            play.target = piece
            return


@rule
def stands_against(state: State, play: Play, actor: int, piece: int) -> bool:
    """Tell whether a piece is on the other side and was not broken by this ability before."""
    return opposes(state, actor, piece) and not (play.gone >> piece) & 1


@rule
def offer_targets(state: State, book: Book, play: Play, step: Step, actor: int, reach: int) -> None:
    """Offer the hex of every enemy that may be attacked; a large one by the closest hex in sight (p. 12).

    An attack by friends is made from where any of them stands.
    """
    for source in range(PIECES):
        if source == actor if step.kind < 0 else follows(state, source, actor, step.kind):
            for piece in range(PIECES):
                if stands_against(state, play, actor, piece):
                    hex = target_hex(state, book, step, source, reach, piece)
                    offer_if(state, hex >= 0 and not is_legal(state, Act.HEX + hex), Act.HEX + hex)


@rule
def striker(state: State, book: Book, step: Step, actor: int, reach: int, hex: int) -> int:
    """Give the piece that an attack on a hex is made from: the actor, or the nearest friend that may aim at it."""
    best = actor
    for friend in range(FRIEND, PIECES):
        nearer = best == actor or span(state, book, friend, hex) < span(state, book, best, hex)
        able = step.kind >= 0 and follows(state, friend, actor, step.kind)
        if nearer and able and aims_at(state, book, step, friend, reach, hex):
            best = friend
    return best


@rule
def offer_centres(state: State, book: Book, play: Play, step: Step, actor: int, reach: int) -> None:
    """Offer every centre in range whose area covers an enemy."""
    for hex in range(HEXES):
        if not aims_at(state, book, step, actor, reach, hex):
            continue
        for piece in range(PIECES):
            if stands_against(state, play, actor, piece) and covered_hexes(state, book, step, -1, 0, hex, piece) > 0:
                offer(state, Act.HEX + hex)
                break


@rule
def offer_directions(state: State, book: Book, play: Play, step: Step, actor: int) -> None:
    """Offer every direction in which an enemy is caught."""
    for facing in range(6):
        for piece in range(PIECES):
            foe = stands_against(state, play, actor, piece)
            if foe and covered_hexes(state, book, step, play.origin, facing, -1, piece) > 0:
                offer(state, Act.DIRECTION + facing)
                break


@rule
def charge_end(state: State, book: Book, origin: int, way: int, length: int) -> int:
    """Give the hex a charge of one hex ends on, through characters: the last before an obstacle or the edge (p. 30)."""
    hex = origin
    for _ in range(length):
        beside = book.geo.neighbour[hex, way]
        if beside < 0 or state.terrain[beside]:
            return hex
        hex = beside
    return hex


@STEP.member
def landing_step(state: State, book: Book, tape: Tape) -> int:
    """Put a piece on the open hex closest to a hex, its seat choosing among equals (p. 30).

    a = hex, b = piece, c = 0 or, behind a charge, 1 + its direction.
    """
    frame = top(state)
    piece = frame.b
    answer = answered(state)
    if answer < 0:
        home = state.pieces[piece].hex
        lift(state, book, piece)
        nearest = nearest_open(state, book, frame.a)
        span = book.geo.distance[frame.a, nearest]
        for hex in range(HEXES):
            offer_if(state, is_open(state, hex) and book.geo.distance[frame.a, hex] == span, Act.HEX + hex)
        put(state, book, piece, home)
        if book.house.ties != Ties.PLAYERS or seat_of(state, piece) < 0:
            withdraw(state)
            offer(state, Act.HEX + nearest)
        ask(state, Decision.LANDING, max(seat_of(state, piece), 0))
        return DONE
    end = frame.a
    way = frame.c - 1
    pop(state)
    start = state.pieces[piece].hex
    put(state, book, piece, answer - Act.HEX)
    while way >= 0 and start != end and book.geo.neighbour[start, way] >= 0:
        beside = book.geo.neighbour[start, way]
        emit(tape, Event.STEP, piece, start, beside, 0, 0)
        start = beside
    if start != answer - Act.HEX:
        emit(tape, Event.STEP, piece, start, answer - Act.HEX, 0, 0)
    return DONE


@STEP.member
def aim_step(state: State, book: Book, tape: Tape) -> int:
    """Choose the target of the attack that follows, so that conditions can speak of it; a = row, b = actor."""
    frame = top(state)
    step = book.steps[frame.a]
    actor = frame.b
    play = state.plays[frame.c]
    answer = answered(state)
    if answer < 0:
        offer_targets(state, book, play, step, actor, reach_of(state, book, actor, step))
        if state.n_legal == 0:
            play.row = play.end
            pop(state)
            return DONE
        ask(state, Decision.TARGET, max(seat_of(state, actor), 0))
        return DONE
    pop(state)
    play.spot = answer - Act.HEX
    play.target = state.occupant[play.spot] - 1
    play.location = location_of_hex(state, book, play.spot)
    play.aimed = 1
    strike_from(state, play, actor, striker(state, book, step, actor, reach_of(state, book, actor, step), play.spot))
    return DONE
