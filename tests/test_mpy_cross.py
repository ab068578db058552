"""Everything that goes on the board compiles for it."""

from __future__ import annotations

from functools import cache

import pytest

from omenbox import device

from .platforms import board_files


@cache
def inlined() -> dict[str, str]:
    return device.inline(device.sources())


@pytest.mark.parametrize("path", device.sources())
def test_source_compiles_for_the_board(path: str) -> None:
    assert device.compile_mpy(path, device.sources()[path]).startswith(b"M")


@pytest.mark.parametrize("path", device.sources())
def test_source_without_constants_compiles_for_the_board(path: str) -> None:
    assert device.compile_mpy(path, inlined()[path]).startswith(b"M")


def test_the_whole_build_compiles_with_its_machine_code() -> None:
    assert len(board_files()) == len(device.sources())
