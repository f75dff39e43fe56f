"""`shieldmate run`: play one scenario with pilots in all seats."""

from __future__ import annotations

from .compiling import announce
from .console import Log, console, final_tracks, header, print_json, print_lines, print_notes, result_data
from .faces import Faces
from .game import Party, fed, play_out
from .keeping import Keeping
from .options import (
    AsJson,
    Chance,
    Changes,
    Characters,
    Foes,
    Force,
    MaybeScenario,
    MaybeSeed,
    ReplayOut,
    Rules,
    SaveCharacter,
    Seats,
    Situation,
)
from .setting import Options, set_table


def command(
    scenario: MaybeScenario = "",
    character: Characters = [],  # noqa: B006 - typer reads the default, nobody changes it
    foe: Foes = [],  # noqa: B006
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
    """Play it and print the log and the result."""
    announce()
    setting = set_table(Options(scenario, character, foe, seats, rule, changes, chance, state, seed))
    session = setting.session
    out = None if as_json else console()
    print_notes(out, setting.notes)
    with Keeping(setting, replay, save_character, force) as keeping, Party(session) as party:
        log = Log(session, out, header(session))
        faces = Faces()
        if setting.begun:
            log.again()
        else:
            fed(session.begin, log, faces)
        keeping.record()
        play_out(session, party, log, faces)
        print_lines(out, final_tracks(session.names, session.state))
        saved = keeping.save(log)
        print_notes(out, saved)
    if as_json:
        print_json(result_data(session, [*setting.notes, *saved]))
