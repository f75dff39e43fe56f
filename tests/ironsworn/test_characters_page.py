"""The TOML on the page about characters is read as it stands there."""

import re
from pathlib import Path

from shieldmate.envs.ironsworn.foes import all_foes
from shieldmate.envs.ironsworn.importers import read_character, read_foe
from shieldmate.envs.ironsworn.names import rank_name

PAGE = Path(__file__).parent.parent.parent / "docs" / "characters.md"


def test_the_examples_are_read(tmp_path: Path) -> None:
    character, foe = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "character").write_text(character, encoding="utf-8")
    (tmp_path / "foe").write_text(foe, encoding="utf-8")
    sheet, _, notes = read_character(tmp_path / "character")
    assert (sheet.name, [asset.id for asset in sheet.assets], notes) == ("Kuno", ["horse", "ironclad", "talisman"], [])
    assert read_foe(tmp_path / "foe").undead


def test_the_table_of_foes_has_every_foe_at_its_rank() -> None:
    rows = re.findall(
        r"^\| (troublesome|dangerous|formidable|extreme|epic) \| (.+) \| (.+) \|$", PAGE.read_text("utf-8"), re.M
    )
    listed = [(rank, foe) for rank, core, delve in rows for foe in f"{core}, {delve}".split(", ")]
    assert len(listed) == 58
    assert sorted(listed) == sorted((rank_name(foe.rank), foe.name) for foe in all_foes() if foe.book)
