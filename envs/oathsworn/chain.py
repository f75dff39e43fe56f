"""Chain attacks: from target to target, each within range and sight of the last (Encounter rules p. 30)."""

from ..core.compiler import rule
from ..core.hexes import toward
from ..core.tape import Tape, emit
from .aiming import stands_against
from .board import FAR, body_hex, face, is_friendly, lift, on_board, put, sees
from .settling import room_for
from .stack import DONE, answered, ask, offer, offer_if, pop, top
from .state import STEP, Book, Piece, Play, State, Step
from .terms import BODY, LINKS, PIECES, Act, Decision, Event
from .whom import seat_of


@STEP.member
def chain_step(state: State, book: Book, tape: Tape) -> int:
    """Let a hero pick the targets behind the first, as far as it likes; a = program, b = actor, c = row."""
    frame = top(state)
    play = state.plays[frame.a]
    step = book.steps[frame.c]
    answer = answered(state)
    if play.n_links == 0:
        add_link(state, play, play.spot)
    elif answer >= 0 and answer != Act.PASS:
        add_link(state, play, answer - Act.HEX)
    if answer != Act.PASS and play.n_links < LINKS and (step.amount == 0 or play.n_links < step.amount):
        last = play.links[play.n_links - 1]
        for piece in range(PIECES):
            if stands_against(state, play, frame.b, piece) and not (play.hits >> piece) & 1:
                hex = link_hex(state, book, step, last, piece)
                offer_if(state, hex >= 0, Act.HEX + hex)
        if state.n_legal > 0:
            offer(state, Act.PASS)
            ask(state, Decision.CHAIN, max(seat_of(state, frame.b), 0))
            return DONE
    pop(state)
    return DONE


@rule
def add_link(state: State, play: Play, hex: int) -> None:
    """Add the model on a hex to a chain."""
    play.links[play.n_links] = hex
    play.n_links += 1
    play.hits |= 1 << (state.occupant[hex] - 1)


@rule
def link_hex(state: State, book: Book, step: Step, last: int, piece: int) -> int:
    """Give the hex of a piece that a chain reaches from its last: the closest in sight, North then West; -1 none."""
    model: Piece = state.pieces[piece]
    best = -1
    for part in range(BODY if model.large else 1):
        hex = body_hex(book, model.hex, model.facing, part)
        if hex < 0 or book.geo.distance[last, hex] > max(step.size, 1) or not sees(state, book, last, hex):
            continue
        span = book.geo.distance[last, hex]
        if best < 0 or (span, hex) < (book.geo.distance[last, best], best):
            best = hex
    return best


@rule
def enemy_chain(state: State, book: Book, play: Play, step: Step, target: int) -> None:
    """Lay an enemy's chain: from its target on to the closest not struck yet, North then West (p. 30).

    Heroes, allies and friends are links; what holds no hex is passed by.
    """
    add_link(state, play, state.pieces[target].hex)
    while play.n_links < LINKS:
        last = play.links[play.n_links - 1]
        best = -1
        least = FAR
        for piece in range(PIECES):
            passed = (play.hits >> piece) & 1 == 1 or state.pieces[piece].light == 1
            if is_friendly(state, piece) and not passed:
                hex = link_hex(state, book, step, last, piece)
                if hex >= 0 and (book.geo.distance[last, hex], hex) < (least, best):
                    best = hex
                    least = book.geo.distance[last, hex]
        if best < 0:
            return
        add_link(state, play, best)


@rule
def place_of(play: Play, hex: int) -> int:
    """Give how many targets of a chain come before the one on a hex."""
    for link in range(play.n_links):
        if play.links[link] == hex:
            return link
    return 0


@rule
def follow_chain(state: State, book: Book, tape: Tape, play: Play, enemy: int, row: int) -> None:
    """Put an enemy beside the last target of its chain, facing it, unless the chain is ranged (p. 30)."""
    if play.n_links == 0 or not on_board(state, enemy) or book.steps[row].reach > 0:
        return
    last = play.links[play.n_links - 1]
    model: Piece = state.pieces[enemy]
    home = model.hex
    lift(state, book, enemy)
    best = -1
    for hex in range(len(state.occupant)):
        if room_for(state, book, model.large, hex):
            nearer = best < 0 or book.geo.distance[last, hex] < book.geo.distance[last, best]
            best = hex if nearer else best
    put(state, book, enemy, best if best >= 0 else home)
    emit(tape, Event.PLACED, enemy, model.hex, model.facing, 0, 0)
    if model.hex != last:
        face(state, tape, enemy, toward(book.geo, model.hex, last))
