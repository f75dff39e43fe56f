"""What seats do and gain, in words: moves, cards, items, tokens, animus."""

from __future__ import annotations

from typing import Any

from ..core.catalogue import say
from ..core.hexes import name_of
from ..core.told import Tone
from .spoken import direction_word, listed, path_text, signed, token_word
from .tell_lines import Telling
from .terms import OPTIONS, SEATS, Lasts, Status, Zone

MODIFIED = ("defence", "damage", "range", "might")
"""What a change lasts on, as `Event.MODIFIED` counts them."""


class SeatsTold(Telling):
    """Tells what happens to pieces and what seats spend, play and gain."""

    interrupting = False

    def step(self, piece: int, start: int, hex: int, left: int, *_: int) -> None:
        """A piece takes a step; a path is one line."""
        path = self.gather("path", piece)
        if not path:
            path.append(start)
        path.append(hex)

    def close_path(self, piece: int, path: list[Any]) -> None:
        """Write a path."""
        facing = -1
        if isinstance(path[-1], str):
            facing, path = int(path[-1]), path[:-1]
        hexes = [hex for hex in path if not isinstance(hex, str)]
        own = self.actor < 0 or self.is_enemy(piece) == self.is_enemy(self.actor)
        text = say("oathsworn_tell.moves" if own else "oathsworn_tell.moved", path=path_text(hexes))
        if facing >= 0 and self.is_enemy(piece):
            text = say("oathsworn_tell.and_faces", text=text, direction=direction_word(facing))
        self.effect(piece, text)

    def faced(self, piece: int, facing: int, *_: int) -> None:
        """A piece turns; at the end of a path it belongs to it."""
        if self.gathering("path", piece):
            path = self.gather("path", piece)
            if isinstance(path[-1], str):
                path.pop()
            path.append(str(facing))
        elif self.is_enemy(piece) or self.book.faces:
            self.effect(piece, say("oathsworn_tell.faces", direction=direction_word(facing)))

    def placed(self, piece: int, hex: int, facing: int, *_: int) -> None:
        """A piece is put on a hex."""
        key = "starts" if self.round == 0 else "lands" if piece == self.actor else "pushed"
        self.effect(piece, say(f"oathsworn_tell.{key}", hex=name_of(hex)))

    def animus(self, seat: int, change: int, now: int, *_: int) -> None:
        """Animus is gained or paid."""
        self.gather("seat", seat).append(say("oathsworn_tell.animus", change=signed(change), now=now))

    def token(self, seat: int, token: int, change: int, now: int, *_: int) -> None:
        """Tokens are gained or spent."""
        text = say("oathsworn_tell.token", change=signed(change), token=token_word(token), now=now)
        self.gather("seat", seat).append(text)

    def zone(self, seat: int, kind: int, index: int, before: int, now: int) -> None:
        """A card, injury or item goes somewhere."""
        kit = self.names.seats[seat]
        name = (kit.cards, kit.injuries, kit.items)[kind][index]
        self.gather("seat", seat).append((name, before, now))

    def close_seat(self, seat: int, items: list[Any]) -> None:
        """Write what a seat gained and spent, and where its cards went."""
        texts = [item for item in items if isinstance(item, str)]
        back = [name for name, _, now in (item for item in items if not isinstance(item, str)) if now == Zone.HAND]
        alike: dict[tuple[int, int], list[str]] = {}
        for item in items:
            if not isinstance(item, str) and item[2] != Zone.HAND:
                alike.setdefault(item[1:], []).append(item[0])
        texts += [zone_text(listed(names), *way) for way, names in alike.items()]
        if back:
            texts.append(say("oathsworn_tell.back", cards=listed(back)))
        self.effect(seat, "; ".join(texts))

    def hp(self, piece: int, change: int, now: int, *_: int) -> None:
        """HP is lost or regained; what damage costs stands with the damage."""
        if self.gathering("damage", piece):
            self.gather("damage", piece).append((change, now))
            self.flush()
        else:
            self.effect(piece, say("oathsworn_tell.hp", change=signed(change), now=now))

    def status(self, piece: int, status: int, change: int, now: int, *_: int) -> None:
        """A status is gained or lost."""
        if status == Status.TAUNTED and now > 0:
            self.effect(piece, say("oathsworn_tell.taunted", who=self.cast.piece(now - 1)))
            return
        word = say(f"status.{Status(status).name.lower()}")
        self.effect(piece, say("oathsworn_tell.status" if now else "oathsworn_tell.status_over", status=word, now=now))

    def interrupt(self, seat: int, trigger: int, *_: int) -> None:
        """What is played next is an interrupt."""
        self.flush()
        self.interrupting = True

    def played(self, seat: int, text: str) -> None:
        """Write what is played."""
        key = "interrupts" if self.interrupting else "plays"
        self.interrupting = False
        self.effect(seat, say(f"oathsworn_tell.{key}", what=text))

    def card(self, seat: int, card: int, option: int, *_: int) -> None:
        """An ability card is played."""
        kit = self.names.seats[seat]
        text = kit.cards[card]
        if option < OPTIONS:
            text = say("oathsworn_act.option", card=text, option=kit.card_options[card][option])
        self.played(seat, text)

    def item(self, seat: int, item: int, option: int, *_: int) -> None:
        """An item is used."""
        kit = self.names.seats[seat]
        self.played(seat, say("oathsworn_act.option", card=kit.items[item], option=kit.item_options[item][option]))

    def thrown(self, seat: int, item: int, hex: int, *_: int) -> None:
        """An item is thrown, or picked up."""
        name = self.names.seats[seat].items[item]
        key = "thrown" if hex >= 0 else "picked_up"
        self.effect(seat, say(f"oathsworn_tell.{key}", card=name, hex=name_of(max(hex, 0))))

    def ability(self, seat: int, ability: int, *_: int) -> None:
        """An ability is used."""
        self.played(seat, self.cast.ability(seat, ability))

    def injury(self, seat: int, injury: int, *_: int) -> None:
        """An injury is suffered."""
        self.effect(seat, say("oathsworn_tell.injury", injury=self.names.seats[seat].injuries[injury]))

    def defended(self, seat: int, card: int, defence: int, *_: int) -> None:
        """A card is played for its defence."""
        name = self.names.seats[seat].cards[card]
        self.effect(seat, say("oathsworn_tell.defended", card=name, defence=defence))

    def modified(self, piece: int, what: int, amount: int, lasts: int, *_: int) -> None:
        """Defence, damage, range or might changes for a while; several that change alike are one line."""
        items = self.gather("modified", -1)
        if items and items[0][1:] != (what, amount, lasts):
            self.flush()
            items = self.gather("modified", -1)
        items.append((piece, what, amount, lasts))

    def close_modified(self, _: int, items: list[Any]) -> None:
        """Write what changes for whom."""
        piece, what, amount, lasts = items[0]
        thing = say(f"oathsworn_tell.modified_{MODIFIED[what]}", amount=signed(amount))
        if lasts in (Lasts.ROUND, Lasts.ENCOUNTER):
            thing = say(f"oathsworn_step.lasts_{Lasts(lasts).name.lower()}", step=thing)
        if len(items) == 1:
            self.effect(piece, thing)
        else:
            who = self.cast.pieces(sum(1 << each for each, *_ in items))
            self.write(say("oathsworn_tell.for_other", who=who, text=thing))

    def fell(self, piece: int, *_: int) -> None:
        """A hero falls, or an ally dies."""
        ally = piece < SEATS and self.cast.allies[piece] >= 0
        who = self.cast.piece(piece)
        self.write(say("oathsworn_tell.ally_died" if ally else "oathsworn_tell.fell", who=who))
        if piece < SEATS:
            self.cast.enter(piece, -1)

    def ally(self, seat: int, ally: int, *_: int) -> None:
        """An ally comes in for a seat."""
        before = self.names.seats[seat].hero
        self.cast.enter(seat, ally)
        self.write(say("oathsworn_tell.ally", who=self.cast.piece(seat), seat=before), Tone.MOVE)
        self.actor = seat

    def cap(self, seat: int, *_: int) -> None:
        """A seat had as many turns as it may have in a phase."""
        self.effect(seat, say("oathsworn_tell.cap"))


def zone_text(name: str, before: int, now: int) -> str:
    """Return where a card went, or several that went alike."""
    if now == Zone.SPENT:
        return say("oathsworn_tell.spent", card=name)
    if now <= 3 and before <= 3:
        return say("oathsworn_tell.flows", card=name, before=before, now=now)
    return say("oathsworn_tell.cools", card=name, now=now)
