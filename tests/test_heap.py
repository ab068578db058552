"""Code and packs are the budget of the board: growth is noticed here, with 32-bit words, exactly."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from omenbox.packs import open_packs
from omenbox.sim import board
from omenbox.sim.games import Played

from .platforms import ROOT, board_files, install

#: Live bytes at the end of a whole game: core, open packs, procedures kept, state. The board's
#: own build holds its interpreter as machine code, some 5 KB more.
LIMIT = 90_000
#: The budget of the same on the board.
BUDGET = 130 * 1024

HAUNTS = [57, 80, 201]


@cache
def game(haunt: int) -> Played:
    packs = open_packs([ROOT / "tests" / "content" / "duel"] if haunt == 201 else [])
    return board.chosen(packs, haunt)


def placed(haunt: int, folder: Path) -> Path:
    return install(board.files(game(haunt), board.answers_of(game(haunt)), None), folder)


def program(haunt: int) -> str:
    first, after = board.scripts(game(haunt))
    return "\n".join([*first, *after])


@pytest.mark.parametrize("haunt", HAUNTS)
def test_a_whole_game_leaves_room_for_the_rest_of_the_box(haunt, mpy32, tmp_path) -> None:
    placed(haunt, tmp_path)
    script = f"import os, sys\nos.chdir('/board')\nsys.path.insert(0, '/board')\n{program(haunt)}"
    out = mpy32.run(script, heapsize=BUDGET, dirs={"/board": tmp_path}).check()
    rows = [json.loads(line) for line in out.splitlines()]
    report = board.figures(game(haunt), board.answers_of(game(haunt)), rows, 0)
    assert report["live"] <= LIMIT, report["bytes"]


@pytest.mark.parametrize("haunt", HAUNTS)
def test_a_whole_game_fits_the_budget_on_micropython(haunt, unix, tmp_path) -> None:
    folder = placed(haunt, tmp_path)
    out = unix.run(program(haunt), heapsize=2 * BUDGET, paths=[folder], cwd=folder).check()
    ended = next(row for row in map(json.loads, out.splitlines()) if row[0] == "ended")
    assert ended[3] == board.ended(game(haunt), board.answers_of(game(haunt)))


def test_every_module_of_the_core_is_measured() -> None:
    parts = {name.removesuffix(".mpy") for name in board_files(None) if name.startswith("shared_rules/")}
    rest = {"shared_rules/state", "shared_rules/__init__", "shared_rules/log"}  # constants; host and tests
    assert parts - rest == {f"shared_rules/{name}" for name in board.MODULES + board.BESIDES}
