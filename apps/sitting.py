"""A sitting, which `run` and `play` share: its options, the table that they set, and what is kept of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from .compiling import announce
from .console import Log, console, header, print_json, print_lines, print_notes, result_data
from .faces import Faces
from .game import Players, fed
from .keeping import Keeping
from .options import (
    AsJson,
    Chance,
    Changes,
    Characters,
    Difficulty,
    Foes,
    Force,
    MaybeScenario,
    MaybeSeed,
    Party,
    ReplayOut,
    Rules,
    SaveCharacter,
    Seats,
    Situation,
)
from .setting import Options, Setting, game_of, set_table


@dataclass
class Asked:
    """What was typed: the table, what is kept of the game, and whether its result is wanted as JSON."""

    options: Options
    replay: str
    save_character: Sequence[str]
    force: bool
    as_json: bool


def at_the_table(sit: Callable[[Asked], None]) -> Callable[..., None]:
    """Return a command that takes the options of a table and hands them on."""

    def command(
        scenario: MaybeScenario = "",
        character: Characters = [],  # noqa: B006 - typer reads the default, nobody changes it
        foe: Foes = [],  # noqa: B006
        party: Party = "",
        difficulty: Difficulty = "",
        seats: Seats = [],  # noqa: B006
        rule: Rules = [],  # noqa: B006
        changes: Changes = [],  # noqa: B006
        chance: Chance = "",
        state: Situation = "",
        seed: MaybeSeed = None,
        replay: ReplayOut = "",
        save_character: SaveCharacter = [],  # noqa: B006
        force: Force = False,
        as_json: AsJson = False,
    ) -> None:
        options = Options(scenario, character, foe, seats, rule, changes, chance, state, seed)
        options.party, options.difficulty = party, difficulty
        sit(Asked(options, replay, save_character, force, as_json))

    return command


@dataclass
class Sitting:
    """A table with its game, the pilots in their seats, the log and the source of hand-fed faces."""

    setting: Setting
    party: Players
    log: Log
    faces: Faces
    keeping: Keeping
    asked: Asked

    def begin(self) -> None:
        """Bring the game to its first decision, or to where it was left, and begin its replay.

        Raises:
            ContentError: The situation does not fit, or hand-fed faces ran out.
        """
        if self.setting.begun:
            self.log.again()
        else:
            fed(self.setting.session.begin, self.log, self.faces)
        self.keeping.record()

    def end(self, finished: bool) -> None:
        """Print how everybody stands, keep what is to be kept of a finished game, and print the result in JSON.

        Raises:
            ContentError: A file cannot be written.
        """
        session = self.setting.session
        print_lines(self.log.out, session.game.standing(session))
        saved = self.keeping.save(self.log) if finished else []
        print_notes(self.log.out, saved)
        if self.asked.as_json:
            print_json(result_data(session, [*self.setting.notes, *saved]))


@contextmanager
def sitting(asked: Asked, people: bool, hint: Sequence[str] = ()) -> Iterator[Sitting]:
    """Set a table; nothing is printed before all of it is known to fit. With JSON wanted, people are told beside it.

    Raises:
        ContentError: With what is wrong with what was typed.
    """
    announce(game_of(asked.options))
    setting = set_table(asked.options)
    out = console(beside=asked.as_json) if people or not asked.as_json else None
    with (
        Keeping(setting, asked.replay, asked.save_character, asked.force) as keeping,
        Players(setting.session) as party,
    ):
        log = Log(setting.session, out, [*header(setting.session), *hint], setting.notes)
        yield Sitting(setting, party, log, Faces(beside=asked.as_json, words=people), keeping, asked)
