"""Everything that goes on the board compiles for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .platforms import ROOT, board_modules, mpy


@pytest.mark.parametrize("path", board_modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_compiles_for_the_board(path: Path) -> None:
    assert mpy(path).startswith(b"M")
