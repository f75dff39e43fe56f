"""A written situation as the state of a game: every word is looked up, and all that does not fit is told at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from ..core.catalogue import say
from ..core.chance import seed_chance
from ..core.content import ContentError, Problem, choices, key_path, match, shown
from ..core.game import Table
from ..core.hexes import HEXES, hex_named, name_of
from .board import block, body_hex, fits, hold, put, set_up_obstacles
from .enemy_effects import clear_piece
from .names import Names
from .pieces import dice_left
from .situation_cards import place_decks, place_stage_deck
from .situation_file import BossSaid, Changes, FriendSaid, ModelSaid, SeatSaid, Situation
from .situation_names import allies_of, holding, limited
from .stack import push
from .state import Book, Piece, Seat, State
from .terms import (
    BODY,
    BOSS,
    BOSSES,
    COMPANION_ANIMUS,
    FRIEND,
    LOCATIONS,
    MINION,
    PIECES,
    SEATS,
    Form,
    Kind,
    Op,
    Status,
    Tile,
    Token,
    Zone,
)
from .visit import owed_bit
from .words import DIRECTIONS, Loc


class Setting:
    """A situation on its way into a state.

    Attributes:
        state, book, names: What it is written into.
        problems: All that did not fit.
        wanted: The hex of every model that is to stand on the board, and where the file says so.
    """

    def __init__(self, state: State, book: Book, names: Names, file: str) -> None:
        self.state, self.book, self.names, self.file = state, book, names, file
        self.problems: list[Problem] = []
        self.wanted: dict[int, tuple[int, Loc]] = {}

    def fault(self, loc: Loc, found: object, valid: str) -> None:
        """Keep something that does not fit."""
        self.problems.append(Problem(self.file, key_path(loc), shown(found), valid))

    def place(self, loc: Loc, name: str, names: Sequence[str]) -> int:
        """Return the place of a name, -1 for none, which is a fault."""
        known = match(name, names)
        if known is None:
            self.fault(loc, name, choices(names, name) if names else say("oathsworn_situation.valid_none"))
            return -1
        return names.index(known)

    def places(self, loc: Loc, said: Mapping[str, Any], names: Sequence[str]) -> Iterator[tuple[int, Any]]:
        """Give the places of the names that a table has as keys, with its values."""
        for name, value in said.items():
            place = self.place((*loc, name), name, names)
            if place >= 0:
                yield place, value

    def at_most(self, loc: Loc, number: int, most: int) -> int:
        """Return a number that has an upper bound."""
        if number > most:
            self.fault(loc, number, say("content.valid_at_most", bound=most))
        return min(number, most)


def set_up(table: Table, names: Names, said: Situation, seed: int, file: str) -> None:
    """Start game 0 in a situation, as the visit of a seat begins.

    Raises:
        ContentError: With everything that does not fit the encounter.
        ChanceNeededError: A hand-fed stream ran dry; call `feed`.
    """
    table.states[0] = table.books[0]["start"]
    state: State = table.views[0]
    book = Book.at(table.books, 0)
    seed_chance(state.chance, seed)
    table.tape.row = 0
    setting = Setting(state, book, names, file)
    clear_board(setting)
    for entries, have, key in ((said.seats, SEATS, "seats"), (said.bosses, len(names.bosses), "bosses")):
        if len(entries) > have:
            setting.fault((key,), len(entries), say("content.valid_longest", bound=have))
    ground(setting, said)
    for boss in range(len(names.bosses)):
        place_boss(setting, boss, said.bosses[boss] if boss < len(said.bosses) else BossSaid())
    for seat in range(SEATS):
        place_seat(setting, seat, said.seats[seat] if seat < len(said.seats) else SeatSaid(), said.round)
    place_allies_left(setting, said)
    place_models(setting, said)
    stand(setting)
    place_decks(state, book, said.might, setting.fault)
    place_stage_deck(state, book, names, said.stage_deck, setting)
    goes_on(setting)
    if setting.problems:
        raise ContentError(setting.problems)
    state.round = said.round
    state.phase = 1
    push(state, Op.GAME, state.lead + 1 if said.turn is None else said.turn, 0, 0)
    table.tape.row = 0
    table.feed(())


def clear_board(setting: Setting) -> None:
    """Take everything off the board, and remember where it stood."""
    state = setting.state
    for piece in range(PIECES):
        if state.pieces[piece].hex >= 0 and state.pieces[piece].kind != Kind.NONE:
            setting.wanted[piece] = state.pieces[piece].hex, ()
        state.pieces[piece].hex = -1
    for hex in range(HEXES):
        hold(state, hex, 0)
        block(state, hex, 0)


def ground(setting: Setting, said: Situation) -> None:
    """Put up the obstacles that are left, and lay the tiles."""
    state = setting.state
    set_up_obstacles(state, setting.book)
    gone = [setting.place(("destroyed", k), name, setting.names.obstacles) + 1 for k, name in enumerate(said.destroyed)]
    for hex in range(HEXES):
        if state.terrain[hex] in gone:
            block(state, hex, 0)
        if said.tiles is not None:
            state.tile[hex] = Tile.NONE
    for name, tile in (said.tiles or {}).items():
        if state.terrain[hex_named(name)]:
            setting.fault(("tiles", name), tile, say("oathsworn_situation.valid_free"))
        state.tile[hex_named(name)] = Tile[tile.upper()]


def want(setting: Setting, piece: int, said: SeatSaid | BossSaid | ModelSaid, loc: Loc) -> None:
    """Keep where a model is to stand, and write what all models have."""
    model = setting.state.pieces[piece]
    if said.at is not None:
        setting.wanted[piece] = hex_named(said.at), (*loc, "at")
    if said.facing is not None:
        model.facing = DIRECTIONS.index(said.facing)
    for name in Changes.model_fields:
        setattr(model, name, getattr(said.changes, name))
    for word, count in said.status.items():
        model.status[Status[word.upper()]] = count


def place_boss(setting: Setting, boss: int, said: BossSaid) -> None:
    """Write one boss; without dice it has left."""
    loc: Loc = ("bosses", boss)
    state, book = setting.state, setting.book
    own = [k for k in range(LOCATIONS) if book.locations[k].boss == boss]
    called = [setting.names.locations[k] for k in own]
    for place, hp in setting.places((*loc, "locations"), said.locations, called):
        name = called[place]
        state.dice[own[place]] = setting.at_most((*loc, "locations", name), hp, book.locations[own[place]].hp)
    want(setting, BOSS + boss, said, loc)
    state.pieces[BOSS + boss].target = -1 if said.target is None else said.target - 1
    state.broken += sum(state.dice[k] == 0 and book.locations[k].hp > 0 for k in own)
    if dice_left(state, book, boss) == 0:
        state.pieces[BOSS + boss].kind = Kind.NONE
        setting.wanted.pop(BOSS + boss, None)


def place_seat(setting: Setting, seat: int, said: SeatSaid, round: int) -> None:
    """Write one seat: what it pilots, and what it brings."""
    loc: Loc = ("seats", seat)
    state, book = setting.state, setting.book
    mine, model = state.seats[seat], state.pieces[seat]
    place_kit(setting, seat, said, loc)
    mine.kills = said.kills
    if said.ally is not None:
        enter(setting, seat, setting.place((*loc, "ally"), said.ally, setting.names.allies))
    elif said.fallen:
        fallen(setting, seat, said, loc)
        return
    whole = book.kits[seat].animus if mine.form != Form.ALLY else COMPANION_ANIMUS
    available = min(mine.regen, whole) if said.animus is None else setting.at_most((*loc, "animus"), said.animus, whole)
    mine.available, mine.reserve = available, whole - available
    if said.hp is not None:
        model.hp = setting.at_most((*loc, "hp"), said.hp, model.max_hp)
    if said.tokens is not None:
        for token, count in zip(Token, said.tokens.counts, strict=True):
            mine.tokens[token] = count
    mine.empower_next, mine.redraw_next = said.next_attack.empower, said.next_attack.redraw
    mine.lethal_next = said.next_attack.lethality
    bits = limited(state, book, setting.names, seat)
    mine.once_round = used(setting, (*loc, "used_round"), said.used_round, bits)
    mine.once_encounter = used(setting, (*loc, "used_encounter"), said.used_encounter, bits)
    want(setting, seat, said, loc)
    place_held(setting, seat, said, loc, round)


def used(setting: Setting, loc: Loc, names: Sequence[str], bits: Mapping[str, int]) -> int:
    """Return the bits of options that were used."""
    found = [setting.place((*loc, k), name, tuple(bits)) for k, name in enumerate(names)]
    return sum(1 << bit for bit in {tuple(bits.values())[place] for place in found if place >= 0})


def place_kit(setting: Setting, seat: int, said: SeatSaid, loc: Loc) -> None:
    """Write where cards, injuries and items are."""
    mine, called = setting.state.seats[seat], setting.names.seats[seat]
    for key, names in (("cards", called.cards), ("injuries", called.injuries), ("items", called.items)):
        places = getattr(mine, key)
        for place, zone in setting.places((*loc, key), getattr(said, key), names):
            places[place] = zone if isinstance(zone, int) else Zone[zone.upper()]
    for place, hex in setting.places((*loc, "thrown"), said.thrown, called.items):
        mine.thrown[place] = hex_named(hex)
    if said.injuries_due is not None:
        due = [
            setting.place((*loc, "injuries_due", k), name, called.injuries) for k, name in enumerate(said.injuries_due)
        ]
        mine.injured = 1 | sum(owed_bit(injury) for injury in set(due) if injury >= 0)


def enter(setting: Setting, seat: int, ally: int) -> None:
    """Let an ally stand for a fallen hero."""
    if ally < 0:
        return
    mine, model = setting.state.seats[seat], setting.state.pieces[seat]
    leave(setting, seat)
    card = setting.book.allies[ally]
    mine.form, mine.ally, mine.regen = Form.ALLY, ally, card.regen
    model.kind, model.sort = Kind.ALLY, ally
    model.hp = model.max_hp = card.max_hp


def fallen(setting: Setting, seat: int, said: SeatSaid, loc: Loc) -> None:
    """Let a hero lie unconscious, with nobody in its place."""
    if said.at is not None or said.hp is not None:
        setting.fault(loc, say("oathsworn_situation.found_fallen"), say("oathsworn_situation.valid_fallen"))
    leave(setting, seat)


def leave(setting: Setting, seat: int) -> None:
    """Take a fallen hero off the board, with its tokens."""
    mine: Seat = setting.state.seats[seat]
    clear_piece(setting.state.pieces[seat])
    setting.wanted.pop(seat, None)
    setting.state.pieces[seat].kind = Kind.NONE
    setting.state.pieces[seat].hp = 0
    mine.form, mine.fallen = Form.FALLEN, 1
    for token in Token:
        mine.tokens[token] = 0


def place_held(setting: Setting, seat: int, said: SeatSaid, loc: Loc, round: int) -> None:
    """Cage a hero, or put it inside a boss."""
    book, model = setting.book, setting.state.pieces[seat]
    if said.caged is not None:
        rows = holding(book, setting.names, Status.CAGED)
        place = setting.place((*loc, "caged", "by"), said.caged.by, tuple(rows))
        model.effect = tuple(rows.values())[place] if place >= 0 else 0
        model.holder = book.steps[model.effect].size
        model.held = round + 1 if said.caged.until is None else said.caged.until
        model.status[Status.CAGED] = 1
    if said.consumed is None:
        return
    if said.caged is not None or said.at is not None:
        setting.fault((*loc, "consumed"), said.consumed.by, say("oathsworn_situation.valid_consumed"))
    rows = holding(book, setting.names, Status.CONSUMED)
    place = setting.place((*loc, "consumed", "by"), said.consumed.by, tuple(rows))
    model.effect = tuple(rows.values())[place] if place >= 0 else 0
    model.holder = max(
        setting.place((*loc, "consumed", "location"), said.consumed.location, setting.names.locations), 0
    )
    if setting.state.dice[model.holder] == 0:
        setting.fault((*loc, "consumed", "location"), said.consumed.location, say("oathsworn_situation.valid_unbroken"))
    model.held = said.consumed.lost
    model.status[Status.CONSUMED] = 1
    setting.wanted.pop(seat, None)


def place_allies_left(setting: Setting, said: Situation) -> None:
    """Write which ally cards are still to be had."""
    state = setting.state
    standing = allies_of(state)
    if bin(standing).count("1") < sum(state.seats[seat].form == Form.ALLY for seat in range(SEATS)):
        setting.fault(("seats",), say("oathsworn_situation.found_ally"), say("oathsworn_situation.valid_ally"))
    if said.allies_left is None:
        state.allies &= ~standing
        return
    left = {setting.place(("allies_left", k), name, setting.names.allies) for k, name in enumerate(said.allies_left)}
    state.allies = sum(1 << ally for ally in left if ally >= 0)
    if state.allies & standing:
        setting.fault(("allies_left",), list(said.allies_left), say("oathsworn_situation.valid_ally"))


def place_models(setting: Setting, said: Situation) -> None:
    """Write minions and friends."""
    state, book, names = setting.state, setting.book, setting.names
    if said.minions is not None:
        for piece in range(MINION, FRIEND):
            state.pieces[piece].kind = Kind.NONE
            setting.wanted.pop(piece, None)
        place_all(setting, "minions", said.minions, MINION, Kind.MINION, names.minions, lambda sort: book.minions[sort])
    place_all(setting, "friends", said.friends, FRIEND, Kind.FRIEND, names.friends, lambda sort: book.friends[sort])


def place_all(
    setting: Setting,
    key: str,
    entries: Sequence[ModelSaid],
    first: int,
    kind: Kind,
    kinds: Sequence[str],
    sheet: Callable[[int], Any],
) -> None:
    """Write the models of a list, in the slots from `first`."""
    for place, said in enumerate(entries):
        loc: Loc = (key, place)
        sort = setting.place((*loc, "kind"), said.kind, kinds)
        if sort < 0:
            continue
        if sum(match(each.kind, [kinds[sort]]) is not None for each in entries[: place + 1]) > sheet(sort).models:
            setting.fault((*loc, "kind"), said.kind, say("oathsworn_situation.valid_models", count=sheet(sort).models))
        model: Piece = setting.state.pieces[first + place]
        clear_piece(model)
        model.kind, model.sort = kind, sort
        model.max_hp = max(sheet(sort).hp, 1)
        model.hp = model.max_hp if said.hp is None else setting.at_most((*loc, "hp"), said.hp, model.max_hp)
        if isinstance(said, FriendSaid):
            model.owner, model.light = said.owner - 1, int(sheet(sort).holds_hex == 0)
        want(setting, first + place, said, loc)


def stand(setting: Setting) -> None:
    """Put all models on their hexes: those that the file does not name first, what holds no hex last."""
    state, book = setting.state, setting.book
    taken = {hex: say("oathsworn_situation.an_obstacle") for hex in range(HEXES) if state.terrain[hex]}
    order = sorted(setting.wanted, key=lambda piece: (state.pieces[piece].light, bool(setting.wanted[piece][1]), piece))
    for piece in order:
        hex, loc = setting.wanted[piece]
        model = state.pieces[piece]
        if not fits(book, model.large, hex):
            setting.fault(loc, name_of(hex), say("oathsworn_content.valid_on_board"))
            continue
        under = [body_hex(book, hex, model.facing, part) for part in range(BODY if model.large else 1)]
        if blocked := [each for each in under if each in taken]:
            valid = say("oathsworn_content.valid_empty", hex=name_of(blocked[0]), name=taken[blocked[0]])
            setting.fault(loc or ("seats",), name_of(hex), valid)
            continue
        taken |= {each: say("oathsworn_situation.a_model") for each in under if not model.light}
        put(state, book, piece, hex)


def goes_on(setting: Setting) -> None:
    """Refuse a situation in which the encounter has ended."""
    state, book = setting.state, setting.book
    if not any(dice_left(state, book, boss) for boss in range(BOSSES)):
        setting.fault(("bosses",), say("oathsworn_situation.found_won"), say("oathsworn_situation.valid_die"))
    if all(state.seats[seat].fallen for seat in range(SEATS)):
        setting.fault(("seats",), say("oathsworn_situation.found_lost"), say("oathsworn_situation.valid_hero"))
