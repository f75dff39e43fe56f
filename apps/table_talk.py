"""What a person at the table is asked and may say: a numbered option, or a word such as undo, save, seat, set, odds."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from functools import partial
from textwrap import wrap

from ..agents.pilots import HUMAN, canonical
from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, choices, match, name_key, refuse
from ..envs.core.told import Line, Tone
from ..policies.search import MOST
from .advise_by_search import rows, scripted_choice, searched
from .console import print_lines
from .faces import HELP, QUIT, SaidInsteadError
from .game import fed
from .interrupt import Wish
from .record import Recorder
from .sitting import Sitting

FEW = 6
"""So many options stand without headings."""
MANY = 20
SHORT = 20
WIDE = 100
"""More options than that with labels as short as that stand several in a line of this width."""


class Talk:
    """A person's side of a game."""

    def __init__(self, table: Sitting) -> None:
        self.table = table
        self.session = table.setting.session
        self.party = table.party
        self.log = table.log
        self.faces = table.faces
        self.force = table.asked.force
        self.out = table.log.out
        self.shown: list[Sequence[str]] = []
        self.lent: dict[int, int | None] = {}
        self.words: dict[str, Callable[[list[str]], None]] = {
            "undo": self.undo,
            "save": self.save,
            "seat": self.seat,
            "set": self.set,
            "advise": self.advise,
            "status": self.status,
            "help": self.help,
        }
        if "edit" not in self.session.game.lines:
            del self.words["set"]

    def begin(self) -> bool:
        """Begin the game; returns False when the person leaves before it has begun."""
        while True:
            try:
                self.table.begin()
                return True
            except SaidInsteadError as said:
                if said.leaving:
                    print_lines(self.out, [self.farewell()])
                    return False
                print_lines(self.out, [str(nothing_to_undo())], "red")

    def play(self) -> bool:
        """Play on; returns whether the fight was fought to its end."""
        while not self.session.over:
            person = self.session.holders[self.session.seat] == HUMAN
            try:
                if not person:
                    self.pilots_act()
                elif not self.turn():
                    break
            except SaidInsteadError as said:
                self.log.again()
                if said.leaving:
                    break
                self.back(person)
        if not self.session.over:
            print_lines(self.out, [self.farewell()])
        return self.session.over

    def pilots_act(self) -> None:
        """Let pilots decide until a person is to; Ctrl-C takes back what was handed over, else it interrupts."""
        with Wish() if self.lent else nullcontext() as wish:
            while not self.session.over and self.session.holders[self.session.seat] != HUMAN:
                fed(partial(self.session.decide, self.party.act(self.log)), self.log, self.faces)
                self.take_back_due()
                if wish is not None and wish.heard:
                    break
        if wish is not None and wish.heard:
            for seat in list(self.lent):
                self.hand(seat, HUMAN)

    def take_back_due(self) -> None:
        """Take back the seats whose rounds with a pilot are over."""
        for seat, last in list(self.lent.items()):
            if last is not None and self.session.state.round > last:
                self.hand(seat, HUMAN)

    def hand(self, seat: int, holder: str) -> None:
        """Put a holder in a seat.

        Raises:
            ContentError: The pilot does not start; the seat stays as it was.
        """
        self.party.seat(seat, holder)
        self.session.give(seat, holder)
        self.lent.pop(seat, None)

    def back(self, own: bool) -> None:
        """Do not make the choice whose dice were asked for; if it was a pilot's, undo the last one of a person."""
        try:
            if own:
                self.log.line(Line(say("log.undone"), Tone.REASON))
            else:
                self.undo([])
        except ContentError as error:
            print_lines(self.out, [str(error)], "red")

    def farewell(self) -> str:
        """Return what is said to a person who leaves."""
        recorder = self.session.recorder
        return say("play.left_unsaved") if recorder is None else say("play.left", file=recorder.path)

    def turn(self) -> bool:
        """Ask the person until something is decided or changed; returns False when the person leaves."""
        options = self.session.game.labels(self.session)
        self.log.asked()
        self.show(options)
        while True:
            answer = self.faces.read(say("play.prompt", count=len(options)))
            if answer is None or match(answer, QUIT) is not None:
                return False
            if not answer.strip():
                continue
            try:
                if self.answer(answer.strip(), list(options)):
                    return True
            except ContentError as error:
                print_lines(self.out, str(error).splitlines(), "red")

    def answer(self, text: str, acts: list[int]) -> bool:
        """Do what was typed; returns whether the situation may be another now.

        Raises:
            ContentError: It is no option and no word known here.
        """
        if text.isascii() and text.isdigit() and len(text) < len("1000"):
            place = int(text)
            if not 1 <= place <= len(acts):
                raise refuse("option", "", text, say("play.valid_option", count=len(acts)))
            fed(partial(self.session.decide, acts[place - 1]), self.log, self.faces)
            return True
        spoken = self.session.game.words(self.session).get(name_key(text))
        if spoken in acts:
            fed(partial(self.session.decide, spoken), self.log, self.faces)
            return True
        if match(text, HELP) is not None:
            text = "help"
        word, *rest = split(text)
        known = match(word, self.words)
        if known is None:
            raise refuse("option", "", word, choices((*self.words, "quit"), word))
        self.words[known](rest)
        return known in ("undo", "seat", "set")

    def show(self, options: dict[int, str]) -> None:
        """Print the situation as far as it is new, the question and the numbered options with what is said of them."""
        scenes = self.session.game.scenes(self.session)
        for scene in scenes:
            if scene.again or scene.lines not in self.shown:
                print_lines(self.out, scene.lines, "dim" if scene.again else "")
            else:
                print_lines(self.out, scene.brief)
        self.shown = [scene.lines for scene in scenes]
        print_lines(self.out, [self.session.game.question(self.session)], "bold")
        width = max(len(text) for text in options.values())
        if len(options) > MANY and width <= SHORT:
            self.show_in_columns(list(options.values()), width)
        else:
            self.show_one_by_one(options, width)

    def show_one_by_one(self, options: dict[int, str], width: int) -> None:
        """Print options one a line under their headings."""
        remarks = self.session.game.remarks(self.session)
        heading = ""
        for number, (act, text) in enumerate(options.items(), 1):
            group = self.session.game.heading(self.session, act) if len(options) > FEW else heading
            if group != heading:
                heading = group
                print_lines(self.out, [f"  {group}"], "dim")
            start = f"  {number:>3}  {text:<{width}}  "
            room = max(WIDE - len(start), SHORT)
            told = wrap(remarks.get(act, ""), room) or [""]
            lines = [start + told[0], *(" " * len(start) + line for line in told[1:])]
            print_lines(self.out, [line.rstrip() for line in lines])

    def show_in_columns(self, texts: list[str], width: int) -> None:
        """Print many short options, several a line."""
        cells = [f"  {number:>3}  {text:<{width}}" for number, text in enumerate(texts, 1)]
        columns = max(WIDE // len(cells[0]), 1)
        rows = range(0, len(cells), columns)
        print_lines(self.out, ["".join(cells[row : row + columns]).rstrip() for row in rows])

    def status(self, rest: list[str]) -> None:
        """Print how everybody stands."""
        for scene in self.session.game.scenes(self.session):
            print_lines(self.out, scene.lines, "dim" if scene.again else "")

    def advise(self, rest: list[str]) -> None:
        """Print what the scripted pilot would do and why, or with a number what so many simulations find."""
        if not rest:
            act, reason = scripted_choice(self.session)
            label = self.session.game.labels(self.session)[act]
            print_lines(self.out, [say("advise.pilot", label=label, reason=reason)])
            return
        budget = int(rest[0]) if rest[0].isascii() and rest[0].isdigit() and len(rest[0]) <= len(str(MOST)) else 0
        if len(rest) > 1 or not 1 <= budget <= MOST:
            raise refuse("advise", "", " ".join(rest), say("play.valid_advise", most=MOST))
        print_lines(self.out, rows(self.session, searched(self.session, budget, self.session.seed)))

    def help(self, rest: list[str]) -> None:
        """Print what may be typed."""
        for word in ("option", *self.words, "quit"):
            print_lines(self.out, [say(f"play.help_{word}")])

    def undo(self, rest: list[str]) -> None:
        """Take back the last decision of a person."""
        people = [seat for seat, holder in enumerate(self.session.holders) if holder == HUMAN]
        to = self.session.last_decision(people)
        if to is None:
            raise nothing_to_undo()
        self.session.undo(to)

    def save(self, rest: list[str]) -> None:
        """Write the replay to a file and go on writing it."""
        if len(rest) != 1:
            raise refuse("save", "", " ".join(rest) or say("content.found_nothing"), "save FILE")
        recorder = Recorder(rest[0], self.force)
        if self.session.recorder is not None:
            self.session.recorder.close()
        self.session.record(recorder)
        print_lines(self.out, [say("play.saved", file=rest[0], lines=len(self.session.lines))])

    def seat(self, rest: list[str]) -> None:
        """Give a seat to a pilot, or take it back."""
        seats = len(self.session.holders)
        if len(rest) < 2 or rest[0] not in map(str, range(1, seats + 1)):
            found = " ".join(rest) or say("content.found_nothing")
            raise refuse("seat", "", found, say("play.valid_seat", seats=seats))
        seat, rounds = int(rest[0]) - 1, None
        if len(rest) > 2 and rest[-1].isascii() and rest[-1].isdigit() and not rest[1].startswith("exec:"):
            rounds = int(rest.pop())
        holder = canonical(" ".join(rest[1:]))
        own = self.session.holders[seat] == HUMAN or seat in self.lent
        self.hand(seat, holder)
        if own and holder != HUMAN:
            self.lent[seat] = None if rounds is None else self.session.state.round + max(rounds, 1) - 1
            if HUMAN not in self.session.holders:
                print_lines(self.out, [say("play.handed_over")], "dim")

    def set(self, rest: list[str]) -> None:
        """Correct the board."""
        if not rest:
            raise refuse("set", "", say("content.found_nothing"), say("board.valid_change"))
        board = self.session.game.changes(self.session, rest)
        fed(partial(self.session.edit, board), self.log, self.faces)


def nothing_to_undo() -> ContentError:
    """Return the error of an undo before any choice."""
    return refuse("undo", "", say("play.found_no_undo"), say("play.valid_undo"))


def split(text: str) -> list[str]:
    """Return the words of a line; quotes hold words together.

    Raises:
        ContentError: A quote is not closed.
    """
    try:
        return shlex.split(text)
    except ValueError as error:
        raise refuse("option", "", text, say("play.valid_quotes")) from error
