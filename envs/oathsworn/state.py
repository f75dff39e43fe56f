"""The records of an encounter: the state that changes, and the book that does not."""

from __future__ import annotations

from ..core.chance import Chance
from ..core.compiler import Family
from ..core.hexes import HEXES, Geometry
from ..core.pilot import Why
from ..core.records import Floats, Floats2, Ints, Ints2, Record, Records, f4, i2, i4, i8, record
from ..core.tape import Tape
from .layout import SHOWN_STEPS, Deed, Menace
from .terms import (
    ABILITIES,
    AFTER,
    ALLIES,
    BODY,
    BOSSES,
    CARDS,
    COLOURS,
    DRAWN,
    FRAMES,
    FRIEND_KINDS,
    INJURIES,
    ITEM_OPTIONS,
    ITEMS,
    KINDS,
    LEGAL,
    LINKS,
    LOCATIONS,
    MINION_KINDS,
    OBSTACLES,
    OPTIONS,
    PEEKS,
    PIECES,
    PLAYS,
    REACTIONS,
    SEATS,
    STAGE_CARDS,
    STAGES,
    STATUSES,
    STEPS,
    TOKENS,
)


class Piece(Record):
    """One model, or the space of one. Flags are 0 or 1."""

    kind: int = i2()
    sort: int = i2()  # which minion or friend kind, or ally card
    owner: int = i2()  # seat of a friend, -1
    hex: int = i2()  # centre, -1 off the board
    facing: int = i2()
    large: int = i2()
    hp: int = i2()
    max_hp: int = i2()
    defence: int = i2()  # change to defence for the encounter
    defence_round: int = i2()
    defence_attack: int = i2()
    damage: int = i2()  # change to damage dealt, for the encounter
    damage_round: int = i2()
    damage_next: int = i2()  # until the next attack
    range_next: int = i2()
    might_round: int = i2()  # cards of its strongest colour more
    status: Ints = i2(STATUSES)
    acted: int = i2()  # a minion that acted this phase
    target: int = i2()  # piece an enemy goes for, -1
    holder: int = i2()  # location that holds a consumed piece, or difficulty of a cage
    held: int = i2()  # HP the holder has lost since, or the last round of a cage
    effect: int = i2()  # row of the book that holds it; the rows to its `otherwise` are what it suffers
    last: int = i2()  # hex it last stood on; what died is knocked back from there
    light: int = i2()  # 1 = it holds no hex, and goes when anybody enters


class Seat(Record):
    """What a seat pilots: a hero, a companion, or an ally after the hero fell."""

    form: int = i2()
    fallen: int = i2()  # its Oathsworn is unconscious
    ally: int = i2()  # ally card it pilots, -1
    available: int = i2()
    reserve: int = i2()
    regen: int = i2()
    tokens: Ints = i2(TOKENS)
    cards: Ints = i2(CARDS)
    injuries: Ints = i2(INJURIES)
    items: Ints = i2(ITEMS)
    thrown: Ints = i2(ITEMS)  # hex where a thrown item lies
    once_round: int = i4()  # bits of options used, see `options.bit`
    once_encounter: int = i4()
    once_turn: int = i4()
    moved: int = i2()  # took the move of this turn
    played: int = i2()  # played an ability card, or its companion's action
    acts: int = i2()  # things done in this visit; 0 at its end is a pass
    turns: int = i2()  # visits in this phase
    passed: int = i4()  # its place and hand when it passed, as a hash; 0 = it did not pass
    injured: int = i2()  # 1 since its first turn of the round, and above it injuries still owed, as bits
    kills: int = i2()
    hexes: int = i2()  # moved in this visit
    cage_tried: int = i2()
    empower_next: int = i2()  # upgrade steps for the next attack
    redraw_next: int = i2()  # free redraws for the next attack
    lethal_next: int = i2()  # Lethality tokens spent on the next attack
    could: int = i8()  # what it could do when it passed, as bits


class Drawing(Record):
    """An attack's cards: planned, on the table, owed. Counts by colour and face kind."""

    plan: Ints = i2(COLOURS)
    owed: Ints = i2(COLOURS)  # extra cards that criticals still allow
    cards: Ints = i2(DRAWN)  # base cards, then those drawn by criticals
    upgrades: int = i2()
    redraws: int = i2()  # free ones
    spent_redraw: int = i2()
    spent_empower: int = i2()
    spent_lethality: int = i2()
    ignored: int = i2()  # lowest non-blank cards left out
    blanks: int = i2()
    crits: int = i2()
    fates: int = i2()  # extra cards a critical allows beyond one
    total: int = i2()
    fresh: int = i2()  # 1 = an interrupt changed the cards, so criticals and redraws are offered again
    dice: Ints = i2(COLOURS)  # of the planned cards, how many are dice
    owed_dice: Ints = i2(COLOURS)  # of the owed ones
    rolled: Ints = i2(DRAWN)  # of `cards`, those that are dice, or whose card was shuffled back meanwhile


class Play(Record):
    """A program under way: whose, what it found so far, and its attack."""

    actor: int = i2()
    row: int = i2()  # next step of the book
    end: int = i2()
    source: int = i2()  # action id of the option it came from, -1
    target: int = i2()  # piece
    spot: int = i2()  # hex aimed at
    location: int = i2()
    attack_row: int = i2()
    hits: int = i4()  # bits of pieces hit
    gone: int = i4()  # bits of pieces whose rest is cancelled
    missed: int = i2()
    moved: int = i2()
    dealt: int = i2()  # HP the attack took
    killed: int = i2()
    broke: int = i2()
    bonus: int = i2()
    extra_range: int = i2()
    reaction: int = i2()  # 1 = a stage card drawn by a break
    breaker: int = i2()
    chosen: int = i2()  # piece picked for a step
    aimed: int = i2()  # 1 = the next attack's target is chosen
    predicted: int = i2()  # colour * KINDS + kind + 1 named before the draw, 0 none
    follows: int = i2()  # 1 = another boss has carried out this stage card before
    harmed: int = i2()  # bosses the attack took HP from, as bits
    barred: int = i2()  # piece an enemy has turned from for another, -1
    drawing: Drawing = record(Drawing)
    under: int = i2()  # 1 + the program whose attack this one interrupts
    near: int = i2()  # reach of the option it came from
    prize: int = i2()  # free redraws of a right prediction
    origin: int = i2()  # hex an area was aimed from
    way: int = i2()  # direction an area was aimed in
    n_links: int = i2()
    links: Ints = i2(LINKS)  # hexes of a chain's targets, in order
    n_after: int = i2()
    after: Ints = i2(AFTER)  # rows that interrupts added, for when the attack has landed
    by_friend: int = i2()  # 1 = its attack is made from the hex `origin`, where a friend of the actor stands


class Deck(Record):
    """The might cards of one colour of one side, by face kind."""

    pile: Ints = i2(KINDS)
    discard: Ints = i2(KINDS)


class Frame(Record):
    """One entry of the engine's stack."""

    op: int = i2()
    step: int = i2()
    a: int = i4()
    b: int = i2()
    c: int = i2()
    d: int = i2()
    e: int = i2()


class State(Record):
    """An encounter. Everything a copy needs."""

    round: int = i2()
    lead: int = i2()
    phase: int = i2()  # 1 Oathsworn, 2 encounter
    pieces: Records[Piece] = record(Piece, PIECES)
    seats: Records[Seat] = record(Seat, SEATS)
    decks: Records[Deck] = record(Deck, 2 * COLOURS)  # heroes, then enemies
    dice: Ints = i2(LOCATIONS)  # HP left, 0 broken
    stage: int = i2()  # 1 to 3
    stage_zone: Ints = i2(STAGE_CARDS)  # `StageZone`
    face_up: int = i2()  # stage card, -1
    allies: int = i4()  # bits of ally cards still to be had
    reactions: Ints = i2(REACTIONS)  # breakers waiting
    reaction_boss: Ints = i2(REACTIONS)
    n_reactions: int = i2()
    victory_due: int = i2()
    resolving: int = i2()  # stage cards under way; breaks wait for their end
    broken: int = i2()  # dice lost so far
    occupant: Ints = i2(HEXES)  # piece + 1
    terrain: Ints = i2(HEXES)  # obstacle + 1
    tile: Ints = i2(HEXES)
    blocks: Ints = i8(3)  # obstacles as bits, as `Geometry.sight`
    bodies: Ints = i8(3)  # models as bits, likewise
    plays: Records[Play] = record(Play, PLAYS)
    n_plays: int = i2()
    waded: Ints = i8(3)  # water hexes paid for in this turn
    asked: int = i2()  # seats already asked in the open window, as bits
    seen: Ints2 = i2(2 * COLOURS, PEEKS)  # peeked tops of each deck, kind + 1, in order
    seen_by: Ints2 = i2(2 * COLOURS, PEEKS)  # seats that know each of them, as bits
    top: int = i2()
    stack: Records[Frame] = record(Frame, FRAMES)
    outcome: int = i2()
    decision: int = i2()
    seat: int = i2()
    answer: int = i2()
    error: int = i2()
    decisions: int = i4()
    chance: Chance = record(Chance)
    n_legal: int = i2()
    legal: Ints = i2(LEGAL)
    ahead: Ints = i2(PEEKS)  # stage cards under the one face up that somebody looked at, + 1, in order
    ahead_by: Ints = i2(PEEKS)  # seats that know each of them, as bits
    fell: int = i2()  # heroes and allies that fell and nobody answered yet, as bits
    broke: int = i2()  # 1 + the breaker of a location that nobody answered yet
    lights: int = i2()  # friends on the board that hold no hex
    trodden: int = i2()  # those of them that somebody walked over and nobody removed yet, as bits


class Step(Record):
    """One effect step; a row of the book. What each field means is said by the vocabulary (docs/vocabulary.md)."""

    do: int = i2()
    who: int = i2()
    amount: int = i2()
    per: int = i2()
    reach: int = i2()  # range in hexes: 0 melee or none, -1 the weapon's
    shape: int = i2()
    size: int = i2()  # of the shape: cone, chain or charge
    bonus: int = i2()  # damage
    empowered: int = i2()
    redraws: int = i2()
    ignore: int = i2()
    icon: int = i2()  # location an enemy attack comes from, -1 its front
    to: int = i2()
    token: int = i2()  # token, status or tile kind
    colour: int = i2()  # of extra might, -1 the best
    kind: int = i2()  # minion or friend kind
    condition: int = i2()
    limit: int = i2()  # number of the condition
    otherwise: int = i2()  # steps to run when the condition fails, right behind; 0 none
    skip: int = i2()  # steps of a branch to jump over
    lasts: int = i2()
    flags: int = i2()


class Option(Record):
    """Something a seat can do: an effect of a card or item, an ability, an injury."""

    known: int = i2()  # 0 = an empty slot
    cost: int = i2()  # animus
    hp: int = i2()  # HP paid
    token: int = i2()  # token paid, -1 none
    when: int = i2()
    reach: int = i2()  # range of an interrupt's trigger, 0 any
    limit: int = i2()
    bit: int = i2()  # its bit in the seat's once_* fields
    first: int = i2()  # rows of its program
    end: int = i2()
    attacks: int = i2()  # its program has an attack
    moves: int = i2()
    places: int = i2()  # it moves the actor by other means
    as_card: int = i2()  # using it is the one card of the turn


class Card(Record):
    """An ability card."""

    cooldown: int = i2()
    defence: int = i2()
    options: Records[Option] = record(Option, OPTIONS)


class Item(Record):
    """An item. What it gives counts while it is worn, cooling or not."""

    slot: int = i2()  # 1 weapon, 2 armour, 3 shield, 4 gear
    cooldown: int = i2()  # -1 once an encounter
    defence: int = i2()
    might: Ints = i2(COLOURS)
    reach: int = i2()  # range of a weapon, 0 melee
    fates: int = i2()  # extra cards for the first critical of an attack
    options: Records[Option] = record(Option, ITEM_OPTIONS)


class Injury(Record):
    """An injury card."""

    cooldown: int = i2()
    option: Option = record(Option)


class Kit(Record):
    """What the book knows of a seat's Oathsworn."""

    form: int = i2()
    max_hp: int = i2()
    animus: int = i2()
    regen: int = i2()
    move: int = i2()  # hexes of a companion's move
    reach: int = i2()  # range of a companion's attack, 0 its weapon's
    n_cards: int = i2()
    n_items: int = i2()
    n_injuries: int = i2()
    cards: Records[Card] = record(Card, CARDS)
    items: Records[Item] = record(Item, ITEMS)
    injuries: Records[Injury] = record(Injury, INJURIES)
    abilities: Records[Option] = record(Option, ABILITIES)  # 0 attack, 1-2 archetype, 3-7 the class's own
    triggers: int = i4()  # the moments its options are for, as bits of `When`


class Ally(Record):
    """An ally card."""

    known: int = i2()
    max_hp: int = i2()
    defence: int = i2()
    might: Ints = i2(COLOURS)
    regen: int = i2()
    move: int = i2()
    reach: int = i2()
    abilities: Records[Option] = record(Option, ABILITIES)
    triggers: int = i4()


class Boss(Record):
    """A boss's sheet."""

    known: int = i2()
    defence: int = i2()
    might: Ints = i2(COLOURS)
    keys: int = i2()
    prefer: int = i2()  # `Prefer`: default targeting
    prefer_kind: int = i2()
    start: int = i2()
    facing: int = i2()
    stage_at: Ints = i2(STAGES)  # dice lost when stages II and III begin, at [1] and [2]
    spawn_kind: int = i2()  # minions of its release, -1 none
    spawn_count: int = i2()


class Location(Record):
    """A location of a boss, with its HP die."""

    boss: int = i2()  # -1 = an empty slot
    body: int = i2()  # bits of the model's hexes: 0 centre, 1 front, then clockwise
    icon: int = i2()  # `Icon`
    hp: int = i2()


class MinionKind(Record):
    """A kind of minion."""

    known: int = i2()
    defence: int = i2()
    hp: int = i2()
    might: Ints = i2(COLOURS)
    keys: int = i2()
    move: int = i2()
    reach: int = i2()
    models: int = i2()
    first: int = i2()  # rows run with each attack, such as bleed
    end: int = i2()


class FriendKind(Record):
    """A kind of friend that a class brings."""

    known: int = i2()
    defence: int = i2()
    hp: int = i2()
    might: Ints = i2(COLOURS)
    move: int = i2()
    reach: int = i2()
    models: int = i2()
    holds_hex: int = i2()


class StageCard(Record):
    """A stage card."""

    stage: int = i2()  # 0 = an empty slot
    unknown: int = i2()
    prefer: int = i2()  # `Prefer` of its target, -1 the boss's
    prefer_kind: int = i2()
    first: int = i2()
    end: int = i2()
    lasting: int = i2()  # stays visible to the end of the round


class House(Record):
    """The settings of rules section 14, as numbers (see `house_rules.py`)."""

    ties: int = i2()
    any_time_tokens: int = i2()
    decline_ally: int = i2()
    fire: int = i2()
    refresh_items: int = i2()
    unarmed: int = i2()
    water_last_point: int = i2()
    redrawn_crit: int = i2()
    empty_deck: int = i2()
    melee_origin_large: int = i2()
    breaker_gone: int = i2()
    ko_ticks: int = i2()
    bounce_corner: int = i2()
    turn_cap: int = i2()
    round_cap: int = i2()
    chance: int = i2()
    hardcore: int = i2()


class Features(Record):
    """What content does, as numbers of an observation (see `layout.py`); written with the book."""

    cards: Floats2 = f4(SEATS, CARDS * OPTIONS * Deed.width())
    items: Floats2 = f4(SEATS, ITEMS * Deed.width())
    abilities: Floats2 = f4(SEATS, ABILITIES * Deed.width())
    allies: Floats2 = f4(ALLIES, ABILITIES * Deed.width())
    stage: Floats2 = f4(STAGE_CARDS, SHOWN_STEPS * Menace.width())
    lasting: Floats2 = f4(STAGE_CARDS, Menace.width())
    means: Floats = f4(COLOURS)  # of a card
    bosses: Floats = f4(BOSSES)  # mean of a boss's might
    best: Ints = i2(BOSSES)  # its strongest colour
    minions: Floats = f4(MINION_KINDS)
    part: Ints2 = i2(BOSSES, BODY)  # location of each hex of a large boss, -1
    threat: Ints = i2(STAGE_CARDS)  # walk and range of a card's attacks, -1 none


class Book(Record):
    """A compiled scenario: settings, kits, enemies, programs, geometry, and the state an encounter starts from."""

    house: House = record(House)
    difficulty: int = i2()
    extra_defence: int = i2()
    ally_defence: int = i2()
    ambushed: int = i2()
    faces: int = i2()  # content reads a hero's arcs, so facing is asked
    kits: Records[Kit] = record(Kit, SEATS)
    allies: Records[Ally] = record(Ally, ALLIES)
    bosses: Records[Boss] = record(Boss, BOSSES)
    locations: Records[Location] = record(Location, LOCATIONS)
    minions: Records[MinionKind] = record(MinionKind, MINION_KINDS)
    friends: Records[FriendKind] = record(FriendKind, FRIEND_KINDS)
    stage_cards: Records[StageCard] = record(StageCard, STAGE_CARDS)
    n_steps: int = i2()
    steps: Records[Step] = record(Step, STEPS)
    poison_first: int = i2()  # rows that each poisoned hero suffers at the end of a round
    poison_end: int = i2()
    start_zone: Ints = i2(HEXES)
    obstacle_hexes: Ints2 = i2(OBSTACLES, BODY)  # -1 padded
    decks: Ints2 = i2(COLOURS, KINDS)
    values: Ints2 = i2(COLOURS, KINDS)
    geo: Geometry = record(Geometry)
    start: State = record(State)
    seats: int = i2()
    features: Features = record(Features)


STEP = Family(State, Book, Tape, returns=int)
call_step = STEP.call

PILOT = Family(State, Book, int, Why, returns=int)
"""Compiled pilots: `(state, book, draw, why) -> act`; `draw` is 62 random bits of the pilot's own stream."""
call_pilot = PILOT.call
