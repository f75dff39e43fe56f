"""The command line: `shieldmate COMMAND ...`. A command is a module of this folder, imported when it is asked for."""

from __future__ import annotations

import importlib
import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from .. import __version__
from ..envs.core.catalogue import say
from .interrupt import INTERRUPTED, LINE, loaded

COMMANDS = (
    *("run", "play", "odds", "solve", "advise", "oracle", "replay", "review"),
    *("new", "show", "check", "schema", "export", "train", "bench", "speed"),
)
"""Names of the commands, in the order of the help page; each is `command` of the module of its name."""

DONE = 0
BAD_INPUT = 2
BROKEN_PIPE = 141


class Commands(TyperGroup):
    """The group of all commands; listing them imports none."""

    listing = False

    def list_commands(self, ctx: Any) -> list[str]:
        """Return the names of the commands."""
        return list(COMMANDS)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help page from the catalogue alone."""
        self.listing = True
        super().format_help(ctx, formatter)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Return a command, importing its module unless it is only listed."""
        if cmd_name not in COMMANDS:
            raise unknown(cmd_name)
        if self.listing:
            return as_command(lambda: None, cmd_name)
        command = importlib.import_module(f".{cmd_name}", __package__).command
        loaded()
        return as_command(command, cmd_name)


def unknown(name: str) -> Exception:
    """Return the error of a command that there is not."""
    from ..envs.core.content import choices, refuse

    return refuse(say("cli.command"), "", name, choices(COMMANDS, name))


def as_command(function: Callable[..., object], name: str) -> Any:
    """Return a typer command of a function."""
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command(name, help=say(f"commands.{name}"))(function)
    return typer.main.get_command(app)


def print_version(asked: bool) -> None:
    """Print the version and leave."""
    if asked:
        typer.echo(__version__)
        raise typer.Exit


def group() -> Any:
    """Return the group of all commands."""
    app = typer.Typer(cls=Commands, add_completion=False, rich_markup_mode=None, no_args_is_help=True)
    app.callback(help=say("cli.about"))(version_option)
    return typer.main.get_command(app)


def version_option(
    version: Annotated[
        bool, typer.Option("--version", help=say("cli.version"), callback=print_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options that stand before a command."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command.

    Args:
        arguments: What was typed after `shieldmate`; by default the arguments of this process.

    Returns:
        The exit status: 0 done, 2 bad input, 130 interrupted; a fault of ours is raised.
    """
    try:
        ready_streams()
        status = invoke(sys.argv[1:] if arguments is None else arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        silence()
        return BROKEN_PIPE
    except KeyboardInterrupt:
        with suppress(OSError, KeyboardInterrupt):
            sys.stdout.flush()
            print("\n" * sys.stderr.isatty() + LINE, end="", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:
        from .refusals import message_of

        message = message_of(error)
        if message is None:
            raise
        try:
            sys.stdout.flush()
        except OSError:
            silence()
        print(message, file=sys.stderr)
        return BAD_INPUT


def ready_streams() -> None:
    """Have three standard streams that take any text; where one is closed, the null device stands in."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")


def silence() -> None:
    """Let what is still to be printed go nowhere, so that nothing fails once more when the program ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def invoke(arguments: list[str]) -> int:
    """Run one command; what goes wrong with it is left to the caller."""
    commands = group()
    try:
        with commands.make_context("shieldmate", list(arguments)) as context:
            status = commands.invoke(context)
    except typer.Exit as leaving:
        status = leaving.exit_code
    return status if isinstance(status, int) else DONE
