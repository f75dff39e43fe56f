"""Writes the golden games, the transcripts of README.md and the how-to, and the schemas anew; review what changed."""

import os
import shlex
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

FOLDER = Path(__file__).parent
ROOT = FOLDER.parent.parent
README = ROOT / "README.md"
HOW_TO = ROOT / "docs" / "your-first-encounter.md"
BEGIN, END = "<!-- transcript: begin -->\n", "<!-- transcript: end -->\n"
TRANSCRIPT = "run ironsworn/bear --seed 1"
KINDS = (
    *("scenario", "character", "assets", "foe", "foes", "state"),
    *("encounter", "encounter_state", "class", "gear", "injuries", "allies"),
)
GAMES = {
    "solo_bear": "run ironsworn/bear --seed 1 --seats random --rule flee=false",
    "party_and_pack": "run ironsworn/raider --foe wolf:5 --foe raider --seed 4 --seats random,random,random,random "
    "--character rider.toml --character shield.toml --character warrior --character warrior "
    "--rule flee=false --rule price=table",
    "companions": "run ironsworn/haunt --seed 2 --seats random,random --character rider.toml --character shield.toml "
    "--rule flee=false --rule opening=circle",
    "broodmother": "run oathsworn/broodmother --seats scripted,scripted,scripted,scripted --seed 1",
    "grey_twins": "run oathsworn/two-bosses --party solo --seats scripted,scripted,scripted,scripted --seed 1",
    "ridge_hound": "run oathsworn/several-dice --difficulty pilgrim --seed 1",
}


def printed(line: str) -> str:
    """Return what a command prints."""
    command = [sys.executable, "-m", "shieldmate", *line.split()]
    done = subprocess.run(command, cwd=FOLDER, env=os.environ, check=True, text=True, stdout=subprocess.PIPE)
    return done.stdout


def write_how_to() -> None:
    """Write what the commands of the how-to print."""
    sys.path.insert(0, str(ROOT / "tests" / "apps"))
    from walkthrough import walked

    with TemporaryDirectory() as folder:

        def run(line: str) -> str:
            command = [sys.executable, "-m", "shieldmate", *shlex.split(line)]
            return subprocess.run(
                command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            ).stdout

        HOW_TO.write_text(walked(HOW_TO.read_text(encoding="utf-8"), Path(folder), run), encoding="utf-8")


def main() -> None:
    """Write every game, the transcripts of README.md and the how-to, and the schemas of docs/schemas."""
    for name, line in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(f"$ shieldmate {line}\n{printed(line)}", encoding="utf-8")
    before, _, rest = README.read_text(encoding="utf-8").partition(BEGIN)
    told = f"```\n$ shieldmate {TRANSCRIPT}\n{printed(TRANSCRIPT)}```\n"
    README.write_text(f"{before}{BEGIN}{told}{END}{rest.partition(END)[2]}", encoding="utf-8")
    write_how_to()
    schemas = ROOT / "docs" / "schemas"
    schemas.mkdir(exist_ok=True)
    for kind in KINDS:
        (schemas / f"{kind}.json").write_text(printed(f"schema {kind}"), encoding="utf-8")


if __name__ == "__main__":
    main()
