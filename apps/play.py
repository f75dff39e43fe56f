"""`shieldmate play`: a person in some seats, at the terminal or line by line from a pipe."""

from __future__ import annotations

import secrets

from ..agents.pilots import HUMAN
from ..envs.core.catalogue import say
from .compiling import announce
from .console import Log, console, final_tracks, header, print_json, print_lines, print_notes, result_data
from .faces import Faces
from .game import Party, fed
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
from .table_talk import Talk

SEED_BITS = 31


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
    """Play until the fight is over or the person leaves."""
    announce()
    chosen = secrets.randbits(SEED_BITS) if seed is None and not state else seed
    setting = set_table(
        Options(scenario, character, foe, seats, rule, changes, chance, state, chosen, first=HUMAN, people=True)
    )
    session, out = setting.session, console()
    print_notes(out, setting.notes)
    with Keeping(setting, replay, save_character, force) as keeping, Party(session) as party:
        log, faces = Log(session, out, [*header(session), say("play.hint")]), Faces()
        if setting.begun:
            log.again()
        else:
            fed(session.begin, log, faces)
        keeping.record()
        finished = Talk(setting, party, log, faces, force).play()
        print_lines(out, final_tracks(session.names, session.state))
        if finished:
            print_notes(out, keeping.save(log))
    if as_json:
        print_json(result_data(session))
