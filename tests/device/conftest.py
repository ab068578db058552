"""What tests of saves begin with."""

from __future__ import annotations

import pytest

from omenbox.packs import standard_packs

from .saving import uninterrupted


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


@pytest.fixture(params=[True, False], ids=["lean", "all in memory"])
def lean(request):
    return request.param


@pytest.fixture(scope="module")
def played(packs):
    """A game neither short nor long."""
    games = (uninterrupted(packs, seed) for seed in range(1, 30))
    return next(game for game in games if 150 < len(game.records) < 450)
