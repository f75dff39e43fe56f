"""What the options of a decision are called, in the game's words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from ..core.catalogue import say
from ..core.hexes import HEXES, NOWHERE, name_of, only
from ..core.tape import Tape, new_tapes
from .areas import caught
from .board import FAR
from .draws import FACE_CARD
from .enemy_attack import enemy_damage
from .hero_moves import PAID
from .names import Names
from .pieces import defence_of
from .reach import cost_of, flood, water
from .spoken import Cast, colour_word, direction_word, face_word, listed, pool_text, token_word
from .stack import top
from .state import Book, Option, Play, State
from .step_text import StepText, together
from .terms import (
    BOSS,
    CARDS,
    COLOURS,
    FACES,
    INJURIES,
    ITEM_OPTIONS,
    ITEMS,
    KINDS,
    LOCATIONS,
    MINION,
    OPTIONS,
    Act,
    Decision,
    Do,
    Form,
    Op,
    Zone,
)
from .white_odds import white_odds
from .window import ability_of

RUNS = (
    ("hex", Act.HEX, Act.PASS),
    ("passing", Act.PASS, Act.YES),
    ("yes", Act.YES, Act.MOVE),
    ("move", Act.MOVE, Act.CARD),
    ("card", Act.CARD, Act.INJURY),
    ("injury", Act.INJURY, Act.ITEM),
    ("item", Act.ITEM, Act.ABILITY),
    ("ability", Act.ABILITY, Act.TOKEN),
    ("token", Act.TOKEN, Act.NUMBER),
    ("number", Act.NUMBER, Act.COLOUR),
    ("colour", Act.COLOUR, Act.DRAWN),
    ("drawn", Act.DRAWN, Act.DIRECTION),
    ("direction", Act.DIRECTION, Act.DIRECTION + 6),
)
"""Actions by the kind of their label: the first of each kind, and the one behind its last."""

GROUPS = {
    "move": "move",
    "card": "cards",
    "item": "items",
    "ability": "abilities",
    "token": "tokens",
    "injury": "injuries",
    "passing": "end",
    "yes": "free",
}
"""Headings over the options of a visit or a window, by kind of label."""

STANDING = (Decision.TARGET, Decision.FRIEND, Decision.CHAIN)
"""Decisions whose hexes stand for who is there."""
WALKS = (Decision.MOVE_TO, Decision.WAYPOINT)


def kind_of(act: int) -> tuple[str, int]:
    """Return the kind of an action, and which of its kind it is."""
    for kind, first, end in RUNS:
        if first <= act < end:
            return kind, act - first
    raise ValueError(f"action {act} is not one of the game's")


@dataclass(frozen=True)
class Labels:
    """Labels of one situation.

    Attributes:
        names: Names of the encounter.
        state: The situation.
        book: The scenario.
    """

    names: Names
    state: State
    book: Book

    @cached_property
    def cast(self) -> Cast:
        """Who stands in which slot."""
        return Cast(self.names, self.state)

    @cached_property
    def steps(self) -> StepText:
        """What options of heroes do, in words."""
        return StepText(self.names, self.book, enemies=False)

    @cached_property
    def costs(self) -> list[int]:
        """What each hex costs the mover."""
        tape = Tape.at(new_tapes(), 0)
        start = self.state.pieces[top(self.state).a].hex
        flood(self.state, tape, only(start), NOWHERE, water(self.state), FAR - 1)
        return [cost_of(tape, hex) for hex in range(HEXES)]

    @property
    def decision(self) -> Decision:
        """The pending decision."""
        return Decision(self.state.decision)

    @property
    def play(self) -> Play | None:
        """The newest program under way."""
        return self.state.plays[self.state.n_plays - 1] if self.state.n_plays else None

    def question(self) -> str:
        """Return the pending decision as a question."""
        word = self.decision.name.lower()
        if self.decision == Decision.WINDOW:
            word = f"window_{top(self.state).a}"
        elif self.decision == Decision.WHITE and top(self.state).op == Op.SURVIVAL:
            word = "survival"
        who, by = self.cast.piece(self.state.seat), self.asker()
        return say(f"oathsworn_ask.{word}", who=who, by=by, cards=self.pool(), **self.blow())

    def pool(self) -> str:
        """Return the cards of the attack under way."""
        play = self.play
        return pool_text([play.drawing.plan[colour] for colour in range(COLOURS)]) if play is not None else ""

    def blow(self) -> dict[str, int]:
        """Return the damage that is about to cost the deciding seat HP, and its defence."""
        play = self.play
        if self.decision != Decision.GUARD or play is None:
            return {}
        frame, seat = top(self.state), self.state.seat
        damage = enemy_damage(self.state, self.book, play, frame.b, frame.c, seat)
        return {"damage": damage, "defence": defence_of(self.state, self.book, seat)}

    def asker(self) -> str:
        """Return who attacks or acts in what a window or a defence is about."""
        play = self.play
        return self.cast.piece(play.actor) if play is not None else ""

    def all(self) -> dict[int, str]:
        """Return every legal action with its label, in the order they are offered."""
        return {act: self.label(act) for act in (self.state.legal[k] for k in range(self.state.n_legal))}

    def label(self, act: int) -> str:
        """Return what an action is called in the situation that offers it."""
        kind, place = kind_of(act)
        text: str = getattr(self, kind)(place)
        return text

    def remark(self, act: int) -> str:
        """Return what an option of a card, item, injury or ability does, or the odds of so many white cards."""
        if self.decision == Decision.WHITE and act - Act.NUMBER in self.odds:
            return self.odds[act - Act.NUMBER]
        option = self.option_of(act)
        if option is None or self.decision in (Decision.DEFEND, Decision.REARRANGE):
            return ""
        return together(self.steps.program(option.first, option.end))

    @cached_property
    def odds(self) -> dict[int, str]:
        """The exact odds of every number of white cards, from the cards left; redraws are the free ones."""
        play = self.play
        if self.decision != Decision.WHITE or play is None or top(self.state).op != Op.PLAN:
            return {}
        most = int(self.state.legal[self.state.n_legal - 1] - Act.NUMBER)
        choices = white_odds(self.state, self.book, play, most)
        return {
            choice.white: say("oathsworn_act.odds", miss=f"{100 * choice.miss:.1f}", mean=f"{choice.mean:.1f}")
            for choice in choices
        }

    def option_of(self, act: int) -> Option | None:
        """Return the option of the book that an action plays."""
        kind, place = kind_of(act)
        kit = self.book.kits[self.state.seat]
        if kind == "card":
            return kit.cards[place // OPTIONS].options[place % OPTIONS]
        if kind == "item":
            return kit.items[place // ITEM_OPTIONS].options[place % ITEM_OPTIONS]
        if kind == "injury":
            return kit.injuries[place].option
        return ability_of(self.state, self.book, self.state.seat, place) if kind == "ability" else None

    def heading(self, act: int) -> str:
        """Return the heading that an option of a visit or a window stands under; empty for none."""
        if self.decision not in (Decision.TURN, Decision.WINDOW):
            return ""
        return say(f"oathsworn_group.{GROUPS.get(kind_of(act)[0], 'end')}")

    def hex(self, hex: int) -> str:
        """Return a hex, with who stands there or what it costs."""
        name = name_of(hex)
        if self.decision in WALKS:
            return self.destination(name, hex)
        piece = self.state.occupant[hex] - 1
        if self.decision in STANDING and piece >= 0:
            return self.standing(name, hex, piece)
        terrain = self.state.terrain[hex]
        if terrain:
            return say("oathsworn_act.hex_of", hex=name, who=self.names.obstacles[terrain - 1])
        return name

    def destination(self, name: str, hex: int) -> str:
        """Return a hex to go to, with what it costs and leaves."""
        left = self.state.seats[self.state.seat].available - self.costs[hex]
        key = "hex_paid" if top(self.state).c & PAID else "hex_steps"
        return say(f"oathsworn_act.{key}", hex=name, count=self.costs[hex], left=left)

    def standing(self, name: str, hex: int, piece: int) -> str:
        """Return who stands on a hex, with HP: of a boss those of the location there."""
        who = self.cast.piece(piece)
        if BOSS <= piece < MINION:
            location = self.location_at(piece, hex)
            if location >= 0:
                part, hp = self.names.locations[location], self.state.dice[location]
                key = "hex_location" if hp else "hex_broken"
                return say(f"oathsworn_act.{key}", hex=name, who=who, part=part, hp=hp)
            return say("oathsworn_act.hex_of", hex=name, who=who)
        return say("oathsworn_act.hex_piece", hex=name, who=who, hp=self.state.pieces[piece].hp)

    def location_at(self, piece: int, hex: int) -> int:
        """Return the location of a boss that spans a hex; -1 none."""
        model = self.state.pieces[piece]
        part = 0
        if model.large and hex != model.hex:
            around = [self.book.geo.neighbour[model.hex, way] for way in range(6)]
            part = 1 + (around.index(hex) - model.facing) % 6
        for location in range(LOCATIONS):
            row = self.book.locations[location]
            if row.boss == piece - BOSS and (row.body >> part) & 1:
                return location
        return -1

    def passing(self, _: int) -> str:
        """Return what doing nothing means here."""
        word = self.decision.name.lower()
        if self.decision == Decision.TURN:
            word = "turn" if self.state.seats[self.state.seat].acts else "turn_pass"
        return say(f"oathsworn_pass.{word}")

    def yes(self, _: int) -> str:
        """Return what agreeing means here."""
        if self.decision == Decision.OPTIONAL and self.play is not None:
            return say("oathsworn_act.optional", step=self.steps.step(self.book.steps[self.play.row]))
        return say("oathsworn_act.price" if self.decision == Decision.PRICE else "oathsworn_act.leave_cage")

    def move(self, _: int) -> str:
        """Return the move action."""
        seat = self.state.seats[self.state.seat]
        if seat.form == Form.FULL:
            return say("oathsworn_act.move", count=seat.available)
        kit = self.book.allies[seat.ally] if seat.form == Form.ALLY else self.book.kits[self.state.seat]
        return say("oathsworn_act.move_companion", count=kit.move)

    def card(self, place: int) -> str:
        """Return an option of an ability card, or the card itself."""
        kit = self.names.seats[self.state.seat]
        card, option = divmod(place, OPTIONS)
        row = self.book.kits[self.state.seat].cards[card]
        if self.decision == Decision.DEFEND:
            return say("oathsworn_act.defend", card=kit.cards[card], defence=row.defence, cooldown=row.cooldown)
        if self.decision == Decision.REARRANGE:
            return self.placed(kit.cards[card], self.state.seats[self.state.seat].cards[card], row.cooldown)
        text = say("oathsworn_act.option", card=kit.cards[card], option=kit.card_options[card][option])
        return self.priced(text, row.options[option])

    def placed(self, name: str, zone: int, cooldown: int) -> str:
        """Return a cooling card with its position, or one in the hand with where it goes."""
        if zone == Zone.HAND:
            return say("oathsworn_act.put_away", card=name, position=cooldown)
        return say("oathsworn_act.cooling", card=name, position=zone)

    def priced(self, text: str, option: Option) -> str:
        """Return an option with what it costs."""
        costs = []
        if option.cost and not (option.when and self.state.seats[self.state.seat].form != Form.FULL):
            costs.append(say("oathsworn_act.animus", count=option.cost))
        if option.hp:
            costs.append(say("oathsworn_act.hp", count=option.hp))
        if option.token >= 0:
            costs.append(say("oathsworn_act.a_token", token=token_word(option.token)))
        return say("oathsworn_act.priced", text=text, costs=", ".join(costs)) if costs else text

    def injury(self, place: int) -> str:
        """Return an injury."""
        name = self.names.seats[self.state.seat].injuries[place]
        row = self.book.kits[self.state.seat].injuries[place]
        if self.decision == Decision.REARRANGE:
            return self.placed(name, self.state.seats[self.state.seat].injuries[place], row.cooldown)
        return self.priced(say("oathsworn_act.injury", injury=name), row.option)

    def item(self, place: int) -> str:
        """Return an option of an item, or the item itself."""
        item, option = divmod(place, ITEM_OPTIONS)
        kit = self.names.seats[self.state.seat]
        if self.decision == Decision.REARRANGE:
            return self.placed(kit.items[item], self.state.seats[self.state.seat].items[item], 0)
        text = say("oathsworn_act.option", card=kit.items[item], option=kit.item_options[item][option])
        return self.priced(text, self.book.kits[self.state.seat].items[item].options[option])

    def ability(self, place: int) -> str:
        """Return an ability."""
        option = ability_of(self.state, self.book, self.state.seat, place)
        return self.priced(self.cast.ability(self.state.seat, place), option)

    def token(self, token: int) -> str:
        """Return the spending of a token, or its choice."""
        word = "gain_token" if self.decision == Decision.DETERMINATION else "token"
        return say(f"oathsworn_act.{word}", token=token_word(token))

    def number(self, number: int) -> str:
        """Return a count, a location, an ally, a position or a branch, as the decision asks."""
        decision = self.decision
        if decision == Decision.CUBES:
            return say("oathsworn_act.cubes", count=number, colour=colour_word(COLOURS - 1 - top(self.state).step))
        if decision == Decision.WHITE:
            return say("oathsworn_act.cubes", count=number, colour=colour_word(0))
        if decision == Decision.AMOUNT:
            return say("oathsworn_act.dice", count=number, colour=colour_word(top(self.state).d))
        if decision == Decision.LOCATION:
            part, hp = self.names.locations[number], self.state.dice[number]
            return say("oathsworn_act.location", part=part, hp=hp)
        if decision == Decision.ALLY:
            return say("oathsworn_act.ally", ally=self.names.allies[number], hp=self.book.allies[number].max_hp)
        if decision == Decision.REARRANGE:
            return say("oathsworn_act.position", position=number, cards=listed(self.cards_at(number)))
        if decision == Decision.MODE:
            return self.mode(number)
        return str(number)

    def cards_at(self, position: int) -> list[str]:
        """Return the names of what lies at a cooldown position of the deciding seat."""
        mine, kit = self.state.seats[self.state.seat], self.names.seats[self.state.seat]
        zones = (
            *zip(kit.cards, (mine.cards[k] for k in range(CARDS)), strict=False),
            *zip(kit.items, (mine.items[k] for k in range(ITEMS)), strict=False),
            *zip(kit.injuries, (mine.injuries[k] for k in range(INJURIES)), strict=False),
        )
        return [name for name, zone in zones if zone == position and zone < Zone.HAND]

    def mode(self, number: int) -> str:
        """Return a branch of a choice, or what a companion's token is spent on."""
        frame = top(self.state)
        if frame.op == Op.TOKEN_MOVE:
            return say(f"oathsworn_act.companion_token_{number}")
        if frame.op == Do.CHOOSE:
            return self.steps.branches(frame.a)[number]
        return str(number)

    def colour(self, colour: int) -> str:
        """Return a colour: of a card to upgrade, of a critical's extra card, of a deck."""
        word = self.decision.name.lower()
        better = colour_word(min(colour + 1, COLOURS - 1))
        return say(f"oathsworn_colour.{word}", colour=colour_word(colour), better=better)

    def drawn(self, place: int) -> str:
        """Return a card on the table by colour and face, or the card that is named before a draw."""
        card = FACE_CARD[place % FACES]
        colour, kind = divmod(card, KINDS)
        word = "predict" if self.decision == Decision.PREDICT else "redraw_bonus" if place >= FACES else "redraw"
        if top(self.state).op == Do.REPLACE:
            word = "replace"
        return say(f"oathsworn_act.{word}", colour=colour_word(colour), face=face_word(colour, kind))

    def direction(self, direction: int) -> str:
        """Return a direction of the compass, and who an attack that way catches."""
        word = direction_word(direction)
        play = self.play
        if self.decision != Decision.TARGET or play is None:
            return word
        step = self.book.steps[top(self.state).a]
        actor = play.actor
        hits = caught(self.state, self.book, step, actor, self.state.pieces[actor].hex, direction, -1)
        return say("oathsworn_act.direction", direction=word, whom=self.cast.pieces(hits))


def spoken_words(labels: Labels) -> dict[str, int]:
    """Return the names of the hexes that are offered, as words to type."""
    state = labels.state
    legal = [state.legal[k] for k in range(state.n_legal)]
    return {name_of(act - Act.HEX).casefold(): act for act in legal if act < Act.HEX + HEXES}
