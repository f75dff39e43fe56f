"""The events of an encounter as sentences: a log that a player of the game reads as they would their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..core.catalogue import say
from ..core.hexes import name_of
from ..core.told import Line, Tone
from .spoken import direction_word
from .step_text import StepText
from .tell_attacks import AttacksTold
from .tell_seats import SeatsTold
from .terms import BOSS, MINION, STAGE_CARDS, Event, Outcome, Prefer, Reason, Tile

PHASES = ("refresh", "oathsworn", "encounter", "minions", "end")


class Teller(SeatsTold, AttacksTold):
    """Tells one encounter. It remembers who stands in which slot and what is half told; `recall` reads that anew."""

    resolving = -1
    reacting = False

    def tell(self, events: Sequence[Sequence[int]]) -> list[Line]:
        """Return the lines of some events, which follow those told before."""
        self.lines = []
        for event in events:
            kind, *values = (int(value) for value in event)
            TELLERS[Event(kind)](self, *values[:5])
        self.flush()
        return self.lines

    def untold(self, *_: int) -> None:
        """An event that no sentence tells."""

    def round_begins(self, number: int, *_: int) -> None:
        """A round begins; its phases are the headings."""
        self.flush()
        self.round = number

    def phase(self, phase: int, *_: int) -> None:
        """A phase begins."""
        self.head(say(f"oathsworn_tell.phase_{PHASES[phase]}", n=self.round))
        self.actor = -1

    def stage(self, stage: int, *_: int) -> None:
        """A stage begins."""
        self.write(say("oathsworn_tell.stage", stage="I" * stage))

    def revealed(self, card: int, *_: int) -> None:
        """The next stage card is turned up; what a reaction interrupted goes on, and everybody in it is named."""
        if self.reacting:
            self.flush()
            self.reacting, self.actor = False, -1
        self.write(say("oathsworn_tell.revealed", card=self.names.stage_cards[card]))

    def resolve(self, card: int, reaction: int, breaker: int, *_: int) -> None:
        """A stage card resolves, by turn or as a reaction."""
        self.resolving = card
        key = "reaction" if reaction and breaker >= 0 else "reaction_nobody" if reaction else "resolve"
        breaker_name = self.cast.piece(breaker) if breaker >= 0 else ""
        text = say(f"oathsworn_tell.{key}", card=self.names.stage_cards[card], breaker=breaker_name)
        self.write(text, Tone.MOVE)
        self.actor, self.reacting = BOSS, bool(reaction)

    def target(self, enemy: int, target: int, reason: int, tied: int, *_: int) -> None:
        """An enemy chooses whom it goes for; minions that choose alike are one line."""
        if enemy >= MINION:
            self.gather("targets", -1).append((enemy, target, reason, tied))
            return
        self.flush()
        who = self.cast.piece(enemy)
        if target < 0:
            self.write(say("oathsworn_tell.no_target", who=who))
        else:
            why = self.why(enemy, reason, tied)
            self.write(say("oathsworn_tell.target", who=who, whom=self.cast.piece(target), why=why))

    def close_targets(self, _: int, chosen: list[tuple[int, int, int, int]]) -> None:
        """Write whom minions go for, those that chose alike together."""
        alike: dict[tuple[int, int, int], list[int]] = {}
        for enemy, target, reason, tied in chosen:
            alike.setdefault((target, reason, tied), []).append(enemy)
        for (target, reason, tied), enemies in alike.items():
            who = self.cast.pieces(sum(1 << enemy for enemy in set(enemies)))
            if target < 0:
                self.write(say("oathsworn_tell.no_target", who=who))
                continue
            word = "target" if len(enemies) == 1 else "targets"
            why = self.why(enemies[0], reason, tied)
            self.write(say(f"oathsworn_tell.{word}", who=who, whom=self.cast.piece(target), why=why))

    def why(self, enemy: int, reason: int, tied: int) -> str:
        """Return why an enemy goes for whom it goes for; among several that it prefers alike, why that one."""
        if enemy >= MINION or (reason != Reason.NAMED and not tied):
            return say(f"reason.{Reason(reason).name.lower()}")
        wish = self.book.stage_cards[self.resolving].prefer if 0 <= self.resolving < STAGE_CARDS else -1
        if wish < 0:
            wish = self.book.bosses[enemy - BOSS].prefer
        named = say(f"prefer.{Prefer(wish).name.lower()}")
        if reason == Reason.NAMED:
            return named
        return say("oathsworn_tell.tied", named=named, why=say(f"reason.{Reason(reason).name.lower()}"))

    def skipped(self, row: int, why: int, *_: int) -> None:
        """A step of a stage card cannot be done."""
        step = StepText(self.names, self.book, enemies=True).step(self.book.steps[row])
        self.write(say("oathsworn_tell.skipped", step=step))

    def spawned(self, piece: int, kind: int, hex: int, *_: int) -> None:
        """A minion or friend comes onto the board; several are one line."""
        self.cast.spawn(piece, kind)
        self.gather("spawned", -1).append((piece, hex))

    def close_spawned(self, _: int, items: list[tuple[int, int]]) -> None:
        """Write who came onto the board, and where."""
        who = self.cast.pieces(sum(1 << piece for piece, _ in items))
        key = "spawned" if len(items) == 1 else "spawned_several"
        self.write(say(f"oathsworn_tell.{key}", who=who, hexes=", ".join(name_of(hex) for _, hex in items)))

    def short(self, kind: int, missing: int, crowded: int, *_: int) -> None:
        """Minions that were to come and could not."""
        key = "no_room" if crowded else "none_left"
        self.write(say(f"oathsworn_tell.{key}", kind=self.names.minions[kind], missing=missing))

    def destroyed(self, obstacle: int, *_: int) -> None:
        """An obstacle breaks."""
        self.write(say("oathsworn_tell.destroyed", what=self.names.obstacles[obstacle]))

    def tile(self, hex: int, tile: int, *_: int) -> None:
        """A tile is laid, or goes."""
        key = "tile" if tile else "tile_gone"
        self.write(say(f"oathsworn_tell.{key}", tile=say(f"tile.{Tile(tile).name.lower()}"), hex=name_of(hex)))

    def bounced(self, piece: int, direction: int, *_: int) -> None:
        """A move is mirrored at the board's edge."""
        if self.gathering("path", piece):
            self.flush()
        self.effect(piece, say("oathsworn_tell.bounced", direction=direction_word(direction)))

    def direction(self, direction: int, *_: int) -> None:
        """The direction die falls."""
        self.write(say("oathsworn_tell.direction", direction=direction_word(direction)))

    def cloud(self, piece: int, hex: int, *_: int) -> None:
        """A minion bursts, and what follows strikes round its hex."""
        self.write(say("oathsworn_tell.cloud", who=self.cast.piece(piece), hex=name_of(hex)))

    def removed(self, piece: int, hex: int, *_: int) -> None:
        """A piece leaves the board."""
        self.effect(piece, say("oathsworn_tell.removed"))

    def outcome(self, outcome: int, *_: int) -> None:
        """The encounter is over."""
        self.write(say(f"oathsworn_tell.outcome_{Outcome(outcome).name.lower()}"), Tone.RESULT)


OTHER_NAMES = {Event.ROUND: "round_begins", Event.PASS: "passes"}
TELLERS: dict[Event, Callable[..., None]] = {
    event: getattr(Teller, OTHER_NAMES.get(event, event.name.lower()), Teller.untold) for event in Event
}
"""How each kind of event is told."""
