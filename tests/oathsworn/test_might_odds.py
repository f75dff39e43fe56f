"""Odds of might against published figures, and against every order of the cards of small decks.

A case N is a worked example or a figure published by another tool; `every_way` deals real cards one by one.
"""

from collections import Counter
from fractions import Fraction
from itertools import count
from time import perf_counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shieldmate.envs.oathsworn.might_faces import COLOURS, COUNTS, DECK, VALUE
from shieldmate.envs.oathsworn.odds import attack_distribution, best_white, enemy_distribution
from shieldmate.envs.oathsworn.odds_sums import sums

BLANK, CRIT = 0, 5
NONE = (0, 0, 0, 0, 0, 0)
NO_PILES = (NONE, NONE, NONE, NONE)
DICE_MISS = ["0", "1/9", "7/27", "11/27", "131/243", "473/729", "179/243", "5281/6561", "16867/19683", "17635/19683"]


def of(colour, number):
    """A pool of one colour."""
    return [number * (colour == each) for each in COLOURS]


def piles(**kinds):
    """Piles of which the named colours hold such kinds of cards, 5 being a critical."""
    return [tuple(kinds.get(colour, ()).count(kind) for kind in range(6)) for colour in COLOURS]


# Published figures


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize(("number", "miss"), list(enumerate(DICE_MISS, start=1)))
def test_dice_miss_case_1(colour, number, miss):
    assert attack_distribution(of(colour, number), dice=True).miss == Fraction(miss)


@pytest.mark.parametrize(("pool", "number"), [((1, 1, 1, 1), 4), ((2, 0, 1, 0), 3), ((3, 2, 1, 1), 7)])
def test_dice_miss_whatever_their_colours_case_1(pool, number):
    assert attack_distribution(pool, dice=True).miss == Fraction(DICE_MISS[number - 1])


@pytest.mark.parametrize(
    ("number", "cards", "fewer_than_dice"),
    [(2, "5/51", True), (3, "25/102", True), (4, "83/204", True), (5, "267/476", False), (6, "1074/1547", False)],
)
def test_cards_miss_less_than_dice_up_to_four_case_3(number, cards, fewer_than_dice):
    for colour in COLOURS:
        miss = attack_distribution(of(colour, number)).miss
        assert miss == Fraction(cards)
        assert (miss < Fraction(DICE_MISS[number - 1])) is fewer_than_dice


@pytest.mark.parametrize(("colour", "mean"), [("white", "6/5"), ("yellow", "9/5"), ("red", "12/5"), ("black", "3")])
def test_one_die_with_exploding_criticals_case_5(colour, mean):
    assert attack_distribution(of(colour, 1), dice=True).mean == Fraction(mean)


@pytest.mark.parametrize("pool", [(0, 0, 0, 6), (6, 0, 0, 0), (2, 1, 2, 1), (0, 3, 3, 0)])
def test_six_dice_with_five_rerolls_miss_case_7(pool):
    assert attack_distribution(pool, dice=True, redraws=5).miss == Fraction(2281, 59049)


def test_six_black_dice_with_five_rerolls_deal_case_7():
    assert float(attack_distribution((0, 0, 0, 6), dice=True, redraws=5).mean) == pytest.approx(22.025911, abs=5e-7)


@pytest.mark.parametrize(
    ("number", "mean"),
    [(1, "6/5"), (2, "12/5"), (3, "16/5"), (4, "32/9"), (5, "32/9"), (6, "448/135"), (7, "3584/1215")],
)
def test_white_dice_deal_case_10(number, mean):
    assert attack_distribution(of("white", number), dice=True).mean == Fraction(mean)


def test_an_exact_pattern_of_cards_case_12():
    # Kinds are worth 0, 1, 11 and 121, so that 4, 1, 2 and 3 of them are the only ten cards worth 386.
    assert sums((0, 1, 11, 121), (6, 6, 3, 3))[10].chances()[386] == Fraction(15, 2431)


def test_a_critical_brings_a_card_that_is_left_case_14():
    assert attack_distribution((1, 0, 0, 0), piles(white=(0, 1, 5))).mean == Fraction(7, 6)


def test_the_full_decks_case_17():
    cards = {
        colour: [VALUE[index][kind] for kind in range(6) for _ in range(COUNTS[index][kind])]
        for index, colour in enumerate(COLOURS)
    }
    assert cards == {
        "white": [0] * 6 + [1] * 6 + [2] * 3 + [2] * 3,
        "yellow": [0] * 6 + [1] * 3 + [2] * 3 + [3] * 3 + [3] * 3,
        "red": [0] * 6 + [2] * 3 + [3] * 6 + [4] * 3,
        "black": [0] * 6 + [3] * 6 + [4] * 3 + [5] * 3,
    }
    assert [len(deck) for deck in cards.values()] == [DECK] * 4
    assert [counts[CRIT] for counts in COUNTS] == [3, 3, 3, 3]


def test_a_miss_deals_nothing_case_24():
    odds = attack_distribution((3, 0, 0, 0), dice=True)
    assert odds.mean == Fraction("3.2")
    assert odds.distribution[0] == odds.miss == Fraction(7, 27)


@pytest.mark.parametrize(("colour", "mean"), [("white", "1"), ("yellow", "3/2"), ("red", "2"), ("black", "5/2")])
@pytest.mark.parametrize("dice", [False, True])
def test_an_enemy_card_deals_case_26(colour, mean, dice):
    assert enemy_distribution(of(colour, 1), dice=dice).mean == Fraction(mean)
    assert enemy_distribution(of(colour, 3), dice=dice).mean == 3 * Fraction(mean)


def test_two_blanks_of_an_enemy_are_no_miss_case_26():
    odds = enemy_distribution((0, 2, 0, 0))
    assert odds.distribution[0] == Fraction(5, 51)
    assert odds.miss == 0
    assert max(odds.distribution) == 6


# Single rules


def test_one_blank_is_a_hit():
    odds = attack_distribution((2, 0, 0, 0), piles(white=(0, 1)))
    assert (odds.miss, odds.distribution) == (0, {1: 1})


def test_blanks_of_different_colours_miss_together():
    odds = attack_distribution((1, 0, 0, 1), piles(white=(0,), black=(0, 4)))
    assert (odds.miss, odds.distribution) == (Fraction(1, 2), {0: Fraction(1, 2), 4: Fraction(1, 2)})


def test_blanks_drawn_by_criticals_do_not_miss():
    odds = attack_distribution((1, 1, 0, 0), piles(white=(5,), yellow=(0,)), piles(white=(0,)))
    assert (odds.miss, odds.distribution) == (0, {2: 1})


def test_a_critical_chains_without_replacement():
    # All three criticals, then a blank or a 4.
    odds = attack_distribution((0, 0, 0, 1), piles(black=(5,)), piles(black=(5, 5)))
    assert odds.distribution == {15: 1}


def test_a_bonus_does_not_rescue_a_miss():
    odds = attack_distribution((1, 0, 0, 1), piles(white=(0,), black=(0, 4)), bonus=3)
    assert (odds.mean, odds.distribution) == (Fraction(7, 2), {0: Fraction(1, 2), 7: Fraction(1, 2)})


def test_the_discard_is_shuffled_in_in_the_middle_of_a_draw():
    odds = attack_distribution((2, 0, 0, 0), piles(white=(1,)), piles(white=(0, 2)))
    assert odds.distribution == {1: Fraction(1, 2), 3: Fraction(1, 2)}


def test_cards_on_the_table_are_not_shuffled_in():
    odds = attack_distribution((1, 0, 0, 0), piles(white=(5,)), piles(white=(1,)))
    assert odds.distribution == {3: 1}


def test_a_draw_stops_when_both_piles_are_empty():
    assert attack_distribution((5, 0, 0, 0), piles(white=(2, 5)), piles(white=(1,))).distribution == {5: 1}
    assert enemy_distribution((5, 0, 0, 0), piles(white=(2, 5)), piles(white=(1,))).distribution == {5: 1}
    assert attack_distribution((3, 0, 0, 0), NO_PILES).distribution == {0: 1}


def test_a_redrawn_blank_is_discarded_at_once():
    odds = attack_distribution((2, 0, 0, 0), piles(white=(0, 0)), piles(white=(1,)), redraws=1)
    assert (odds.miss, odds.distribution) == (Fraction(1, 2), {0: Fraction(1, 2), 1: Fraction(1, 2)})


def test_the_strongest_blank_is_redrawn():
    odds = attack_distribution((1, 0, 0, 1), piles(white=(0,), black=(0,)), piles(white=(1,), black=(3, 3)), redraws=1)
    assert odds.distribution == {0: Fraction(1, 3), 3: Fraction(2, 3)}


def test_a_redrawn_critical_brings_its_card():
    odds = attack_distribution((1, 0, 1, 0), piles(white=(0,), red=(0,)), piles(red=(5, 5, 5)), redraws=9)
    assert odds.distribution == {4: Fraction(1, 4), 8: Fraction(1, 4), 12: Fraction(1, 2)}


@pytest.mark.parametrize(
    ("pool", "options"),
    [((0, 0, 0, 0), {}), ((1, -1, 0, 0), {}), ((1, 0, 0, 0), {"redraws": -1}), ((1, 0, 0, 0), {"bonus": -1})],
)
def test_what_cannot_be_drawn_is_refused(pool, options):
    with pytest.raises(ValueError, match="found"):
        attack_distribution(pool, **options)


# Every order of small decks


def every_way(deal):
    """Yield what `deal` comes to and its chance, for every way to answer whenever it picks one of so many cards."""
    answers: list[list[int]] = []
    while True:
        asked = count()

        def pick(cards, asked=asked):
            at = next(asked)
            if at == len(answers):
                answers.append([0, cards])
            return answers[at][0]

        result, chance = deal(pick), Fraction(1)
        for _, cards in answers:
            chance /= cards
        yield result, chance
        while answers and answers[-1][0] + 1 == answers[-1][1]:
            answers.pop()
        if not answers:
            return
        answers[-1][0] += 1


class Dealer:
    """Deals cards one by one from piles of real cards."""

    def __init__(self, pick, decks, discards):
        self.pick = pick
        self.draw, self.discard = (
            [[kind for kind in range(6) for _ in range(counts[kind])] for counts in each] for each in (decks, discards)
        )

    def cards(self, colour, count):
        dealt = []
        for _ in range(count):
            if not self.draw[colour]:
                self.draw[colour], self.discard[colour] = self.discard[colour], []
            if self.draw[colour]:
                dealt.append(self.draw[colour].pop(self.pick(len(self.draw[colour]))))
        return dealt


def attack_by_hand(pool, decks, discards, redraws=0):
    """Misses and damages of an attack with their chances."""

    def deal(pick):
        dealer = Dealer(pick, decks, discards)
        base = [dealer.cards(colour, count) for colour, count in enumerate(pool)]
        left = redraws
        while left and sum(cards.count(BLANK) for cards in base) > 1:
            left -= 1
            colour = max(colour for colour in range(4) if BLANK in base[colour])
            base[colour].remove(BLANK)
            dealer.discard[colour].append(BLANK)
            base[colour] += dealer.cards(colour, 1)
        if sum(cards.count(BLANK) for cards in base) > 1:
            return "miss"
        damage = 0
        for colour, cards in enumerate(base):
            for card in cards:  # grows by what its criticals bring
                damage += VALUE[colour][card]
                cards += dealer.cards(colour, int(card == CRIT))
        return damage

    return tallied(every_way(deal))


def enemy_by_hand(pool, decks, discards):
    """Damages of an enemy with their chances."""

    def deal(pick):
        dealer = Dealer(pick, decks, discards)
        return sum(VALUE[colour][card] for colour in range(4) for card in dealer.cards(colour, pool[colour]))

    return tallied(every_way(deal))


def tallied(ways):
    chances: Counter[int | str] = Counter()
    for result, chance in ways:
        chances[result] += chance
    return dict(chances)


def same(odds, by_hand):
    miss = by_hand.pop("miss", 0)
    if miss:
        by_hand[0] = by_hand.get(0, 0) + miss
    assert (odds.miss, odds.distribution, odds.more) == (miss, by_hand, 0)
    assert odds.mean == sum(damage * chance for damage, chance in by_hand.items())


@pytest.mark.parametrize("redraws", [0, 1, 3])
@pytest.mark.parametrize(
    ("pool", "decks", "discards"),
    [
        ((2, 0, 0, 0), piles(white=(0, 0, 1, 2, 5, 5)), NO_PILES),
        ((3, 0, 0, 0), piles(white=(0, 0, 0, 1, 5)), NO_PILES),
        ((3, 0, 0, 0), piles(white=(0, 5)), piles(white=(0, 0, 1, 5))),
        ((4, 0, 0, 0), piles(white=(0, 0, 5)), piles(white=(0, 2, 5))),
        ((1, 1, 0, 0), piles(white=(0, 5, 1), yellow=(0, 0, 3)), piles(yellow=(5, 1))),
        ((1, 0, 1, 1), piles(white=(0, 5), red=(0, 2), black=(0, 4, 5)), piles(red=(5,), white=(0,))),
        ((0, 2, 0, 1), piles(yellow=(0, 0, 5), black=(0, 5)), piles(yellow=(3,), black=(3,))),
        ((0, 0, 3, 0), piles(red=(0, 0, 0)), piles(red=(5, 3))),
        ((0, 0, 0, 6), piles(black=(0, 0, 5)), piles(black=(3,))),
    ],
)
def test_attacks_equal_every_order_of_small_decks(pool, decks, discards, redraws):
    same(attack_distribution(pool, decks, discards, redraws=redraws), attack_by_hand(pool, decks, discards, redraws))


KINDS_OF_CARDS = st.lists(st.sampled_from([0, 0, 1, 3, 5]), max_size=3)
SMALL_DECKS = st.lists(KINDS_OF_CARDS, min_size=4, max_size=4).map(
    lambda kinds: piles(**dict(zip(COLOURS, kinds, strict=True)))
)


@settings(max_examples=60)
@given(
    white=st.integers(0, 3),
    black=st.integers(1, 2),
    decks=SMALL_DECKS,
    discards=SMALL_DECKS,
    redraws=st.integers(0, 2),
)
def test_attacks_equal_every_order_of_any_small_decks(white, black, decks, discards, redraws):
    pool = (white, 0, 0, black)
    same(attack_distribution(pool, decks, discards, redraws=redraws), attack_by_hand(pool, decks, discards, redraws))


@settings(max_examples=60)
@given(yellow=st.integers(0, 3), red=st.integers(1, 4), decks=SMALL_DECKS, discards=SMALL_DECKS)
def test_enemy_draws_equal_every_order_of_any_small_decks(yellow, red, decks, discards):
    pool = (0, yellow, red, 0)
    same(enemy_distribution(pool, decks, discards), enemy_by_hand(pool, decks, discards))


# Decks that are partly used, and the size of an attack

USED = [(5, 1, 0, 0, 0, 3), (0, 2, 3, 1, 0, 0), (3, 0, 0, 2, 0, 1), NONE]
USED_UP = [(1, 5, 3, 0, 0, 0), (6, 1, 0, 2, 0, 3), (1, 0, 3, 4, 0, 1), COUNTS[3]]


def test_piles_without_blanks_do_not_miss():
    assert attack_distribution((3, 2, 0, 0), piles(white=(1, 1, 2, 5), yellow=(1, 3))).miss == 0


def test_the_miss_of_a_deck_that_is_partly_used():
    # Blanks are five of the nine white cards and three of the six red ones.
    assert attack_distribution((1, 0, 1, 0), USED, USED_UP).miss == Fraction(5, 18)
    assert attack_distribution((2, 0, 0, 0), USED, USED_UP).miss == Fraction(5, 18)


@pytest.mark.parametrize("dice", [False, True])
@pytest.mark.parametrize("pool", [(0, 0, 0, 0), (0, 1, 0, 0), (0, 1, 2, 1)])
@pytest.mark.parametrize(("decks", "discards"), [(COUNTS, NO_PILES), (USED, USED_UP)])
@pytest.mark.parametrize(("redraws", "bonus"), [(0, 0), (2, 1)])
def test_the_quick_table_equals_the_exact_odds(pool, decks, discards, dice, redraws, bonus):
    rows = best_white(pool, decks, discards, dice=dice, redraws=redraws, bonus=bonus)
    assert [row.white for row in rows] == list(range(0 if any(pool) else 1, 11))
    for row in rows[:: 5 if dice else 1]:
        exact = attack_distribution((row.white, *pool[1:]), decks, discards, dice=dice, redraws=redraws, bonus=bonus)
        assert row.miss == pytest.approx(float(exact.miss), rel=1e-9, abs=1e-12)
        assert row.mean == pytest.approx(float(exact.mean), rel=1e-9, abs=1e-12)


def test_the_quick_table_of_a_small_deck():
    rows = best_white((0, 0, 0, 0), piles(white=(0, 0, 2)), most=3)
    assert [row.miss for row in rows] == pytest.approx([0, 1 / 3, 1])
    assert [row.mean for row in rows] == pytest.approx([2 / 3, 4 / 3, 0])


def test_dice_are_counted_until_next_to_nothing_is_left_out():
    odds = attack_distribution((3, 1, 0, 1), dice=True, redraws=1)
    assert 0 < odds.more <= Fraction(1, 10**12)
    assert sum(odds.distribution.values()) + odds.more == 1
    listed = sum(damage * chance for damage, chance in odds.distribution.items())
    assert 0 < odds.mean - listed < Fraction(1, 10**9)


@pytest.mark.parametrize(("pool", "redraws"), [((10, 1, 1, 2), 0), ((10, 1, 1, 2), 2), ((4, 2, 1, 1), 2)])
def test_large_attacks_are_quick(pool, redraws):
    def seconds(call):
        start = perf_counter()
        call(pool, USED, USED_UP, redraws=redraws)
        return perf_counter() - start

    assert min(seconds(attack_distribution) for _ in range(5)) < 0.3
    assert min(seconds(best_white) for _ in range(5)) < 0.05
