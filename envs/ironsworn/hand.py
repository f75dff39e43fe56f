"""Chance fed by hand: what a stream that ran dry wants, in words, and what people may type for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..core.catalogue import say
from ..core.content import choices, match, name_key, refuse
from ..core.game import ChanceNeededError
from ..core.want import Want as PlainWant
from .asked import HUNDRED
from .names import DICE_WORDS, Names
from .price import FED_PRICE
from .rolls import SIDES
from .stack import top
from .state import State
from .terms import CHARACTERS, FACES, Die, Op, Price, Stream

MOST_PRICE = 10
"""Most harm, stress or loss that one price may be typed as."""

GROUPS = {
    "dice": (
        *(Stream.DICE + seat for seat in range(CHARACTERS)),
        *(Stream.SUFFER + seat for seat in range(CHARACTERS)),
        Stream.PROGRESS,
        Stream.REROLL,
    ),
    "price": (Stream.PRICE,),
    "oracle": (Stream.ORACLE,),
    "combat": (Stream.COMBAT,),
}
"""Streams by the name under which `--chance hand:NAME` feeds them."""

NO_PRICE = "none"
PRICES = tuple(price.name.lower() for price in Price if price != Price.NONE)
SHARED = ("harm",)
AMOUNTLESS = ("separated", "gear", "danger")
ORACLE_USES = {
    Op.HARM_TABLE: "harm",
    Op.STRESS_TABLE: "stress",
    Op.MERCY: "mercy",
    Op.COMPEL_ORACLE: "compel",
    Op.STRIKE: "rune",
    Op.CLASH: "rune",
}


@dataclass(frozen=True)
class Want(PlainWant):
    """One face that is wanted.

    Attributes:
        price: Whether a price in words does as well.
    """

    price: bool = False

    @property
    def valid(self) -> str:
        """What may be typed."""
        return say("hand.valid_price" if self.price else "hand.valid_face", faces=self.faces)

    def allows(self, face: int, before: Sequence[int] = ()) -> bool:
        """Return whether `face` may have come up."""
        return super().allows(face, before) or (self.price and is_price(face))

    def read(self, text: str, before: Sequence[int] = ()) -> int:
        """Return the face that someone typed."""
        return read_face(text, self)


def streams_of(groups: list[str]) -> tuple[int, ...]:
    """Return the streams of groups such as ``dice``; of all when none is named.

    Raises:
        ContentError: An unknown group; the nearest is suggested.
    """
    streams: list[int] = []
    for group in groups or GROUPS:
        known = match(group, GROUPS)
        if known is None:
            raise refuse("--chance", "", group, choices(GROUPS, group))
        streams += GROUPS[known]
    return tuple(sorted(set(streams)))


def wants(names: Names, state: State, error: ChanceNeededError) -> list[Want]:
    """Return the faces that a stream wants, in the order they are drawn.

    Args:
        names: Names of the fight.
        state: The state as it stopped.
        error: What stopped it.
    """
    stream, count = error.stream, error.count
    if stream < Stream.PROGRESS:
        who = names.characters[stream % CHARACTERS]
        words = [say(key) for _, key in DICE_WORDS]
        return [Want(who, word, SIDES if place == 0 else FACES) for place, word in enumerate(words)]
    if stream == Stream.PROGRESS:
        who = names.characters[state.roll.seat]
        return [Want(who, say(key), FACES) for _, key in DICE_WORDS[1:]]
    if stream == Stream.REROLL:
        return rerolled(names, state)
    if stream == Stream.PRICE:
        return [Want(names.characters[top(state).a], say("hand.price"), HUNDRED, price=True)]
    if stream == Stream.COMBAT:
        return [Want(say("hand.oracle"), say("hand.combat"), HUNDRED)] * count
    use = ORACLE_USES.get(Op(top(state).op), "table")
    return [Want(say("hand.oracle"), say(f"hand.{use}"), error.faces)]


def rerolled(names: Names, state: State) -> list[Want]:
    """Return the dice of a reroll, or the one that an ally lends."""
    frame = top(state)
    if frame.op == Op.LEND:
        return [Want(names.characters[frame.a], say("hand.lend"), FACES)]
    who = names.characters[state.roll.seat]
    return [
        Want(who, say("hand.rerolled", die=say(key)), SIDES if bit == Die.ACTION else FACES)
        for bit, key in DICE_WORDS
        if frame.a & bit
    ]


def is_price(face: int) -> bool:
    """Return whether a face names a price: kind, amount and the companion's share."""
    kind, rest = divmod(face, FED_PRICE)
    amount, share = divmod(rest, 10)
    return Price.HARM <= kind <= Price.ALLY and amount <= MOST_PRICE and share <= amount


def read_face(text: str, want: Want) -> int:
    """Return the face that someone typed.

    Args:
        text: A number, or for a price also ``harm:3``, ``harm:2+1`` (1 of it to the companion), ``none``.
        want: What was asked for.

    Raises:
        ContentError: No such face.
    """
    typed = text.strip()
    if typed.isascii() and typed.isdigit() and len(typed) < len(str(HUNDRED)) + 1:
        face = int(typed)
        if 1 <= face <= want.faces:
            return face
    elif want.price and typed:
        return read_price(typed)
    raise refuse(want.what, "", typed or say("content.found_nothing"), want.valid)


def read_price(text: str) -> int:
    """Return the face of a price in words.

    Raises:
        ContentError: No such price; the nearest word is suggested.
    """
    word, colon, rest = text.partition(":")
    if name_key(word) == NO_PRICE and not colon:
        return FED_PRICE * Price.HARM
    kind = match(word, PRICES)
    if kind is None:
        raise refuse("price", "", word, choices((*PRICES, NO_PRICE), word))
    amount, plus, share = rest.partition("+")
    if kind in AMOUNTLESS and not colon:
        amount = "2"
    numbers = [part.strip() for part in ((amount, share) if plus else (amount,))]
    counts = [int(part) for part in numbers if part.isascii() and part.isdigit() and len(part) < len("100")]
    if len(counts) < len(numbers) or sum(counts) > MOST_PRICE or (plus and kind not in SHARED):
        raise refuse("price", "", text, say("hand.valid_amount", most=MOST_PRICE))
    return FED_PRICE * Price[kind.upper()] + 10 * sum(counts) + (counts[1] if plus else 0)
