"""What a person at the table is asked and may say: a numbered option, or a word such as undo, save, seat, set, odds."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from functools import partial

from ..agents.pilots import HUMAN, canonical
from ..envs.core.catalogue import say
from ..envs.core.content import ContentError, check, choices, match, refuse
from ..envs.ironsworn.board import Board, parse_changes
from ..envs.ironsworn.labels import decision_text, labels
from ..envs.ironsworn.odds import option_odds
from ..envs.ironsworn.tell import Line, Tone
from ..envs.ironsworn.terms import Act
from .console import final_tracks, odds_text, print_lines
from .faces import HELP, QUIT, SaidInsteadError
from .game import fed
from .record import Recorder
from .sitting import Sitting

GROUPS = (
    (Act.STRIKE_CLOSE, "attack"),
    (Act.SECURE, "secure"),
    (Act.FACE, "face"),
    (Act.FLEE, "flee"),
    (Act.AID, "aid"),
    (Act.COMPEL_HEART, "compel"),
    (Act.TIDE, "other"),
)
"""Headings over the options of a main move, by the first action under each."""

FEW = 6
"""So many options stand without headings."""


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
        self.words: dict[str, Callable[[list[str]], None]] = {
            "undo": self.undo,
            "save": self.save,
            "seat": self.seat,
            "set": self.set,
            "status": self.status,
            "help": self.help,
        }

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
                    fed(partial(self.session.decide, self.party.act(self.log)), self.log, self.faces)
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
        options = labels(self.session.names, self.session.state)
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
        if match(text, HELP) is not None:
            text = "help"
        word, *rest = split(text)
        known = match(word, self.words)
        if known is None:
            raise refuse("option", "", word, choices((*self.words, "quit"), word))
        self.words[known](rest)
        return known in ("undo", "seat", "set")

    def show(self, options: dict[int, str]) -> None:
        """Print the situation, the question and the numbered options with their odds."""
        odds = option_odds(self.session.table)
        self.status([])
        print_lines(self.out, [decision_text(self.session.names, self.session.state)], "bold")
        width = max(len(text) for text in options.values())
        heading = ""
        for number, (act, text) in enumerate(options.items(), 1):
            group = group_of(act)
            if len(options) > FEW and group != heading:
                heading = group
                print_lines(self.out, [f"  {say(f'play.group_{group}')}"], "dim")
            told = f"  {odds_text(odds[act])}" if act in odds else ""
            print_lines(self.out, [f"  {number:>3}  {text:<{width}}{told}".rstrip()])

    def status(self, rest: list[str]) -> None:
        """Print how everybody stands."""
        lines = final_tracks(self.session.names, self.session.state)
        state = self.session.state
        for seat, who in enumerate(self.session.names.characters):
            if state.characters[seat].initiative:
                lines[seat] = say("play.has_initiative", line=lines[seat], who=who)
        print_lines(self.out, lines, "dim")

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
        holder = canonical(" ".join(rest[1:]))
        self.party.seat(int(rest[0]) - 1, holder)
        self.session.give(int(rest[0]) - 1, holder)

    def set(self, rest: list[str]) -> None:
        """Correct the board."""
        if not rest:
            raise refuse("set", "", say("content.found_nothing"), say("board.valid_change"))
        data = parse_changes(rest, self.session.names, self.session.seat)
        board = check(data, Board, "set")
        fed(partial(self.session.edit, board), self.log, self.faces)


def nothing_to_undo() -> ContentError:
    """Return the error of an undo before any choice."""
    return refuse("undo", "", say("play.found_no_undo"), say("play.valid_undo"))


def group_of(act: int) -> str:
    """Return the heading that an option of a main move stands under."""
    return [name for first, name in GROUPS if first <= act][-1]


def split(text: str) -> list[str]:
    """Return the words of a line; quotes hold words together.

    Raises:
        ContentError: A quote is not closed.
    """
    try:
        return shlex.split(text)
    except ValueError as error:
        raise refuse("option", "", text, say("play.valid_quotes")) from error
