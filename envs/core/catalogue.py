"""The catalogue: every sentence a user reads, in one file to translate."""

import tomllib
from functools import cache
from pathlib import Path

CATALOGUE = Path(__file__).with_name("catalogue.toml")


@cache
def sentences() -> dict[str, str]:
    """Return all sentences of the catalogue by key, e.g. ``content.missing``."""
    sections = tomllib.loads(CATALOGUE.read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, texts in sections.items() for key, text in texts.items()}


def say(key: str, /, **values: object) -> str:
    """Return the sentence `key` with `values` filled in.

    Args:
        key: Section and key of the sentence, such as ``"content.missing"``.
        **values: What the sentence's braces name.

    Raises:
        KeyError: The catalogue has no such sentence, or a value is missing.
    """
    return sentences()[key].format_map(values)
