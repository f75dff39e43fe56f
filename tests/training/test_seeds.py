from __future__ import annotations

import numpy as np
import pytest

from shieldmate.training.seeds import Seeds


def test_ranges_never_meet():
    spans = sorted(seeds.value for seeds in Seeds)
    assert all(end <= start for (_, end), (start, _) in zip(spans, spans[1:], strict=False))


@pytest.mark.parametrize("seeds", list(Seeds))
def test_all_seeds_are_of_the_range(seeds):
    drawn = seeds.draw(1000, np.random.default_rng(1))
    assert all(int(seed) in seeds.span for seed in drawn)
    assert len(set(drawn.tolist())) == 1000
    last = len(seeds.span) - 3
    assert list(seeds.take(3, last)) == [seeds.span[last], seeds.span[last + 1], seeds.span[-1]]


@pytest.mark.parametrize(("games", "first"), [(4, -1), (-1, 0), (1, 1 << 41), (4, (1 << 40) - 3)])
def test_a_range_is_not_left(games, first):
    with pytest.raises(ValueError, match="seeds from number"):
        Seeds.TEST.take(games, first)
