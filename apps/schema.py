"""`shieldmate schema`: JSON Schemas, so that an editor completes and checks content files."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from pydantic import BaseModel

from ..envs.core.catalogue import say
from ..envs.core.content import choices, match, refuse
from ..envs.core.files import write_whole
from ..envs.ironsworn.assets import AssetFile
from ..envs.ironsworn.board import Board
from ..envs.ironsworn.foes import Foe, FoeList
from ..envs.ironsworn.scenario import ScenarioFile
from ..envs.ironsworn.sheet import Sheet
from ..envs.oathsworn.cards import AllyFile, ClassFile, GearFile, InjuryFile
from ..envs.oathsworn.encounter import Encounter
from ..envs.oathsworn.situation_file import Situation
from .options import Force

MODELS: dict[str, type[BaseModel]] = {
    "scenario": ScenarioFile,
    "character": Sheet,
    "assets": AssetFile,
    "foe": Foe,
    "foes": FoeList,
    "state": Board,
    "encounter": Encounter,
    "encounter_state": Situation,
    "class": ClassFile,
    "gear": GearFile,
    "injuries": InjuryFile,
    "allies": AllyFile,
}


def command(
    kind: Annotated[str, typer.Argument(metavar="KIND", help=say("options.schema_kind", kinds=", ".join(MODELS)))],
    output: Annotated[str, typer.Option("-o", "--output", metavar="FILE", help=say("options.output"))] = "",
    force: Force = False,
) -> None:
    """Print a schema, or write it to a file."""
    known = match(kind, MODELS)
    if known is None:
        raise refuse("schema", "", kind, choices(MODELS, kind))
    if output:
        write_whole(output, schema_text(known), force)
    else:
        typer.echo(schema_text(known), nl=False)


def schema_text(kind: str) -> str:
    """Return the schema of a kind of file as it is printed."""
    return json.dumps(schema(kind), indent=2, ensure_ascii=False) + "\n"


def schema(kind: str) -> dict[str, Any]:
    """Return the schema of a kind of file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **MODELS[kind].model_json_schema()}
