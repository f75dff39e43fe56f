"""Random encounters, random legal play, and what must hold at every decision; the checks are compiled."""

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from shieldmate.envs.core.chance import Chance, draw, seed_chance
from shieldmate.envs.core.compiler import Batch, entry, rule
from shieldmate.envs.core.hexes import HEXES
from shieldmate.envs.core.records import Ints, Record, i2, i4, record
from shieldmate.envs.core.tape import Tape, new_tapes
from shieldmate.envs.oathsworn.board import body_hex, on_board
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.encounter import DIFFICULTIES
from shieldmate.envs.oathsworn.engine import decide, start
from shieldmate.envs.oathsworn.house_rules import ChanceKind, HouseRules
from shieldmate.envs.oathsworn.library import all_injuries, built_in
from shieldmate.envs.oathsworn.scenario import Scenario, make_scenario
from shieldmate.envs.oathsworn.state import Book, State
from shieldmate.envs.oathsworn.terms import (
    ACTIONS,
    BODY,
    BOSS,
    CARDS,
    COLOURS,
    FRAMES,
    FRIEND,
    INJURIES,
    ITEMS,
    KINDS,
    LETHAL,
    LOCATIONS,
    MINION,
    PEEKS,
    PIECES,
    PLAYS,
    SEATS,
    STAGE_CARDS,
    STATUSES,
    TOKENS,
    Decision,
    Event,
    Form,
    Kind,
    Outcome,
    StageZone,
    Token,
    Zone,
)

FILES = Path(__file__).parent / "files"
ENCOUNTERS = (*built_in("encounters"), str(FILES / "zoo.toml"))
JACK = str(FILES / "jack.toml")
CLASSES = (*built_in("classes"), JACK)
MANY_FRIENDS = {"grove-maiden", "huntress"}
"""Classes whose friends would be too many beside those of the class for tests."""
CHOICES: dict[str, tuple[Any, ...]] = {
    "ties": ("players", "north_west"),
    "any_time_tokens": ("windows", "everywhere"),
    "decline_ally": (True, False),
    "fire": ("heroes_end_enemies_move", "end_of_round", "on_enter"),
    "refresh_items": ("ability_cards_only", "all"),
    "unarmed": ("no_cubes", "no_weapon_cubes"),
    "water_last_point": ("stop_before", "stop_on"),
    "redrawn_crit": ("discard_extra", "keep_extra"),
    "empty_deck": ("stop", "reshuffle_table"),
    "melee_origin_large": ("front_hex", "any_base_hex"),
    "breaker_gone": ("normal_targeting", "cancel"),
    "ko_ticks": ("per_encounter", "per_knockout"),
    "bounce_corner": ("both", "one"),
    "turn_cap": (1, 3, 20),
    "round_cap": (2, 8, 40),
    "chance": ("cards", "cards", "dice", "mixed"),
    "hardcore": (False, True),
}
MOST_TOKENS = 200
WHOLE_DECK = 18


def random_member(rng: Random, hero: str) -> dict[str, Any]:
    """A class in one of its forms, fresh or worn."""
    full = rng.random() < 0.6
    worn = rng.random() < 0.4
    kinds = ("defence", "redraw", "animus", "empowered", "battleflow")
    return {
        "class": hero,
        "form": "full" if full else "companion",
        "side": rng.choice(("a", "b")),
        "hp": rng.randint(1, 4) if worn else None,
        "injuries": tuple(rng.sample(sorted(all_injuries()), rng.randint(0, 2))) if worn else (),
        "tokens": {kind: rng.randint(0, 2) for kind in kinds} if rng.random() < 0.5 else {},
    }


def random_scenario(rng: Random) -> Scenario:
    """A party of four in any forms in any encounter under any house rules."""
    heroes = rng.sample(CLASSES, SEATS)
    while JACK in heroes and MANY_FRIENDS & {*heroes}:
        heroes = rng.sample(CLASSES, SEATS)
    party: Any = [random_member(rng, hero) for hero in heroes]
    settings = {name: rng.choice(values) for name, values in CHOICES.items()}
    rules = HouseRules(**settings) if rng.random() < 0.7 else None
    return make_scenario(rng.choice(ENCOUNTERS), party, rng.choice(DIFFICULTIES), rules)


class Ledger(Record):
    """What the events say: the board as somebody who only reads the log would keep it."""

    hex: Ints = i2(PIECES)
    hp: Ints = i2(PIECES)
    dice: Ints = i2(LOCATIONS)
    tokens: Ints = i2(SEATS * TOKENS)
    available: Ints = i2(SEATS)
    face_up: int = i2()
    round: int = i2()
    answered: int = i4()  # decisions of this round
    longest: int = i4()  # most decisions of one round
    peak: int = i4()  # most event rows of one decision
    deepest: int = i4()  # most operations on the stack at a decision
    fault: int = i4()
    luck: Chance = record(Chance)


STATUS, CARDS_LOST, NEGATIVE_CARDS, HP_RANGE, DICE_RANGE, ANIMUS_SUM, ANIMUS_RANGE, TOKEN_RANGE = 1, 2, 3, 4, 5, 6, 7, 8
OCCUPANT, TWO_ON_A_HEX, IN_AN_OBSTACLE, FACING, SIGHT_BITS = 11, 12, 13, 14, 15
STATUS_RANGE, ZONE, STAGE_ZONES, BODY_BITS = 16, 17, 18, 19
FEW, TWICE, UNKNOWN, NOBODY_ASKED, AFTER_END, NO_DECISION = 21, 22, 23, 24, 25, 26
LEFTOVER_FRAME, LEFTOVER_PLAY, LEFTOVER_DEFENCE, ENDLESS, VICTORY_MISSED = 31, 32, 34, 35, 36
LOG_HEX, LOG_HP, LOG_DICE, LOG_TOKENS, LOG_ANIMUS, LOG_FACE_UP, LOG_FULL = 41, 42, 43, 44, 45, 46, 47
"""What may be wrong; 0 is nothing."""
MOST_ANSWERS = 20_000
"""More decisions of one round than any is expected to have; beyond them a phase is endless."""


@rule
def cards_lost(state: State, book: Book) -> int:
    """Check that every colour of each side has its eighteen cards: pile, discard, known tops and table."""
    for deck in range(2 * COLOURS):
        cards = 0
        for kind in range(KINDS):
            if state.decks[deck].pile[kind] < 0 or state.decks[deck].discard[kind] < 0:
                return NEGATIVE_CARDS
            cards += state.decks[deck].pile[kind] + state.decks[deck].discard[kind]
        for place in range(PEEKS):
            cards += 1 if state.seen[deck, place] else 0
        for place in range(state.n_plays):
            play = state.plays[place]
            enemies = play.actor >= BOSS and play.actor < FRIEND
            if enemies == (deck >= COLOURS) and book.house.chance != ChanceKind.DICE:
                for part in range(2):
                    for kind in range(KINDS):
                        card = (part * COLOURS + deck % COLOURS) * KINDS + kind
                        cards += play.drawing.cards[card] - play.drawing.rolled[card]
        if cards != WHOLE_DECK:
            return CARDS_LOST
    return 0


@rule
def out_of_range(state: State, book: Book) -> int:
    """Check HP, dice, animus, tokens, statuses and zones against their ranges."""
    for piece in range(PIECES):
        model = state.pieces[piece]
        if model.kind != Kind.NONE and model.kind != Kind.BOSS and (model.hp < 1 or model.hp > model.max_hp):
            return HP_RANGE
        for status in range(STATUSES):
            if model.status[status] < 0:
                return STATUS_RANGE
    for location in range(LOCATIONS):
        if state.dice[location] < 0 or state.dice[location] > book.locations[location].hp:
            return DICE_RANGE
    for seat in range(SEATS):
        mine = state.seats[seat]
        if mine.available < 0 or mine.reserve < 0:
            return ANIMUS_RANGE
        if mine.form != Form.FALLEN and mine.available + mine.reserve != whole_animus(state, book, seat):
            return ANIMUS_SUM
        for token in range(TOKENS):
            if mine.tokens[token] < 0 or mine.tokens[token] > MOST_TOKENS:
                return TOKEN_RANGE
        if mine.tokens[Token.LETHALITY] > LETHAL:
            return TOKEN_RANGE
        if zones_wrong(state, book, seat):
            return ZONE
    return 0


@rule
def whole_animus(state: State, book: Book, seat: int) -> int:
    """All animus of what a seat pilots."""
    return book.kits[seat].animus if state.seats[seat].form == Form.FULL else 2


@rule
def zones_wrong(state: State, book: Book, seat: int) -> bool:
    """Check that every card, injury and item a seat brings is somewhere, and no other is."""
    mine = state.seats[seat]
    kit = book.kits[seat]
    for card in range(CARDS):
        if mine.cards[card] < 0 or mine.cards[card] > Zone.NONE:
            return True
        if (mine.cards[card] == Zone.NONE) != (card >= kit.n_cards):
            return True
    for injury in range(INJURIES):
        if mine.injuries[injury] < 0 or (mine.injuries[injury] == Zone.NONE) != (injury >= kit.n_injuries):
            return True
    for item in range(ITEMS):
        if mine.items[item] < 0 or (mine.items[item] == Zone.NONE) != (item >= kit.n_items):
            return True
    return False


@rule
def misplaced(state: State, book: Book) -> int:
    """Check the board: one model a hex, none in an obstacle, every model in all its hexes, bits kept with both."""
    for hex in range(HEXES):
        blocked = (state.blocks[hex // 63] >> (hex % 63)) & 1 == 1
        if blocked != (state.terrain[hex] > 0):
            return SIGHT_BITS
        piece = state.occupant[hex] - 1
        if (piece >= 0) != ((state.bodies[hex // 63] >> (hex % 63)) & 1 == 1):
            return BODY_BITS
        if piece >= 0:
            if state.terrain[hex]:
                return IN_AN_OBSTACLE
            if not on_board(state, piece) or not covers_hex(state, book, piece, hex):
                return OCCUPANT
    for piece in range(PIECES):
        model = state.pieces[piece]
        if model.facing < 0 or model.facing > 5:
            return FACING
        light = piece >= FRIEND and book.friends[model.sort].holds_hex == 0
        if on_board(state, piece) and not light:
            for part in range(BODY if model.large else 1):
                hex = body_hex(book, model.hex, model.facing, part)
                if hex < 0 or state.occupant[hex] != piece + 1:
                    return TWO_ON_A_HEX
    return 0


@rule
def covers_hex(state: State, book: Book, piece: int, hex: int) -> bool:
    """Whether a model stands on a hex."""
    model = state.pieces[piece]
    away = book.geo.distance[model.hex, hex]
    return away == 0 or (model.large == 1 and away == 1)


@rule
def deck_wrong(state: State, book: Book) -> int:
    """Check that every stage card is in one place and that one of them at most is face up."""
    up = 0
    for card in range(STAGE_CARDS):
        known = book.stage_cards[card].stage > 0
        if known != (state.stage_zone[card] != StageZone.NONE):
            return STAGE_ZONES
        if state.stage_zone[card] == StageZone.FACE_UP:
            up += 1
            if state.face_up != card:
                return STAGE_ZONES
    if up == 0 and state.face_up >= 0:
        return STAGE_ZONES
    return 0


@rule
def ill_posed(state: State) -> int:
    """Check the one pending decision: at least two actions, none twice, asked of a seat."""
    if state.outcome != Outcome.ON:
        return AFTER_END if state.decision != Decision.NONE or state.n_legal != 0 else 0
    if state.decision == Decision.NONE:
        return NO_DECISION
    if state.seat < 0 or state.seat >= SEATS:
        return NOBODY_ASKED
    if state.n_legal < 2:
        return FEW
    for k in range(state.n_legal):
        if state.legal[k] < 0 or state.legal[k] >= ACTIONS:
            return UNKNOWN
        for other in range(k):
            if state.legal[other] == state.legal[k]:
                return TWICE
    return 0


@rule
def untidy(state: State) -> int:
    """Check that nothing is left above the stack and the programs, nor of an attack between turns."""
    for k in range(state.top + 1, FRAMES):
        frame = state.stack[k]
        if frame.op or frame.step or frame.a or frame.b or frame.c or frame.d or frame.e:
            return LEFTOVER_FRAME
    for place in range(state.n_plays, PLAYS):
        play = state.plays[place]
        if play.actor or play.hits or play.drawing.total or play.attack_row > 0:
            return LEFTOVER_PLAY
    if state.decision == Decision.TURN:
        if state.n_plays or state.resolving or state.n_reactions:
            return LEFTOVER_PLAY
        for piece in range(PIECES):
            if state.pieces[piece].defence_attack:
                return LEFTOVER_DEFENCE
        if state.victory_due:
            return VICTORY_MISSED
    return 0


@rule
def open_ledger(ledger: Ledger, state: State) -> None:
    """Copy what an encounter starts from."""
    for piece in range(PIECES):
        ledger.hex[piece] = state.pieces[piece].hex
        ledger.hp[piece] = state.pieces[piece].hp
    for location in range(LOCATIONS):
        ledger.dice[location] = state.dice[location]
    for seat in range(SEATS):
        ledger.available[seat] = state.seats[seat].available
        for token in range(TOKENS):
            ledger.tokens[seat * TOKENS + token] = state.seats[seat].tokens[token]
    ledger.face_up = -1
    ledger.round = 0
    ledger.answered = 0


@rule
def read_row(ledger: Ledger, book: Book, kind: int, a: int, b: int, c: int, d: int) -> None:
    """Keep what one event says."""
    if kind == Event.STEP:
        ledger.hex[a] = c
    elif kind == Event.PLACED:
        ledger.hex[a] = b
    elif kind == Event.SPAWNED:
        ledger.hex[a] = c
        ledger.hp[a] = book.minions[b].hp if a < FRIEND else max(book.friends[b].hp, 1)
    elif kind == Event.REMOVED or kind == Event.KILLED or kind == Event.FELL:
        ledger.hex[a] = -1
        if kind == Event.FELL:
            ledger.available[a] = 0
            for token in range(TOKENS):
                ledger.tokens[a * TOKENS + token] = 0
    elif kind == Event.HP:
        ledger.hp[a] = c
    elif kind == Event.DIE:
        ledger.dice[a] = c
    elif kind == Event.TOKEN:
        ledger.tokens[a * TOKENS + b] = d
    elif kind == Event.ANIMUS:
        ledger.available[a] = c
    elif kind == Event.ALLY:
        ledger.available[a] = 2
        ledger.hp[a] = book.allies[b].max_hp
    elif kind == Event.REVEALED:
        ledger.face_up = a
    elif kind == Event.ROUND:
        ledger.longest = max(ledger.longest, ledger.answered)
        ledger.answered = 0
        ledger.round = a


@rule
def read_log(ledger: Ledger, state: State, book: Book, tape: Tape) -> int:
    """Bring the ledger up to date from the events of one call, and compare it with the state."""
    ledger.peak = max(ledger.peak, tape.row)
    ledger.deepest = max(ledger.deepest, state.top + 1)
    if tape.overflow:
        return LOG_FULL
    for k in range(tape.row):
        row = tape.rows
        read_row(ledger, book, row[k, 0], row[k, 1], row[k, 2], row[k, 3], row[k, 4])
    ledger.answered += 1
    if ledger.answered > MOST_ANSWERS:
        return ENDLESS
    return differs(ledger, state)


@rule
def differs(ledger: Ledger, state: State) -> int:
    """Compare the ledger with the state."""
    for piece in range(PIECES):
        model = state.pieces[piece]
        if model.kind == Kind.NONE:
            continue
        if ledger.hex[piece] != model.hex:
            return LOG_HEX
        if (piece < BOSS or piece >= MINION) and ledger.hp[piece] != model.hp:
            return LOG_HP
    for location in range(LOCATIONS):
        if ledger.dice[location] != state.dice[location]:
            return LOG_DICE
    for seat in range(SEATS):
        if ledger.available[seat] != state.seats[seat].available:
            return LOG_ANIMUS
        for token in range(TOKENS):
            if ledger.tokens[seat * TOKENS + token] != state.seats[seat].tokens[token]:
                return LOG_TOKENS
    if state.face_up >= 0 and ledger.face_up != state.face_up:
        return LOG_FACE_UP
    return 0


@rule
def fault_of(ledger: Ledger, state: State, book: Book, tape: Tape, status: int) -> int:
    """Give the first thing that is wrong after a call, or 0."""
    if status:
        return STATUS
    fault = read_log(ledger, state, book, tape)
    if fault == 0:
        fault = cards_lost(state, book)
    if fault == 0:
        fault = out_of_range(state, book)
    if fault == 0:
        fault = misplaced(state, book)
    if fault == 0:
        fault = deck_wrong(state, book)
    if fault == 0:
        fault = ill_posed(state)
    if fault == 0:
        fault = untidy(state)
    return fault


@entry
def play(
    states: Batch[State], books: Batch[Book], tapes: Batch[Tape], ledgers: Batch[Ledger], seed: int, decisions: int
) -> int:
    """Play a number of random decisions of one encounter; gives how many were made before something was wrong."""
    state = states[0]
    book = books[0]
    tape = tapes[0]
    ledger = ledgers[0]
    seed_chance(ledger.luck, seed)
    tape.row = 0
    open_ledger(ledger, state)
    ledger.fault = fault_of(ledger, state, book, tape, start(state, book, tape, seed))
    made = 0
    while ledger.fault == 0 and made < decisions and state.outcome == Outcome.ON:
        choice = draw(ledger.luck, tape, 15, state.n_legal) - 1
        tape.row = 0
        ledger.fault = fault_of(ledger, state, book, tape, decide(state, book, tape, state.legal[choice]))
        made += 1
    ledger.longest = max(ledger.longest, ledger.answered)
    return made


def tables(steps: NDArray[np.int64]) -> NDArray[np.void]:
    """A tape whose step table is filled."""
    tapes = new_tapes(1)
    tapes[0]["steps"][: len(steps)] = steps
    return tapes


def fresh(book: NDArray[np.void]) -> NDArray[np.void]:
    """A state at the start of a scenario."""
    states = np.zeros(1, State.dtype)
    states[0] = book[0]["start"]
    return states


def random_book(seed: int) -> NDArray[np.void]:
    """The compiled random scenario of a seed."""
    return compile_book(random_scenario(Random(seed)))
