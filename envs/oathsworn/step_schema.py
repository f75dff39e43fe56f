"""The JSON Schema of effect steps: what each effect reads and needs, and what its words mean, for editors."""

from __future__ import annotations

from typing import Any

from .meanings import KEYS, WORDS
from .vocabulary import COMMON, EFFECTS, Effect


def explain(schema: dict[str, Any]) -> None:
    """Complete the schema of a step by the vocabulary."""
    keys = schema["properties"]
    for key, entry in keys.items():
        entry["description"] = KEYS[key]
    keys["do"]["x-taplo"] = {"docs": {"enumValues": [effect.meaning for effect in EFFECTS]}}
    for key, meanings in WORDS.items():
        if key in keys:
            texts = {word.name.lower(): text for word, text in meanings.items()}
            enum = next(part["enum"] for part in keys[key].get("anyOf", [keys[key]]) if "enum" in part)
            keys[key]["x-taplo"] = {"docs": {"enumValues": [texts[word] for word in enum]}}
    schema["allOf"] = [rule_of(effect) for effect in EFFECTS]


def rule_of(effect: Effect) -> dict[str, Any]:
    """Return the part of the schema that holds for one effect."""
    then: dict[str, Any] = {"propertyNames": {"enum": [*COMMON, *effect.reads, "token"]}}
    if effect.needs:
        then["required"] = list(effect.needs)
    return {"if": {"properties": {"do": {"const": effect.name}}}, "then": then}
