"""The TOML on the page about characters is read as it stands there."""

import re
from pathlib import Path

from shieldmate.envs.ironsworn.importers import read_character, read_foe

PAGE = Path(__file__).parent.parent.parent / "docs" / "characters.md"


def test_the_examples_are_read(tmp_path: Path) -> None:
    character, foe = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "character").write_text(character, encoding="utf-8")
    (tmp_path / "foe").write_text(foe, encoding="utf-8")
    sheet, _, notes = read_character(tmp_path / "character")
    assert (sheet.name, [asset.id for asset in sheet.assets], notes) == ("Kuno", ["horse", "ironclad", "talisman"], [])
    assert read_foe(tmp_path / "foe").undead
