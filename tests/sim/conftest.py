"""The packs of the tests of games: the standard ones and the test pack."""

from __future__ import annotations

import pytest

from omenbox.packs import open_packs
from shared_rules.pack import Packs

from . import DUEL


@pytest.fixture(scope="session")
def packs() -> Packs:
    return open_packs([DUEL])
