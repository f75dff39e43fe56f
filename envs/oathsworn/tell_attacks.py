"""Attacks in words: pools, cards, misses, damage, broken dice."""

from __future__ import annotations

from typing import Any

from ..core.catalogue import say
from ..core.hexes import name_of
from .might_faces import VALUE
from .spoken import colour_word, face_word, listed, pool_text, signed, token_word
from .tell_lines import Telling
from .terms import BOSS, COLOURS, KINDS, MINION, Token

HERO, ENEMY = 0, 1
RETURNED = (Token.REDRAW, Token.EMPOWERED, Token.LETHALITY)
"""Tokens that a miss gives back, as `Event.DETERMINED` counts them."""


class AttacksTold(Telling):
    """Tells attacks of both sides."""

    attacker = -1
    price = 0
    """Tokens that each two of a toll under way costs; 0 outside a toll."""

    def upgrade(self, colour: int, *_: int) -> None:
        """A card is upgraded before the draw."""
        self.gather("upgrades", self.actor).append(colour)

    def close_upgrades(self, piece: int, colours: list[int]) -> None:
        """Write the upgrades of an attack."""
        texts = [
            say("oathsworn_tell.upgraded", colour=colour_word(colour), better=colour_word(min(colour + 1, COLOURS - 1)))
            for colour in colours
        ]
        self.effect(piece, say("oathsworn_tell.empowers", steps=listed(texts)))

    def pool(self, seat: int, white: int, yellow: int, red: int, black: int) -> None:
        """The cards of an attack are settled."""
        self.attacker = seat
        self.effect(
            seat if seat >= 0 else self.actor, say("oathsworn_tell.pool", cards=pool_text((white, yellow, red, black)))
        )

    def toll(self, seat: int, count: int, price: int, *_: int) -> None:
        """A seat draws for a toll, a card for each hex to its nearest fellow."""
        self.flush()
        self.attacker, self.price = seat, price if count else 0
        key = "toll" if count else "toll_none"
        self.effect(seat, say(f"oathsworn_tell.{key}", cards=pool_text((count, 0, 0, 0)), price=price))

    def drew(self, side: int, colour: int, kind: int, count: int, by_critical: int) -> None:
        """A card is drawn; those of one draw are one line."""
        if not self.gathering("redraw", side):
            self.gather("draw", side)
        self.gather(*self._kind).append((colour, kind, by_critical))

    def redrew(self, colour: int, kind: int, *_: int) -> None:
        """A card is put away for another."""
        self.gather("redraw", HERO)
        if self._gathered:
            self.flush()
            self.gather("redraw", HERO)
        self._gathered.append((colour, kind, 0))

    def close_draw(self, side: int, cards: list[Any]) -> None:
        """Write the cards of one draw with their sum."""
        cards, shuffles = apart(cards)
        total = sum(VALUE[colour][kind] for colour, kind, _ in cards)
        if self.price and side == ENEMY:
            twos = sum(VALUE[colour][kind] == 2 for colour, kind, _ in cards)
            text = say("oathsworn_tell.drew_toll", cards=faces_text(cards), twos=twos)
            self.effect(self.attacker, text)
            self.price = 0
            for text in shuffles:
                self.write(text)
            return
        extra = all(by_critical for *_, by_critical in cards)
        key = "drew_enemy" if side == ENEMY else "drew_extra" if extra else "drew"
        self.write(say(f"oathsworn_tell.{key}", cards=faces_text(cards), total=total))
        for text in shuffles:
            self.write(text)

    def close_redraw(self, side: int, cards: list[Any]) -> None:
        """Write a redraw: the card put away, and those that came."""
        cards, shuffles = apart(cards)
        (colour, kind, _), *came = cards
        old = say("oathsworn_tell.face", colour=colour_word(colour), face=face_word(colour, kind))
        self.write(say("oathsworn_tell.redrew", card=old, cards=faces_text(came) or say("oathsworn_word.nothing")))
        for text in shuffles:
            self.write(text)

    def miss(self, seat: int, blanks: int, *_: int) -> None:
        """Two blanks miss."""
        self.write(say("oathsworn_tell.miss", blanks=blanks))

    def determined(self, seat: int, token: int, *spent: int) -> None:
        """Determination after a miss: the token of choice, and those spent on the attack."""
        text = say("oathsworn_tell.determined", token=token_word(token))
        returned = [
            say("oathsworn_board.count", count=count, name=token_word(kind))
            for kind, count in zip(RETURNED, spent, strict=False)
            if count
        ]
        if returned:
            text = say("oathsworn_tell.determined_back", text=text, tokens=listed(returned))
        self.effect(seat, text)

    def predicted(self, seat: int, card: int, right: int, *_: int) -> None:
        """A card named before a draw came, or did not."""
        colour, kind = divmod(card, KINDS)
        named = say("oathsworn_tell.face", colour=colour_word(colour), face=face_word(colour, kind))
        self.effect(seat, say("oathsworn_tell.predicted" if right else "oathsworn_tell.predicted_wrong", card=named))

    def damage(self, source: int, target: int, damage: int, defence: int, loss: int) -> None:
        """Damage meets a defence; the HP it costs follow."""
        self.gather("damage", target).append((damage, defence, loss))
        if loss <= 0:
            self.flush()

    def close_damage(self, piece: int, items: list[Any]) -> None:
        """Write damage, defence and the HP lost."""
        damage, defence, loss = items[0]
        where = self.cast.piece(piece)
        if loss <= 0 or len(items) < 2:
            self.write(say("oathsworn_tell.no_loss", who=where, damage=damage, defence=defence))
            return
        change, now, *location = items[1]
        if location:
            where = say("oathsworn_tell.part_of", who=where, part=location[0])
        self.write(say("oathsworn_tell.damage", who=where, damage=damage, defence=defence, loss=-change, now=now))

    def die(self, location: int, change: int, now: int, *_: int) -> None:
        """An HP die of a boss turns."""
        boss = BOSS + self.book.locations[location].boss
        part = self.names.locations[location]
        if self.gathering("damage", boss):
            self.gather("damage", boss).append((change, now, part))
            self.flush()
        else:
            where = say("oathsworn_tell.part_of", who=self.cast.piece(boss), part=part)
            self.write(say("oathsworn_tell.die", who=where, change=signed(change), now=now))

    def broken(self, location: int, breaker: int, *_: int) -> None:
        """A location breaks."""
        who = self.cast.piece(BOSS + self.book.locations[location].boss)
        self.write(say("oathsworn_tell.broken", who=who, part=self.names.locations[location]))

    def strike(self, enemy: int, hits: int, broken: int, fellows: int, *_: int) -> None:
        """An enemy attacks, a mob together."""
        self.flush()
        self.actor = enemy
        who = self.cast.pieces(fellows | 1 << enemy) if enemy >= MINION else self.cast.piece(enemy)
        key = "strike_broken" if broken else "strike_together" if fellows & ~(1 << enemy) else "strike"
        self.write(say(f"oathsworn_tell.{key}", who=who, whom=self.cast.pieces(hits)))

    def collision(self, piece: int, other: int, hex: int, *_: int) -> None:
        """A piece runs into something."""
        what = self.cast.piece(other) if other >= 0 else say("oathsworn_word.an_obstacle")
        self.effect(piece, say("oathsworn_tell.collision", what=what, hex=name_of(hex)))

    def killed(self, piece: int, by: int, *_: int) -> None:
        """A minion or friend dies."""
        self.write(say("oathsworn_tell.killed", who=self.cast.piece(piece)))

    def survival(self, seat: int, total: int, difficulty: int, blanks: int, *_: int) -> None:
        """A check to leave a cage."""
        key = "survival_blanks" if blanks >= 2 else "survival" if total >= difficulty else "survival_low"
        self.effect(seat, say(f"oathsworn_tell.{key}", total=total, difficulty=difficulty, blanks=blanks))

    def refreshed(self, side: int, colour: int, cards: int, *_: int) -> None:
        """A discard is shuffled back."""
        self.write(say(f"oathsworn_tell.refreshed_{side}", colour=colour_word(colour), cards=cards))

    def shuffled(self, side: int, colour: int, cards: int, *_: int) -> None:
        """A pile ran out and its discard is shuffled; within a draw that is told behind it."""
        text = say(f"oathsworn_tell.shuffled_{side}", colour=colour_word(colour), cards=cards)
        if self._gathered and self._kind[0] in ("draw", "redraw"):
            self._gathered.append(text)
        else:
            self.write(text)

    def peeked(self, seat: int, side: int, colour: int, *_: int) -> None:
        """A seat looks at the top of a deck."""
        self.effect(seat, say(f"oathsworn_tell.peeked_{side}", colour=colour_word(colour)))


def apart(items: list[Any]) -> tuple[list[Any], list[str]]:
    """Return the cards of a draw, and what else was told within it."""
    return [item for item in items if not isinstance(item, str)], [item for item in items if isinstance(item, str)]


def faces_text(cards: list[Any]) -> str:
    """Return drawn cards by colour."""
    texts = []
    for colour in range(COLOURS):
        faces = [face_word(colour, kind) for each, kind, _ in cards if each == colour]
        if faces:
            texts.append(say("oathsworn_tell.face", colour=colour_word(colour), face=", ".join(faces)))
    return "; ".join(texts)
