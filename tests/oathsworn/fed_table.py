"""A table to test rules at: an encounter put in place, faces fed by hand, decisions answered, the state read back.

Every stream of chance is fed by hand, so a test names each card a rule draws; a card too many or too few fails it.
The ground is bare: the four stand far off in the south, the boss in the north. They have nothing to play: no option, no
cube, no defence on cards; a companion has its attack. A test puts up what it needs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from shieldmate.envs.core.game import ChanceNeededError, Table
from shieldmate.envs.core.hexes import HEXES, hex_named, name_of
from shieldmate.envs.oathsworn.compile import compile_book
from shieldmate.envs.oathsworn.game import OATHSWORN
from shieldmate.envs.oathsworn.house_rules import HouseRules
from shieldmate.envs.oathsworn.programs import Programs
from shieldmate.envs.oathsworn.scenario import make_scenario
from shieldmate.envs.oathsworn.state import Book
from shieldmate.envs.oathsworn.steps import Option, Step
from shieldmate.envs.oathsworn.terms import (
    BOSS,
    BOSSES,
    COLOURS,
    FACES,
    ITEM_OPTIONS,
    KINDS,
    LOCATIONS,
    MINION,
    OPTIONS,
    SEATS,
    Act,
    Decision,
    Event,
    Kind,
    Status,
    Stream,
    Tile,
    Token,
)
from shieldmate.envs.oathsworn.vocabulary import Side

ALL_STREAMS = [*range(Stream.HERO, Stream.HERO + 2 * COLOURS), Stream.STAGE, Stream.DIRECTION]
HOMES = ("E9", "G9", "K9", "M9")
"""Where the four stand unless a test says otherwise: none next to another."""
DEN = ("I2", "s")
WHITE, YELLOW, RED, BLACK = range(COLOURS)
PASS, YES, MOVE = Act.PASS, Act.YES, Act.MOVE
FACE_KINDS = ((0, 1, 2, 5), (0, 1, 2, 3, 5), (0, 2, 3, 5), (0, 3, 4, 5))
SLOT = {pair: face for face, pair in enumerate((of, kind) for of, kinds in enumerate(FACE_KINDS) for kind in kinds)}
"""The place of each colour and kind among the faces that exist."""


def cards(text: str) -> list[int]:
    """Faces of drawn cards in a row, such as ``"0 2 c"``; c is a critical."""
    return [6 if word == "c" else int(word) + 1 for word in text.split()]


def card(place: int, option: int = 0) -> int:
    """Play an ability card, or one of its options."""
    return Act.CARD + OPTIONS * place + option


def item(place: int, option: int = 0) -> int:
    """Use an item."""
    return Act.ITEM + ITEM_OPTIONS * place + option


def ability(place: int) -> int:
    """Use an ability: 0 a companion's attack, 1 and 2 its archetype, from 3 on the class's own."""
    return Act.ABILITY + place


def number(count: int) -> int:
    """Answer with a number."""
    return Act.NUMBER + count


def token(kind: int) -> int:
    """Answer with a kind of token."""
    return Act.TOKEN + kind


def colour(kind: int) -> int:
    """Answer with a colour of might."""
    return Act.COLOUR + kind


def drawn(of: int, word: str, extra: bool = False) -> int:
    """Answer with a drawn card: its colour, its face such as ``"2"`` or ``"c"``; `extra` if a critical brought it."""
    return Act.DRAWN + SLOT[of, cards(word)[0] - 1] + (FACES if extra else 0)


def spot(name: str) -> int:
    """Answer with a hex."""
    return Act.HEX + hex_named(name)


def way(direction: str) -> int:
    """Answer with a direction."""
    return Act.DIRECTION + ("n", "ne", "se", "s", "sw", "nw").index(direction)


class Fight:
    """An encounter on bare ground, not begun yet; `begin` starts it on seat 1's first visit."""

    def __init__(self, encounter: str, party: Any, rules: Mapping[str, Any], **settings: Any) -> None:
        scenario = make_scenario(encounter, party, rules=HouseRules(**rules), **settings)
        self.books = compile_book(scenario)
        self.table = Table(OATHSWORN, self.books)
        self.book = Book.at(self.table.books, 0)
        self.table.hand(ALL_STREAMS)
        self.state = self.table.views[0]
        self.start = self.book.start
        self.programs = Programs(self.book)
        self.programs.next = self.book.n_steps
        self.rows: list[tuple[int, ...]] = []
        self.bits = 0
        self.kinds: dict[str, int] = {}
        self._clear()

    def _clear(self) -> None:
        start = self.start
        for hex in range(HEXES):
            start.occupant[hex] = start.terrain[hex] = start.tile[hex] = 0
        for word in range(len(start.blocks)):
            start.blocks[word] = start.bodies[word] = 0
        self.books[0]["obstacle_hexes"][:] = -1
        for piece in range(MINION, len(start.pieces)):
            start.pieces[piece].hex = -1
            start.pieces[piece].kind = Kind.NONE
        for seat, home in enumerate(HOMES):
            self.stand(seat, home)

    def strip(self) -> Fight:
        """Take options, cubes and the defence of cards away from the four; allies keep theirs."""
        for seat in range(SEATS):
            kit = self.book.kits[seat]
            self.might(seat)
            kit.triggers = 0
            for place in range(len(kit.cards)):
                kit.cards[place].defence = 0
                for option in range(OPTIONS):
                    kit.cards[place].options[option].known = 0
            for place in range(len(kit.items)):
                for option in range(ITEM_OPTIONS):
                    kit.items[place].options[option].known = 0
            for place in range(0 if kit.n_cards else 1, len(kit.abilities)):
                kit.abilities[place].known = 0
        return self

    # ---- before it begins --------------------------------------------------------------------------------------------

    def stand(self, piece: int, at: str, facing: str = "") -> Fight:
        """Put a model on a hex."""
        self.start.pieces[piece].hex = hex_named(at)
        if facing:
            self.start.pieces[piece].facing = way(facing) - Act.DIRECTION
        return self

    def minion(self, place: int, at: str, kind: int = 0, **fields: int) -> Fight:
        """Put a minion on a hex."""
        model = self.start.pieces[MINION + place]
        model.kind = Kind.MINION
        model.sort = kind
        model.hp = model.max_hp = self.book.minions[kind].hp
        self.put(MINION + place, **fields)
        return self.stand(MINION + place, at)

    def put(self, piece: int, **fields: int) -> Fight:
        """Set fields of a model, such as ``hp``, or statuses by name."""
        for name, value in fields.items():
            if name.upper() in Status.__members__:
                self.start.pieces[piece].status[Status[name.upper()]] = value
            else:
                setattr(self.start.pieces[piece], name, value)
        return self

    def give(self, seat: int, **tokens: int) -> Fight:
        """Set the tokens of a seat, such as ``redraw=2``."""
        for name, count in tokens.items():
            self.start.seats[seat].tokens[Token[name.upper()]] = count
        return self

    def tell(self, seat: int, **fields: Any) -> Fight:
        """Set fields of a seat, such as ``regen``; a mapping sets entries of a row, such as ``cards={0: 2}``."""
        mine = self.start.seats[seat]
        for name, value in fields.items():
            if isinstance(value, Mapping):
                for place, entry in value.items():
                    getattr(mine, name)[place] = entry
            else:
                setattr(mine, name, value)
        return self

    def dice(self, *hp: int) -> Fight:
        """Set the HP dice; what is not named is broken from the start."""
        for location in range(LOCATIONS):
            self.start.dice[location] = hp[location] if location < len(hp) else 0
        return self

    def tree(self, place: int, *hexes: str) -> Fight:
        """Put up an obstacle."""
        for part, name in enumerate(hexes):
            self.book.obstacle_hexes[place, part] = hex_named(name)
        return self

    def tile(self, at: str, kind: Tile) -> Fight:
        """Lay a tile."""
        self.start.tile[hex_named(at)] = kind
        return self

    def deck(self, side: int, of: int, pile: Sequence[int], discard: Sequence[int] = (0,) * KINDS) -> Fight:
        """Set a might deck by how many cards of each face it has."""
        for kind in range(KINDS):
            self.start.decks[side * COLOURS + of].pile[kind] = pile[kind]
            self.start.decks[side * COLOURS + of].discard[kind] = discard[kind]
        return self

    def lead(self, seat: int) -> Fight:
        """Set the lead."""
        self.start.lead = seat
        return self

    def ambush(self) -> Fight:
        """Let the enemy begin: no refresh and no Oathsworn phase in round 1."""
        self.book.ambushed = 1
        return self

    def might(self, seat: int, *cubes: int) -> Fight:
        """Set the cubes of a seat's first item and take those of its other items away."""
        for place in range(self.book.kits[seat].n_items):
            for of in range(COLOURS):
                self.book.kits[seat].items[place].might[of] = cubes[of] if place == 0 and of < len(cubes) else 0
        return self

    def enemy_might(self, *cards_of: int, boss: int = 0) -> Fight:
        """Set the might of a boss by colour, weakest first."""
        for of in range(COLOURS):
            self.book.bosses[boss].might[of] = cards_of[of] if of < len(cards_of) else 0
        return self

    def option(self, act: int, seat: int, **fields: Any) -> Fight:
        """Write what an action of a seat does anew: a card's option, an item's, an injury or an ability."""
        kit = self.book.kits[seat]
        row: Any
        if act >= Act.ABILITY:
            row = kit.abilities[act - Act.ABILITY]
        elif act >= Act.ITEM:
            row = kit.items[(act - Act.ITEM) // ITEM_OPTIONS].options[(act - Act.ITEM) % ITEM_OPTIONS]
        elif act >= Act.INJURY:
            row = kit.injuries[act - Act.INJURY].option
        else:
            row = kit.cards[(act - Act.CARD) // OPTIONS].options[(act - Act.CARD) % OPTIONS]
        self.bits += 1
        self.programs.option(row, Option.model_validate(fields), iter([self.bits]), self.kinds)
        kit.triggers |= 1 << row.when
        return self

    def defends(self, seat: int, *defence: int) -> Fight:
        """Set the printed defence of a seat's cards, the first ones first."""
        for place, given in enumerate(defence):
            self.book.kits[seat].cards[place].defence = given
        return self

    def stage(self, *steps: dict[str, Any], place: int = 0, **fields: int) -> Fight:
        """Write the program of a stage card anew; the first card is the one that is face up at the start."""
        row = self.book.stage_cards[place]
        row.first, row.end = self.programs.write([Step.model_validate(step) for step in steps], Side.ENEMIES, {})
        for name, value in fields.items():
            setattr(row, name, value)
        return self

    def begin(self, *faces: int, stage_card: int = 0) -> Fight:
        """Start, with a stage card turned up; the first decision is seat 1's visit unless the four are ambushed."""
        self.table.states[0] = self.table.books[0]["start"]
        self.table.tape.row = 0
        self.table._load([stage_card + 1, *faces])
        self.table._settle(OATHSWORN.reset(self.table.states, 0, self.table.books, 0, self.table.tapes, 0, 0), 0)
        return self._heard()

    # ---- under way ---------------------------------------------------------------------------------------------------

    def act(self, act: int, *faces: int) -> Fight:
        """Answer the pending decision, feeding exactly these faces."""
        self.table.apply(act, fed=faces)
        return self._heard()

    def ask(self) -> Fight:
        """Ask the pending visit anew, after the state was set by hand."""
        assert self.decision == Decision.TURN
        self.state.n_legal = 0
        self.state.decision = -1
        self.table.feed([])
        return self

    def acts(self, *acts: int) -> Fight:
        """Answer several decisions that draw nothing."""
        for act in acts:
            self.act(act)
        return self

    def _heard(self) -> Fight:
        left = self.table.tape.fed_n - self.table.tape.fed_at
        assert left == 0, f"{left} faces were not drawn"
        self.rows = [tuple(int(value) for value in row) for row in self.table.events()]
        return self

    def passes(self, *faces: int, most: int = 40) -> Fight:
        """Let every seat pass until the encounter phase has something to ask, or a face is wanted, or all is over."""
        for _ in range(most):
            if self.decision != Decision.TURN:
                break
            quiet = sum(self.state.seats[seat].form > 0 for seat in range(SEATS)) == 0
            assert not quiet
            try:
                self.act(PASS)
            except ChanceNeededError:
                self.table.feed(faces)
                return self._heard()
        return self

    def walk(self, to: str) -> Fight:
        """Take the move action to a hex and end it there."""
        self.acts(MOVE, spot(to))
        while self.decision == Decision.WAYPOINT:
            self.act(PASS)
        return self

    def turn(self, seat: int) -> Fight:
        """Let seats pass until it is a seat's visit."""
        while self.asked != ("TURN", seat):
            assert self.decision == Decision.TURN, self.asked
            self.act(PASS)
        return self

    def events(self, kind: Event) -> list[tuple[int, ...]]:
        """Integers of the last call's events of a kind."""
        return [row[1:6] for row in self.rows if row[0] == kind]

    @property
    def legal(self) -> set[int]:
        """Legal actions."""
        return set(self.table.legal())

    @property
    def decision(self) -> Decision:
        """The pending decision."""
        return Decision(self.state.decision)

    @property
    def asked(self) -> tuple[str, int]:
        """The pending decision by name, and the seat it is put to."""
        return self.decision.name, int(self.state.seat)

    def hero(self, seat: int = 0) -> Any:
        """The seat."""
        return self.state.seats[seat]

    def piece(self, piece: int = 0) -> Any:
        """A model."""
        return self.state.pieces[piece]

    def where(self, piece: int) -> str:
        """The hex of a model by name; empty off the board."""
        hex = self.state.pieces[piece].hex
        return name_of(hex) if hex >= 0 else ""

    def hp(self, *pieces: int) -> list[int]:
        """The HP of models, by default those of the four."""
        return [int(self.state.pieces[piece].hp) for piece in pieces or range(SEATS)]

    def left(self, count: int = 3) -> list[int]:
        """The HP of the boss's dice."""
        return [int(self.state.dice[location]) for location in range(count)]

    def tokens(self, seat: int = 0) -> dict[str, int]:
        """The tokens a seat has."""
        counts = self.state.seats[seat].tokens
        return {kind.name.lower(): int(counts[kind]) for kind in Token if counts[kind]}

    def pile(self, side: int, of: int) -> tuple[int, int]:
        """How many cards a deck and its discard have."""
        deck = self.state.decks[side * COLOURS + of]
        return sum(int(n) for n in deck.pile), sum(int(n) for n in deck.discard)


def fight(
    encounter: str = "several-dice",
    party: Any = "starter",
    boss: tuple[str, str] = DEN,
    at: Mapping[int, str] | None = None,
    animus: int = 20,
    bare: bool = True,
    settings: Mapping[str, Any] | None = None,
    **rules: Any,
) -> Fight:
    """A fight to put up: one boss of one hex with three dice, bare ground, and animus for everything.

    Args:
        encounter: Which encounter it is made from.
        party: The four.
        boss: Where the boss stands and its facing.
        at: Hexes of seats.
        animus: What a full character has and regains in every refresh; 0 as its class has.
        bare: Whether the four are stripped of what their classes bring.
        settings: What else makes the scenario, such as its difficulty.
        rules: House rules.
    """
    game = Fight(encounter, party, rules, **(settings or {}))
    for slot in range(BOSSES):
        if game.start.pieces[BOSS + slot].kind:
            game.stand(BOSS + slot, *(boss if slot == 0 else ("Q1", "s")))
    for seat, hex in (at or {}).items():
        game.stand(seat, hex)
    if bare:
        game.strip()
    for seat in range(SEATS):
        if animus and game.book.kits[seat].n_cards:
            game.tell(seat, reserve=animus, regen=animus)
    return game
