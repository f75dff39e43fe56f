"""What a game leaves behind: its replay, the characters written back, a journal of the fight."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from types import TracebackType

from ..envs.core.catalogue import say
from ..envs.core.content import one_line, refuse
from ..envs.core.files import place, write_whole
from ..envs.core.told import Tone
from .console import Log, header
from .record import Recorder
from .setting import Setting

MARKDOWN = {Tone.ROUND: "\n## {}\n", Tone.MOVE: "- {}", Tone.EFFECT: "  - {}", Tone.REASON: "  - *{}*"}


class Keeping:
    """Checks before the game that all can be kept, and keeps it."""

    def __init__(self, setting: Setting, replay: str, characters: Sequence[str], force: bool) -> None:
        """Check the places.

        Raises:
            ContentError: A file is there already, or cannot be written.
        """
        self.setting = setting
        self.characters = list(characters)
        self.force = force
        self.recorder: Recorder | None = None
        if len(self.characters) > len(setting.origins):
            found, valid = str(len(self.characters)), say("keeping.valid_files", seats=len(setting.origins))
            raise refuse("--save-character", "", found, valid)
        journals = map(journal_path, self.characters)
        check_places(chain(self.characters, journals, [replay] if replay else []), force)
        if replay:
            self.recorder = Recorder(replay, force)

    def __enter__(self) -> Keeping:
        """Go in with the replay's file open."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the replay; what was played is in it."""
        for recorder in (self.recorder, self.setting.session.recorder):
            if recorder is not None:
                recorder.close()

    def record(self) -> None:
        """Write the replay so far, and from now on line by line."""
        if self.recorder is not None:
            self.setting.session.record(self.recorder)

    def save(self, log: Log) -> list[str]:
        """Write the characters back, each with a journal; returns what to tell.

        Raises:
            ContentError: A file cannot be written.
        """
        session = self.setting.session
        notes = []
        for seat, path in enumerate(self.characters):
            notes += session.game.save_character(session, seat, self.setting.origins[seat], path, self.force)
            write_whole(journal_path(path), journal(log), self.force)
            notes.append(say("keeping.saved", who=session.who(seat), path=path, journal=journal_path(path)))
        return notes


def journal_path(path: str) -> Path:
    """Return where the journal beside a character goes."""
    return Path(path).with_suffix(".journal.md")


def check_places(paths: Iterable[str | Path], force: bool) -> None:
    """Refuse places that cannot be written to, and two things in one place.

    Raises:
        ContentError: It is so.
    """
    seen: set[Path] = set()
    for path in paths:
        target = place(path, force)
        if target in seen:
            raise refuse(path, "", say("keeping.found_twice"), say("keeping.valid_apart"))
        seen.add(target)


def journal(log: Log) -> str:
    """Return the fight as Markdown."""
    session = log.session
    lines = [f"# {escaped(session.scenario.name)}", "", *map(escaped, header(session)), ""]
    for line in log.kept:
        lines.append(MARKDOWN.get(line.tone, "\n**{}**\n").format(escaped(line.text)))
    lines += [f"- {escaped(text)}" for text in session.game.standing(session)]
    return "\n".join(lines) + "\n"


def escaped(text: str) -> str:
    """Return a text with what Markdown would read as its own marks kept as it is."""
    text = one_line(text)
    for char in "\\`*_[]<>#":
        text = text.replace(char, f"\\{char}")
    return text
