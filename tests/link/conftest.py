"""What the tests of the link share."""

from __future__ import annotations

import pytest

from omenbox.packs import standard_packs
from shared_rules.pack import Packs


@pytest.fixture(scope="session")
def packs() -> Packs:
    return standard_packs()
