"""The events of a fight as sentences: a log that a player of the game reads as they would their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..core.catalogue import say
from ..core.told import Line, Tone
from .asked import FIFTY_FIFTY, HUNDRED, Answer, Asked
from .names import Names, boxes_text, debility_name, dice_text, rank_name, stat_name
from .price import TABLE_LAST, WORSE_LAST
from .state import State
from .suffer import AFRAID_LAST, DESOLATE_LAST, DYING_LAST, GIVES_UP_LAST, MORTAL_LAST, REELING_LAST, UNCONSCIOUS_LAST
from .terms import MAX_SCORE, MAX_TICKS, Act, Condition, Event, FoeAct, Follow, Move, Outcome, Place, Price, Result
from .turn import combat_class

ROW_HARM = (
    (MORTAL_LAST, "mortal"),
    (DYING_LAST, "dying"),
    (UNCONSCIOUS_LAST, "unconscious"),
    (REELING_LAST, "reeling"),
    (HUNDRED, "standing"),
)
ROW_STRESS = ((DESOLATE_LAST, "broken"), (GIVES_UP_LAST, "gave_up"), (AFRAID_LAST, "afraid"), (HUNDRED, "standing"))
ROW_PRICE = (WORSE_LAST, *TABLE_LAST, HUNDRED)


class Teller:
    """Tells one fight. It remembers only the roll under way, which `recall` reads anew after an undo."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.add = 0
        self.actor = -1
        self.roll: str | None = None
        self.lines: list[Line] = []

    def recall(self, state: State) -> None:
        """Take the roll under way from a state."""
        self.add = state.roll.base + state.roll.adds
        self.actor = state.roll.seat if state.roll.seat >= 0 else state.seat

    def because(self, reason: Line) -> list[Line]:
        """Tell at once why a pilot does what follows."""
        return [reason]

    def rename(self, names: Names) -> None:
        """Call things by other names from now on."""
        self.names = names

    def asked(self) -> list[Line]:
        """Return what waits to be told, as a person is asked now: nothing ever waits."""
        return []

    def tell(self, events: Sequence[Sequence[int]]) -> list[Line]:
        """Return the lines of some events, which follow those told before."""
        self.lines = []
        for event in events:
            kind, *values = (int(value) for value in event)
            TELLERS[Event(kind)](self, *values[:5])
        self.close_roll("")
        return self.lines

    def effect(self, seat: int, text: str) -> None:
        """Write what happens to a character, naming it when it is not the one that acts."""
        if seat != self.actor:
            text = say("tell.for_other", who=self.names.characters[seat], text=text)
        self.write(text)

    def write(self, text: str, tone: Tone = Tone.EFFECT) -> None:
        """Write a line, after the roll that is still open."""
        self.close_roll("")
        self.lines.append(Line(text, tone))

    def close_roll(self, result: str) -> None:
        """Write the dice of the open roll, with its result if it is known."""
        if self.roll is None:
            if result:
                self.lines.append(Line(result, Tone.EFFECT))
            return
        text = say("tell.rolled", roll=self.roll, result=result) if result else self.roll
        self.roll = None
        self.lines.append(Line(text, Tone.EFFECT))

    def round(self, number: int, *_: int) -> None:
        """A pass over the seats begins."""
        self.write(say("tell.round", n=number), Tone.ROUND)
        self.actor = -1

    def nothing(self, *_: int) -> None:
        """An event that the log leaves to others."""

    def choice(self, seat: int, act: int, *_: int) -> None:
        """A main move without a roll."""
        words = {Act.WAIT: "wait", Act.TAKE_HIT: "take_hit", Act.GO: "go"}
        if act in words:
            self.actor = seat
            self.write(say(f"tell.choice_{words[Act(act)]}", who=self.names.characters[seat]), Tone.MOVE)

    def answer(self, seat: int, act: int, *_: int) -> None:
        """A choice shows in nothing else: it is told as it was offered."""
        self.effect(seat, say(f"act.{Act(act).name.lower()}"))

    def move(self, seat: int, move: int, stat: int, other: int, add: int) -> None:
        """A roll is made, against a foe, for an ally, by a companion or with a ritual's asset."""
        self.actor = seat
        self.add = add
        text = say(
            f"move.{Move(move).name.lower()}",
            who=self.names.characters[seat],
            other=self.other(seat, move, other),
        )
        if move == Move.END:
            text = say("tell.with_boxes", move=text, add=add)
        elif stat >= 0:
            text = say("tell.with_stat", move=text, stat=stat_name(stat), add=signed(add))
        else:
            text = say("tell.with_add", move=text, add=signed(add))
        self.write(text, Tone.MOVE)

    def other(self, seat: int, move: int, other: int) -> str:
        """Return the name of what a move is about besides who makes it."""
        if move == Move.AID:
            return self.names.characters[other]
        if move in (Move.COMPANION, Move.RITUAL):
            return self.names.assets[seat][other]
        return self.names.foe(other)

    def dice(self, seat: int, action: int, first: int, second: int, score: int) -> None:
        """The three dice of an action roll."""
        cancelled = self.roll is not None
        plain = action + self.add
        key = "dice_minus" if self.add < 0 else "dice"
        if cancelled:
            key = "dice_cancelled"
        elif plain > MAX_SCORE:
            key = "dice_capped"
        add = self.add if cancelled else abs(self.add)
        self.roll = say(f"tell.{key}", action=action, add=add, sum=plain, score=score, first=first, second=second)

    def cancelled(self, seat: int, die: int, *_: int) -> None:
        """Momentum cancels the action die; its dice follow."""
        self.close_roll("")
        self.roll = ""

    def progress_dice(self, seat: int, first: int, second: int, score: int, *_: int) -> None:
        """The two dice of a progress roll."""
        self.close_roll("")
        self.roll = say("tell.progress_dice", score=score, first=first, second=second)

    def result(self, seat: int, move: int, result: int, match: int, *_: int) -> None:
        """The result stands."""
        text = say(f"result.{Result(result).name.lower()}")
        self.close_roll(say("result.match", result=text) if match else text)

    def reroll(self, seat: int, dice: int, slot: int, *_: int) -> None:
        """Dice are rerolled, or an ally lends one (no dice, and the face in place of the slot)."""
        if dice == 0:
            self.write(say("tell.lent", who=self.names.characters[seat], face=slot))
        else:
            self.write(say("tell.reroll", dice=dice_text(dice), ability=self.names.ability(seat, slot)))

    def ability(self, seat: int, slot: int, *_: int) -> None:
        """An ability is used."""
        ability = self.names.ability(seat, slot)
        self.write(say("tell.ability", who=self.names.characters[seat], ability=ability), Tone.MOVE)
        self.actor = seat

    def burn(self, seat: int, before: int, now: int, *_: int) -> None:
        """Momentum is burnt."""
        self.write(say("tell.burn", before=before, now=now))

    def momentum(self, seat: int, change: int, now: int, *_: int) -> None:
        """Momentum moves."""
        self.effect(seat, say("tell.momentum", change=signed(change), now=signed(now)))

    def health(self, seat: int, change: int, now: int, *_: int) -> None:
        """Health moves."""
        self.effect(seat, say("tell.health", change=signed(change), now=now))

    def spirit(self, seat: int, change: int, now: int, *_: int) -> None:
        """Spirit moves."""
        self.effect(seat, say("tell.spirit", change=signed(change), now=now))

    def supply(self, seat: int, change: int, now: int, *_: int) -> None:
        """The party's supply moves."""
        self.write(say("tell.supply", change=signed(change), now=now))

    def companion(self, seat: int, asset: int, change: int, now: int, *_: int) -> None:
        """A companion's health moves."""
        self.write(say("tell.companion", companion=self.names.assets[seat][asset], change=signed(change), now=now))

    def progress(self, foe: int, harm: int, ticks: int, now: int, *_: int) -> None:
        """Progress against a foe is marked or cleared."""
        name, track = self.names.foe(foe), boxes_text(now)
        if ticks < 0:
            self.write(say("tell.progress_lost", foe=name, change=f"-{boxes_text(ticks)}", now=track))
        elif ticks == 0 and now == MAX_TICKS:
            self.write(say("tell.progress_full", foe=name, harm=harm))
        else:
            self.write(say("tell.progress", foe=name, harm=harm, change=f"+{boxes_text(ticks)}", now=track))

    def initiative(self, seat: int, holds: int, *_: int) -> None:
        """Initiative passes."""
        self.effect(seat, say("tell.initiative_taken" if holds else "tell.initiative_lost"))

    def mark(self, seat: int, debility: int, *_: int) -> None:
        """A debility is marked."""
        self.effect(seat, say("tell.mark", debility=debility_name(debility)))

    def price(self, seat: int, kind: int, amount: int, helper: int, share: int) -> None:
        """A price is named."""
        word = Price(kind).name.lower()
        companion = ""
        if amount == 0:
            word = "none"
        elif kind == Price.HARM and helper >= 0:
            word, companion = "harm_companion", self.names.assets[seat][helper]
        elif kind == Price.HARM and share:
            word = "harm_shared"
        loss = -amount if kind in (Price.MOMENTUM, Price.SUPPLY) else amount
        self.effect(seat, say(f"tell.price_{word}", amount=loss, share=share, companion=companion))

    def table(self, seat: int, table: int, face: int, extra: int, *_: int) -> None:
        """A table or the oracle is asked."""
        word, row = table_row(table, face, extra)
        text = say(f"tell.table_{word}", face=face, row=row, who=self.names.characters[seat])
        if table == Asked.COMBAT:
            self.write(text)  # it names its character itself
        else:
            self.effect(seat, text)

    def left(self, seat: int, place: int, *_: int) -> None:
        """A character leaves the fight."""
        text = say(f"tell.left_{Place(place).name.lower()}", who=self.names.characters[seat])
        self.write(text, Tone.MOVE)

    def foe_out(self, foe: int, how: int, *_: int) -> None:
        """A foe leaves the fight."""
        self.write(say("tell.foe_compelled" if how else "tell.foe_defeated", foe=self.names.foe(foe)), Tone.MOVE)

    def foe_in(self, foe: int, rank: int, *_: int) -> None:
        """A foe comes back, or a new one comes in."""
        key = "tell.foe_back" if foe < len(self.names.foes) else "tell.foe_new"
        self.write(say(key, foe=self.names.foe(foe), rank=rank_name(rank)), Tone.MOVE)

    def outcome(self, outcome: int, *_: int) -> None:
        """The fight is over."""
        self.write(say(f"outcome.{Outcome(outcome).name.lower()}"), Tone.RESULT)

    def asset(self, seat: int, asset: int, condition: int, *_: int) -> None:
        """An asset changes its condition."""
        word = Condition(condition).name.lower()
        self.write(say(f"tell.asset_{word}", asset=self.names.assets[seat][asset]))

    def follow(self, seat: int, follow: int, *_: int) -> None:
        """A move made at once is owed."""
        text = say(f"tell.follow_{Follow(follow).name.lower()}", who=self.names.characters[seat])
        if follow == Follow.TIDE:
            self.actor = seat
            self.write(text, Tone.MOVE)
        else:
            self.effect(seat, text)

    def state(self, seat: int, what: int, on: int, *_: int) -> None:
        """A passing state begins or ends."""
        words = (("reeling_over", "reeling"), ("dying", "dying"), ("afraid", "afraid"), ("armed", "disarmed"))
        self.effect(seat, say(f"tell.{words[what][bool(on)]}"))

    def nothing_left(self, seat: int, *_: int) -> None:
        """A loss that nothing can pay."""
        self.effect(seat, say("tell.nothing_left"))

    def stakes(self, *_: int) -> None:
        """The fight was lost by its last roll."""
        self.write(say("tell.stakes"))


TELLERS: dict[Event, Callable[..., None]] = {
    **{event: getattr(Teller, event.name.lower()) for event in Event if event != Event.TURN},
    Event.TURN: Teller.nothing,
}
"""How each kind of event is told."""


def signed(number: int) -> str:
    """Return a number with its sign; zero has plus."""
    return f"{number:+d}"


def table_row(table: int, face: int, extra: int) -> tuple[str, str]:
    """Return the word of a table and what the face means there."""
    if table == Asked.HARM:
        return "harm", say(f"harm_row.{row_word(ROW_HARM, face)}")
    if table == Asked.STRESS:
        return "stress", say(f"stress_row.{row_word(ROW_STRESS, face)}")
    if table == Asked.PRICE:
        row = next(place for place, last in enumerate(ROW_PRICE) if face <= last)
        return "price", say(f"price_row.row_{row}")
    if table == Asked.COMBAT:
        return "combat", say(f"foe_act.{FoeAct(combat_class(face)).name.lower()}")
    if table == Asked.MERCY:
        return "mercy", say("answer.finished" if face >= FIFTY_FIFTY else "answer.spared")
    return "compel", say("answer.yes" if extra == Answer.YES else "answer.no")


def row_word(rows: tuple[tuple[int, str], ...], face: int) -> str:
    """Return the word of the first row that reaches up to a face."""
    return next(word for last, word in rows if face <= last)
