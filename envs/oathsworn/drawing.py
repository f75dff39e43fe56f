"""The board and the table as text that a person can play from, at most 100 columns wide."""

from __future__ import annotations

from textwrap import wrap

from ..core.catalogue import say
from ..core.hexes import COORDINATES, EDGE, HEXES, TALL, index_of, name_of
from .might import ENEMIES, HEROES
from .names import Names
from .pieces import defence_of
from .spoken import Cast, colour_word, direction_word, listed, pool_text, token_word
from .state import Book, State
from .step_text import StepText
from .terms import (
    BOSS,
    BOSSES,
    CARDS,
    COLOURS,
    FRIEND,
    INJURIES,
    ITEMS,
    KINDS,
    LOCATIONS,
    MINION,
    MINION_KINDS,
    PEEKS,
    PIECES,
    SEATS,
    STAGE_CARDS,
    STATUSES,
    TOKENS,
    Form,
    Kind,
    StageZone,
    Status,
    Tile,
    Zone,
)

WIDTH = 4
"""Characters inside a hex."""
PITCH = WIDTH + 1
ARROWS = ("↑", "↗", "↘", "↓", "↙", "↖")
TILES = {Tile.FIRE: "^" * WIDTH, Tile.WATER: "~" * WIDTH}
OBSTACLE = "#" * WIDTH
START = "." * WIDTH
LINE = 100
"""Longest line."""
INDENT = "    "
ARC_FAR = 4
"""Hexes from a boss up to which its arcs are shown."""
COLUMNS = 2 * EDGE + 1


class Drawing:
    """Draws one situation."""

    def __init__(self, state: State, book: Book, names: Names) -> None:
        self.state = state
        self.book = book
        self.names = names
        self.cast = Cast(names, state)
        self.marks = self.all_marks()

    def all_marks(self) -> dict[int, str]:
        """Return what is written in each hex where something stands."""
        marks: dict[int, str] = {}
        for piece in range(PIECES):
            model = self.state.pieces[piece]
            if not self.stands(piece):
                continue
            if BOSS <= piece < MINION:
                marks |= self.boss_marks(piece)
            else:
                marks[model.hex] = self.mark(piece)
        return marks

    def mark(self, piece: int) -> str:
        """Return the mark of a model of one hex: a hero with HP, else kind and number."""
        model = self.state.pieces[piece]
        arrow = ARROWS[model.facing % 6]
        if piece < SEATS:
            return f"{piece + 1}{self.cast.piece(piece)[0]}{model.hp:X}{arrow}"
        number = piece - (MINION if piece < FRIEND else FRIEND) + 1
        kinds = self.names.minions if piece < FRIEND else self.names.friends
        word = kinds[model.sort].split()[-1].lower()
        return f"{word[: WIDTH - 1 - len(str(number))]}{number}{arrow}"

    def boss_marks(self, piece: int) -> dict[int, str]:
        """Return the marks of a boss: in each hex its location with HP, and where its front is."""
        model = self.state.pieces[piece]
        if not model.large:
            return {model.hex: f"{self.names.bosses[piece - BOSS][: WIDTH - 1]}{ARROWS[model.facing % 6]}"}
        marks = {}
        for part in range(7):
            hex = model.hex if part == 0 else self.book.geo.neighbour[model.hex, (model.facing + part - 1) % 6]
            location = self.location_of(piece - BOSS, part)
            number = str(self.state.dice[location]) if location >= 0 else ""
            word = initials(self.names.locations[location]) if location >= 0 else "**"
            arrow = ARROWS[model.facing % 6] if part == 1 else ""
            marks[hex] = f"{word[: WIDTH - len(number + arrow)]}{number}{arrow}"
        return marks

    def location_of(self, boss: int, part: int) -> int:
        """Return the location that spans a hex of a boss; -1 none."""
        for location in range(LOCATIONS):
            row = self.book.locations[location]
            if row.boss == boss and (row.body >> part) & 1:
                return location
        return -1

    def inside(self, hex: int) -> str:
        """Return what stands in the upper half of a hex."""
        if hex in self.marks:
            return self.marks[hex]
        if self.state.terrain[hex]:
            return OBSTACLE
        if self.state.tile[hex]:
            return TILES[Tile(self.state.tile[hex])]
        if self.state.round == 0 and self.book.start_zone[hex]:
            return START
        return self.arc(hex)

    def arc(self, hex: int) -> str:
        """Return in which arc of a large boss an empty hex lies: f its front, r its rear."""
        for boss in range(BOSSES):
            model = self.state.pieces[BOSS + boss]
            if not model.kind or model.hex < 0:
                continue
            if self.book.geo.distance[model.hex, hex] > ARC_FAR:
                continue
            bearing = self.book.geo.bearing[model.hex, hex]
            way = (bearing - 2 * model.facing) % 12
            if way in (11, 0, 1):
                return "f"
            if way in (5, 6, 7):
                return "r"
        return ""

    def board(self) -> list[str]:
        """Return the board: hexes two lines high, the name of each at its foot."""
        height = 2 * TALL + 4
        canvas = [[" "] * (COLUMNS * PITCH + 1) for _ in range(height)]
        for hex in range(HEXES):
            x, y = COORDINATES[hex]
            self.draw_hex(canvas, (x + EDGE) * PITCH, x + 2 * y + TALL + 1, hex)
        letters = "".join(f"{chr(ord('A') + column):^{PITCH}}" for column in range(COLUMNS))
        return [f" {letters}".rstrip(), *("".join(row).rstrip() for row in canvas)]

    def draw_hex(self, canvas: list[list[str]], column: int, row: int, hex: int) -> None:
        """Draw one hex with its edges."""
        x, y = COORDINATES[hex]
        if index_of(x, y - 1) < 0:
            write(canvas, row - 1, column + 1, "_" * WIDTH)
        write(canvas, row, column, f"/{self.inside(hex):^{WIDTH}}\\")
        write(canvas, row + 1, column, f"\\{name_of(hex):_^{WIDTH}}/")

    def legend(self) -> list[str]:
        """Return what the marks mean."""
        start = [say("oathsworn_board.legend_start")] if self.state.round == 0 else []
        return [say("oathsworn_board.legend"), say("oathsworn_board.legend_ground"), *start]

    def stage(self) -> list[str]:
        """Return the stage, the dice of the bosses, and the card that comes next with its steps."""
        lines = self.bosses()
        lines += [self.minion_line(kind) for kind in range(MINION_KINDS) if self.book.minions[kind].known]
        for card in range(STAGE_CARDS):
            if self.state.stage_zone[card] == StageZone.LASTING:
                lines += self.card(card, "oathsworn_board.lasting")
        if self.state.face_up >= 0:
            key = "now" if self.state.resolving else "next"
            lines += self.card(self.state.face_up, f"oathsworn_board.{key}")
        return fitted(lines)

    def bosses(self) -> list[str]:
        """Return every boss, one a line."""
        return [self.boss_line(boss) for boss in range(BOSSES) if self.book.bosses[boss].known]

    def card(self, card: int, key: str) -> list[str]:
        """Return a stage card with its steps."""
        row = self.book.stage_cards[card]
        head = say(key, card=self.names.stage_cards[card], stage="I" * row.stage)
        if row.unknown:
            return [head, say("oathsworn_board.unknown")]
        steps = StepText(self.names, self.book, enemies=True).program(row.first, row.end)
        return [head, *(say("oathsworn_board.step", number=n, step=step) for n, step in enumerate(steps, 1))]

    def gist(self) -> list[str]:
        """Return the stage card that comes next in a few words."""
        card = self.state.face_up
        if card < 0:
            return []
        head, *steps = self.card(card, "oathsworn_board.next")
        text = "; ".join(step.strip() for step in steps)
        return fitted([say("oathsworn_board.gist", head=head, steps=text)])

    def boss_line(self, boss: int) -> str:
        """Return a boss: where it stands and faces, defence, might, and the HP of its locations."""
        model, sheet = self.state.pieces[BOSS + boss], self.book.bosses[boss]
        name = self.names.bosses[boss]
        if not model.kind or model.hex < 0:
            return say("oathsworn_board.boss_gone", who=name)
        dice = ", ".join(
            say("oathsworn_board.location", name=self.names.locations[location], hp=self.state.dice[location])
            if self.state.dice[location]
            else say("oathsworn_board.location_broken", name=self.names.locations[location])
            for location in range(LOCATIONS)
            if self.book.locations[location].boss == boss
        )
        return say(
            "oathsworn_board.boss",
            who=name,
            hex=name_of(model.hex),
            facing=direction_word(model.facing),
            defence=max(sheet.defence + model.defence + model.defence_round, 1),
            might=pool_text([sheet.might[colour] for colour in range(COLOURS)]),
            dice=dice,
        )

    def minion_line(self, kind: int) -> str:
        """Return a kind of minion: how many are out, and what one is."""
        row = self.book.minions[kind]
        out = [piece for piece in range(MINION, FRIEND) if self.stands(piece) and self.state.pieces[piece].sort == kind]
        return say(
            "oathsworn_board.minions",
            who=self.names.minions[kind],
            count=len(out),
            models=row.models,
            defence=row.defence,
            hp=row.hp,
            might=pool_text([row.might[colour] for colour in range(COLOURS)]),
            move=row.move,
        )

    def stands(self, piece: int) -> bool:
        """Return whether a piece stands on the board."""
        model = self.state.pieces[piece]
        return model.kind != Kind.NONE and model.hex >= 0

    def decks(self) -> list[str]:
        """Return how many cards, and blanks among them, are left in the might decks."""
        return [
            say(
                f"oathsworn_board.decks_{side}",
                decks=", ".join(self.deck(side, colour) for colour in range(COLOURS)),
            )
            for side in (HEROES, ENEMIES)
        ]

    def deck(self, side: int, colour: int) -> str:
        """Return how many cards and blanks of a colour are left; cards known on top count as cards."""
        deck = self.state.decks[side * COLOURS + colour]
        known = sum(1 for place in range(PEEKS) if self.state.seen[side * COLOURS + colour, place])
        cards = sum(deck.pile[kind] for kind in range(KINDS)) + known
        return say("oathsworn_board.deck", colour=colour_word(colour), blanks=deck.pile[0], cards=cards)

    def seats(self) -> list[str]:
        """Return how each seat stands, and the hand of the one that decides."""
        lines = [self.seat(seat) for seat in range(SEATS)]
        if self.state.seat >= 0 and self.state.seats[self.state.seat].form == Form.FULL:
            lines += self.hand(self.state.seat)
        return fitted(lines)

    def seat(self, seat: int) -> str:
        """Return how one seat stands."""
        mine, model = self.state.seats[seat], self.state.pieces[seat]
        who = self.cast.piece(seat)
        if mine.form == Form.FALLEN:
            return say("oathsworn_board.fallen", turn=" ", number=seat + 1, who=who)
        parts = [
            say(
                "oathsworn_board.seat",
                turn=say("oathsworn_board.turn") if seat == self.state.seat else " ",
                number=seat + 1,
                who=say("oathsworn_board.companion", who=who) if mine.form == Form.COMPANION else who,
                defence=defence_of(self.state, self.book, seat),
                hp=model.hp,
                most=model.max_hp,
                hex=name_of(model.hex) if model.hex >= 0 else say("oathsworn_board.off"),
                animus=mine.available,
                reserve=mine.reserve,
            )
        ]
        tokens = [
            say("oathsworn_board.count", count=mine.tokens[token], name=token_word(token))
            for token in range(TOKENS)
            if mine.tokens[token]
        ]
        marks = [
            say("oathsworn_board.count", count=model.status[status], name=say(f"status.{Status(status).name.lower()}"))
            for status in range(STATUSES)
            if model.status[status]
        ]
        return "; ".join([*parts, *([listed(tokens)] if tokens else []), *marks])

    def hand(self, seat: int) -> list[str]:
        """Return where the cards, items and injuries of a seat are."""
        mine, kit = self.state.seats[seat], self.names.seats[seat]
        places: dict[int, list[str]] = {}
        rows = [self.book.kits[seat].cards[card] for card in range(len(kit.cards))]
        cards = [
            say("oathsworn_board.card", card=name, cooldown=row.cooldown, defence=row.defence)
            for name, row in zip(kit.cards, rows, strict=True)
        ]
        for names, zones in (
            (cards, [mine.cards[n] for n in range(CARDS)]),
            (kit.items, [mine.items[n] for n in range(ITEMS)]),
            (kit.injuries, [mine.injuries[n] for n in range(INJURIES)]),
        ):
            for name, zone in zip(names, zones, strict=False):
                places.setdefault(zone, []).append(name)
        lines = []
        for zone in (Zone.HAND, 0, 1, 2, 3, Zone.SPENT):
            if zone in places:
                cards_there, who = ", ".join(places[zone]), self.cast.piece(seat)
                lines.append(INDENT + say(f"oathsworn_board.zone_{int(zone)}", who=who, cards=cards_there))
        return lines


def fitted(lines: list[str]) -> list[str]:
    """Return lines with the long ones as several that fit."""
    return [part for line in lines for part in wrap(line, LINE, subsequent_indent=2 * INDENT)]


def write(canvas: list[list[str]], row: int, column: int, text: str) -> None:
    """Write a text over a canvas; an edge that is there already stays."""
    for place, char in enumerate(text):
        if char != " " or canvas[row][column + place] == " ":
            canvas[row][column + place] = char


def initials(name: str) -> str:
    """Return a location's name in two letters."""
    words = name.split()
    return words[0][0] + words[1][0] if len(words) > 1 else name[:2]


def draw_board(state: State, book: Book, names: Names) -> str:
    """Return the whole table as text: board, stage card and seats."""
    drawing = Drawing(state, book, names)
    return "\n".join([*drawing.board(), *drawing.legend(), *drawing.stage(), *drawing.decks(), *drawing.seats()])
