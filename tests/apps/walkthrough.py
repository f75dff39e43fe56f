"""Pages that show commands with what they print: run again in a folder of their own, edits between them made."""

import re
from collections.abc import Callable
from pathlib import Path

BLOCK = re.compile(r"^```(?P<kind>\w*) ?(?P<file>[\w.-]*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
PROMPT = "$ shieldmate "


def walked(page: str, folder: Path, run: Callable[[str], str]) -> str:
    """Return a page with what its commands print now.

    A block that begins with a prompt is a command with its output; a `diff FILE` block is an edit of a file.

    Args:
        page: The page.
        folder: Where its files lie.
        run: Runs what stands behind the prompt, and gives what it prints and says.
    """

    def again(block: re.Match[str]) -> str:
        text = block["text"]
        if block["kind"] == "diff":
            edit(folder / block["file"], text)
        elif text.startswith(PROMPT):
            line = text.partition("\n")[0]
            return f"```\n{line}\n{run(line.removeprefix(PROMPT))}```"
        return block[0]

    return BLOCK.sub(again, page)


def edit(file: Path, diff: str) -> None:
    """Put the lines of a file that a diff takes away for those it adds; lines of both stay."""
    lines = [(line[:1], line[1:]) for line in diff.splitlines()]
    before = "".join(f"{text}\n" for mark, text in lines if mark in " -")
    after = "".join(f"{text}\n" for mark, text in lines if mark in " +")
    content = file.read_text(encoding="utf-8")
    assert content.count(before) == 1, f"{file.name} holds {content.count(before)} times:\n{before}"
    file.write_text(content.replace(before, after), encoding="utf-8")
