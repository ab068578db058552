"""Code and packs are the budget of the board: growth is noticed here, with 32-bit words, exactly."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from omenbox.packs import open_packs
from omenbox.sim import board
from omenbox.sim.games import Played

from .platforms import HOST, ROOT, board_files, install

#: Live bytes at the end of a whole game: core, open packs, procedures kept, state. The board's
#: own build holds its interpreter as machine code, some 5 KB more.
LIMIT = 90_000
#: The budget of the same on the board.
BUDGET = 130 * 1024
#: Live bytes of the whole program at any prompt of a game, and its budget: lamps, digits, link and saves too.
WHOLE_LIMIT = 130_000
WHOLE_BUDGET = 195 * 1024

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


#: The whole program plays a game whose answers come over the link, and prints what it takes at most.
WHOLE = """
import gc
gc.threshold(20000)
gc.collect()
before = gc.mem_alloc()
import json
from omenbox_device import program
from omenbox_device.board import VirtualBoard
from omenbox_device.framing import TO_BOX, frame
from omenbox_device.saves import Folder, Saves
from shared_rules.game import Game

""" + HOST + """
def ticks():
    global ms
    ms += 10
    return ms

def until(done):
    program.run(box, ticks, lambda n: not done())

def live():
    gc.collect()
    return gc.mem_alloc() - before

Game.every = 0
ms = number = most = 0
host = Host()
box = program.make(VirtualBoard(), program.open_packs(PACKS), host, "", Saves(Folder("saves"), True))
for body in (["hi", 1, 1, 8, 1], ["from", 0, 0], ["new", 2, SETUP]):
    host.said += frame(TO_BOX, body)
until(lambda: box.game is not None)
for line in open("answers.json"):
    host.said += frame(TO_BOX, ["k", box.id, number + 1])
    host.said += frame(TO_BOX, ["a", number + 3, box.id, number, json.loads(line)])
    number += 1
    until(lambda: box.number == number and not box.thinking and not box.link.busy())
    if number % 8 == 0:
        most = max(most, live())
host.said += frame(TO_BOX, ["k", box.id, number + 1])
host.said += frame(TO_BOX, ["new", number + 3, SETUP])
ended = "%08x" % box.game.hash()
old = box.id
until(lambda: box.id != old)
print(json.dumps([max(most, live()), ended, box.warning]))
"""


def whole(haunt: int) -> str:
    names = [f"{pack.name}.pack" for pack in game(haunt).game.packs.packs]
    return WHOLE.replace("PACKS", repr(names)).replace("SETUP", repr(game(haunt).game.setup))


@pytest.mark.parametrize("haunt", HAUNTS)
def test_the_whole_program_keeps_to_its_limit(haunt, mpy32, tmp_path) -> None:
    placed(haunt, tmp_path)
    script = f"import os, sys\nos.chdir('/board')\nsys.path.insert(0, '/board')\n{whole(haunt)}"
    out = mpy32.run(script, heapsize=WHOLE_BUDGET, dirs={"/board": tmp_path}).check()
    live, ended, warning = json.loads(out)
    assert (ended, warning) == (board.ended(game(haunt), board.answers_of(game(haunt))), "")
    assert live <= WHOLE_LIMIT


@pytest.mark.parametrize("haunt", HAUNTS)
def test_the_whole_program_fits_its_budget_on_micropython(haunt, unix, tmp_path) -> None:
    folder = placed(haunt, tmp_path)
    out = unix.run(whole(haunt), heapsize=2 * WHOLE_BUDGET, paths=[folder], cwd=folder).check()
    assert json.loads(out)[1:] == [board.ended(game(haunt), board.answers_of(game(haunt))), ""]


def test_every_module_of_the_core_is_measured() -> None:
    parts = {name.removesuffix(".mpy") for name in board_files(None) if name.startswith("shared_rules/")}
    rest = {"shared_rules/state", "shared_rules/__init__", "shared_rules/log"}  # constants; host and tests
    assert parts - rest == {f"shared_rules/{name}" for name in board.MODULES + board.BESIDES}
