"""The book's extended example of play (rules 12.4): Kuno on his horse against a wyvern, move by move.

The book prints results, so the dice here are any that give them. Two prices are typed, because the table chose them:
the stress is 2 where the wyvern's rank would make it 3, and 3 harm fall 2 on Kuno and 1 on the horse. The Compel comes
before the fight (momentum 3), the wyvern is lowered from extreme to formidable. From the second Secure an Advantage on
the book counts one momentum too few; here it is as the rules say.
"""

from table import HARM, STRESS, Fight, asset, price, sheet

from shieldmate.envs.ironsworn.terms import Act, Decision, Event, Outcome, Result, Stat

KUNO = sheet(
    name="Kuno",
    health=4,
    momentum=3,
    assets=[asset("horse", 1, 2, track=4), asset("swordmaster", 1)],
)
SWIFT = Act.ABILITY
FEARLESS = Act.ABILITY + 1


def result(game: Fight) -> Result:
    return Result(game.events(Event.RESULT)[0][2])


def test_the_extended_example() -> None:
    game = Fight(["formidable"], [KUNO], {"opening_stat": "shadow", "compel": "off"})
    kuno, wyvern = game.pc, game.foe

    game.open(3, 2, 8).act(Act.INITIATIVE)
    assert (kuno.momentum, kuno.initiative, kuno.health, kuno.track[0]) == (3, 1, 4, 4)

    game.act(Act.SECURE + Stat.HEART).act(FEARLESS, 3, 4, 9)
    assert result(game) == Result.WEAK
    assert game.events(Event.MOVE)[0][4] == 3, "heart 2, and 1 for the charge"
    assert (kuno.momentum, kuno.initiative) == (5, 0)

    game.act(Act.FACE + Stat.EDGE).act(SWIFT, 2, 8, 8, price(STRESS, 2), 5, 3, 6)
    assert game.events(Event.RESULT)[0][2:4] == (Result.MISS, 1), "a miss with a match"
    assert (kuno.spirit, game.decision) == (3, Decision.GRIT)
    game.act(Act.MOMENTUM)
    assert (kuno.momentum, kuno.initiative) == (6, 1)

    game.act(Act.SECURE + Stat.HEART).act(Act.GO, 1, 2, 7)
    assert (kuno.momentum, kuno.initiative) == (7, 0)

    game.act(Act.FACE + Stat.EDGE).act(SWIFT, 4, 3, 7)
    assert (kuno.momentum, kuno.initiative) == (8, 1)

    game.act(Act.STRIKE_CLOSE, 4, 2, 5)
    assert result(game) == Result.STRONG
    assert (wyvern.progress, kuno.initiative) == (12, 1)

    game.act(Act.STRIKE_CLOSE, 2, 6, 9)
    assert game.decision == Decision.BURN, "one of the dice is below 8"
    game.act(Act.KEEP, price(HARM, 3, share=1), 2, 3, 8, 3, 4, 9)
    assert [row[2] for row in game.events(Event.RESULT)] == [Result.MISS, Result.WEAK, Result.WEAK]
    assert (kuno.health, kuno.track[0], kuno.momentum, kuno.initiative) == (2, 3, 8, 0)

    game.act(Act.FACE + Stat.EDGE).act(SWIFT, 4, 3, 7)
    assert (kuno.momentum, kuno.initiative) == (9, 1)

    game.act(Act.STRIKE_CLOSE, 2, 7, 8).act(Act.BURN)
    assert result(game) == Result.STRONG
    assert game.events(Event.PROGRESS)[0][1:4] == (5, 20, 32), "weapon 2, strong hit 1, swordmaster 2"
    assert (kuno.momentum, kuno.initiative, kuno.gate) == (2, 1, 1)

    game.act(Act.END, 7, 4)
    assert game.outcome == Outcome.WIN
    assert (kuno.momentum, kuno.health, kuno.spirit, kuno.track[0], game.state.supply) == (2, 2, 3, 3, 5)
