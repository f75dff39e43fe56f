"""A situation as people write it: an encounter in the middle of an Oathsworn phase, as a visit is to begin."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from ..core.content import Strict
from .enemies import DirectionWord, Hex
from .might_faces import COUNTS
from .party import Tokens
from .steps import Few, Name, TileWord
from .terms import (
    ALLIES,
    BOSSES,
    COLOURS,
    FRIENDS,
    LOCATIONS,
    MINIONS,
    OBSTACLES,
    PEEKS,
    SEATS,
    STAGE_CARDS,
    STAGES,
    Colour,
    Status,
    Zone,
)
from .words import NumberOr, Word, words_of

FACES = ("blank", "1", "2", "3", "4", "critical")
"""The faces of might by kind."""
HAND, SPENT = (zone.name.lower() for zone in (Zone.HAND, Zone.SPENT))
LAST_POSITION = 3
MOST_CARDS = max(sum(counts) for counts in COUNTS)
HIGHEST_ROUND = 1000

Change = Annotated[int, Field(ge=-99, le=99)]
Count = Annotated[int, Field(ge=0, le=MOST_CARDS)]
Seat = Annotated[int, Field(ge=1, le=SEATS)]
Round = Annotated[int, Field(ge=1, le=HIGHEST_ROUND)]
Positive = Annotated[int, Field(ge=1, le=99)]
FaceWord = Annotated[str, Word(FACES)]
CardZone = Annotated[int | str, NumberOr(LAST_POSITION, (HAND,))]
ItemZone = Annotated[int | str, NumberOr(LAST_POSITION, (HAND, SPENT))]
Names = Annotated[tuple[Name, ...], Field(strict=False)]
Seats = Annotated[tuple[Seat, ...], Field(strict=False, min_length=1, max_length=SEATS)]
Statuses = dict[Annotated[str, Word(tuple(words_of(Status, Status.CAGED, Status.CONSUMED)))], Few]


class Changes(Strict):
    """What a model has more or less than it brings: to its defence, damage, range and might.

    Attributes:
        defence, damage: For the encounter.
        defence_round, damage_round, might_round: To the end of the round.
        damage_next, range_next: For its next attack.
    """

    defence: Change = 0
    defence_round: Change = 0
    damage: Change = 0
    damage_round: Change = 0
    damage_next: Change = 0
    range_next: Change = 0
    might_round: Change = 0


class NextAttack(Strict):
    """What a seat has coming with its next attack: upgrade steps, free redraws, Lethality tokens spent."""

    empower: Few = 0
    redraw: Few = 0
    lethality: Few = 0


class Caged(Strict):
    """A cage.

    Attributes:
        by: What put the hero there: a stage card or a kind of minion.
        until: The round at whose end it opens; the next round if left out.
    """

    by: Name
    until: Round | None = None


class Consumed(Strict):
    """A hero inside a boss.

    Attributes:
        by: What took it in: a stage card or a kind of minion.
        location: Where it is held.
        lost: HP the location has lost since.
    """

    by: Name
    location: Name
    lost: Few = 0


class SeatSaid(Strict):
    """What is said of one seat.

    Attributes:
        fallen: Its hero is unconscious and no ally stands for it.
        ally: The ally that stands for its fallen hero.
        animus: What is available; as after a first refresh if left out.
        kills: Minions killed, of the kind that the boss counts.
        cards, injuries, items: Where they are: a cooldown position from 0 to 3, or `hand`; an item may be `spent`.
        thrown: Items that lie on the board.
        injuries_due: Injuries to be played in this round's first turn; those in hand if left out.
        used_round, used_encounter: Options of limited use that were used.
    """

    fallen: bool = False
    ally: Name | None = None
    hp: Positive | None = None
    at: Hex | None = None
    facing: DirectionWord | None = None
    animus: Few | None = None
    tokens: Tokens | None = None
    kills: Annotated[int, Field(ge=0, le=1000)] = 0
    cards: dict[Name, CardZone] = Field(default_factory=dict)
    injuries: dict[Name, CardZone] = Field(default_factory=dict)
    items: dict[Name, ItemZone] = Field(default_factory=dict)
    thrown: dict[Name, Hex] = Field(default_factory=dict)
    injuries_due: Names | None = None
    used_round: Names = ()
    used_encounter: Names = ()
    next_attack: NextAttack = NextAttack()
    changes: Changes = Changes()
    status: Statuses = Field(default_factory=dict)
    caged: Caged | None = None
    consumed: Consumed | None = None


class BossSaid(Strict):
    """What is said of one boss: where it stands, the HP left of its dice, the seat it went for last."""

    at: Hex | None = None
    facing: DirectionWord | None = None
    locations: dict[Name, Annotated[int, Field(ge=0, le=99)]] = Field(default_factory=dict, max_length=LOCATIONS)
    target: Seat | None = None
    changes: Changes = Changes()
    status: Statuses = Field(default_factory=dict)


class ModelSaid(Strict):
    """A minion or friend on the board; HP as it comes if left out."""

    kind: Name
    at: Hex
    facing: DirectionWord = "s"
    hp: Positive | None = None
    changes: Changes = Changes()
    status: Statuses = Field(default_factory=dict)


class FriendSaid(ModelSaid):
    """A friend on the board, with the seat that brought it."""

    owner: Seat


class TopCard(Strict):
    """A card known to lie on a might deck, and the seats that know it."""

    face: FaceWord
    seats: Seats


class DeckSaid(Strict):
    """A might deck: what is on its discard, and what is known to lie on top, the uppermost first."""

    discarded: dict[FaceWord, Count] = Field(default_factory=dict)
    top: Annotated[tuple[TopCard, ...], Field(strict=False, max_length=PEEKS)] = ()


class DecksSaid(Strict):
    """The might decks of one side."""

    white: DeckSaid = DeckSaid()
    yellow: DeckSaid = DeckSaid()
    red: DeckSaid = DeckSaid()
    black: DeckSaid = DeckSaid()

    @property
    def by_colour(self) -> tuple[DeckSaid, ...]:
        """The decks in the order of `Colour`."""
        return tuple(getattr(self, Colour(colour).name.lower()) for colour in range(COLOURS))


class Might(Strict):
    """The might decks of both sides."""

    heroes: DecksSaid = DecksSaid()
    enemies: DecksSaid = DecksSaid()


class AheadCard(Strict):
    """A stage card known to come next, and the seats that know it."""

    card: Name
    seats: Seats


class StageSaid(Strict):
    """The stage deck.

    Attributes:
        stage: The stage; as the broken dice say if left out.
        face_up: The card that comes next; turned up by chance if left out.
        lasting: Cards that stay visible to the end of the round.
        discarded: Cards that were resolved.
        removed: Cards out of the encounter; of earlier stages all that are not named elsewhere.
        ahead: Cards known to lie under the one that is face up, the next first.
    """

    stage: Annotated[int, Field(ge=1, le=STAGES)] | None = None
    face_up: Name | None = None
    lasting: Names = ()
    discarded: Annotated[tuple[Name, ...], Field(strict=False, max_length=STAGE_CARDS)] = ()
    removed: Annotated[tuple[Name, ...], Field(strict=False, max_length=STAGE_CARDS)] = ()
    ahead: Annotated[tuple[AheadCard, ...], Field(strict=False, max_length=PEEKS)] = ()


class Situation(Strict):
    """A situation in an Oathsworn phase; what is left out is as the encounter begins.

    Attributes:
        turn: The seat whose visit begins; the lead if left out.
        seats: In seat order.
        bosses: In the encounter's order.
        minions: All on the board; those of the beginning if left out.
        allies_left: Ally cards still to be had; all that stand for nobody if left out.
        destroyed: Obstacles that are gone.
        tiles: All tiles by their hexes; those of the beginning if left out.
    """

    round: Round = 1
    turn: Seat | None = None
    seats: Annotated[tuple[SeatSaid, ...], Field(strict=False, max_length=SEATS)] = ()
    bosses: Annotated[tuple[BossSaid, ...], Field(strict=False, max_length=BOSSES)] = ()
    minions: Annotated[tuple[ModelSaid, ...], Field(strict=False, max_length=MINIONS)] | None = None
    friends: Annotated[tuple[FriendSaid, ...], Field(strict=False, max_length=FRIENDS)] = ()
    allies_left: Annotated[tuple[Name, ...], Field(strict=False, max_length=ALLIES)] | None = None
    stage_deck: StageSaid = StageSaid()
    might: Might = Might()
    destroyed: Annotated[tuple[Name, ...], Field(strict=False, max_length=OBSTACLES)] = ()
    tiles: dict[Hex, TileWord] | None = None

    def plain(self) -> dict[str, Any]:
        """Return what is said, ready for JSON."""
        return self.model_dump(mode="json", exclude_defaults=True)
