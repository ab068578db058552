"""The program killed in the middle of anything, on both Pythons; MicroPython's own littlefs."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from omenbox.packs import standard_bytes
from omenbox.sim.platforms import unix_program
from omenbox_device import saves as writing
from omenbox_device.saves import Folder

from ..platforms import IMPORT_PATHS
from . import plays
from .saving import SETUP, again, play, table


def python(name: str) -> tuple[list[str], dict[str, str]]:
    """Command and environment of a Python."""
    paths = [str(path) for path in IMPORT_PATHS]
    if name == "cpython":
        return [sys.executable, "-S"], {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    program = unix_program()
    assert program is not None
    return [str(program), "-X", "heapsize=2000000"], {**os.environ, "MICROPYPATH": ":".join([*paths, ".frozen"])}


@pytest.mark.parametrize("name", ["cpython", "micropython"])
def test_program_killed_a_hundred_times_in_a_game_goes_on_where_it_was(name, played, tmp_path, unix) -> None:
    command, environment = python(name)
    for pack, data in standard_bytes().items():
        (tmp_path / pack).write_bytes(data)
    (tmp_path / "game").write_text(json.dumps([SETUP, played.records]))
    script = str(Path(plays.__file__))
    command += [script, "saves", "game", *standard_bytes()]
    picks = random.Random(5)
    kills = number = ends = 0
    while kills < 100 or not ends:
        with subprocess.Popen(
            command, cwd=tmp_path, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        ) as process:
            assert process.stdout is not None
            # Not to reach the end too soon; how far it gets beyond what it said is anybody's guess.
            wanted = picks.randint(1, max(2, 2 * (len(played.records) * (kills + 1) // 130 - number)))
            lines: list[str] = []
            for line in process.stdout:
                lines.append(line.strip())
                if len(lines) >= wanted and kills < 100:
                    process.kill()
        stood = [line for line in lines if line not in ("new", "end")]
        if stood:
            first = int(stood[0].split()[0])
            assert first >= number
            assert stood == played.stood[first : first + len(stood)]
            number = int(stood[-1].split()[0])
        if process.returncode:
            assert process.returncode == -signal.SIGKILL, lines
            kills += 1
        else:
            assert stood[-1] == played.stood[-1]
            ends += 1
            if kills < 100:  # it was too quick: the rest of them in another game
                shutil.rmtree(tmp_path / "saves")
                number = 0
    assert kills == 100


ON_LITTLEFS = """
import json, vfs
import plays
from omenbox_device import board, program
from omenbox_device.saves import Folder, Saves
from shared_rules.game import Game

class Chip:
    def __init__(self, data):
        self.data = data
        self.erases = self.pages = 0
    def readblocks(self, n, buf, off=0):
        at = n * 4096 + off
        buf[:] = self.data[at : at + len(buf)]
    def writeblocks(self, n, buf, off=0):
        at = n * 4096 + off
        self.pages += -(-len(buf) // 256)
        self.data[at : at + len(buf)] = buf
    def ioctl(self, op, arg):
        if op == 4:
            return len(self.data) // 4096
        if op == 5:
            return 4096
        if op == 6:
            self.erases += 1
            self.data[arg * 4096 : arg * 4096 + 4096] = b"\\xff" * 4096
            return 0

def make(where):
    return program.make(board.VirtualBoard(), packs, saves=Saves(Folder(where + "/saves"), True))

packs = program.open_packs(PACKS)
setup, records = json.load(open("game"))
chip = Chip(bytearray(4096 * 24))
vfs.VfsLfs2.mkfs(chip, progsize=256)
vfs.mount(vfs.VfsLfs2(chip, progsize=256), "/flash")
box = make("/flash")
box.begin(Game(packs, *setup))
chip.erases = chip.pages = 0
for entry in records[:150]:
    plays.do(box, entry)
    plays.settle(box)
    if box.number % 10 == 7:
        vfs.mount(vfs.VfsLfs2(Chip(bytearray(chip.data)), progsize=256), "/copy")
        print(plays.reached(make("/copy")))
        vfs.umount("/copy")
print(chip.erases, chip.pages)
try:
    for n in range(24):
        with open("/flash/big%d" % n, "wb") as file:
            file.write(bytes(4000))
except OSError:
    pass
while not box.saves.warning:
    plays.do(box, records[box.number])
    plays.settle(box)
print(box.saves.warning)
"""


def test_micropythons_own_littlefs_holds_saves(played, tmp_path, unix) -> None:
    """The file system of the board, in memory: the power cut now and then, what it costs, a full one."""
    for pack, data in standard_bytes().items():
        (tmp_path / pack).write_bytes(data)
    (tmp_path / "game").write_text(json.dumps([SETUP, played.records]))
    script = ON_LITTLEFS.replace("PACKS", repr(list(standard_bytes())))
    *lines, cost, warning = (
        unix.run(script, paths=[Path(plays.__file__).parent], cwd=tmp_path, heapsize=4_000_000).check().splitlines()
    )
    assert lines == played.stood[7:151:10]
    erases, pages = map(int, cost.split())
    assert erases <= 24 * 1.5 and pages <= 330 * 1.5
    assert warning.startswith("the storage is full: ")


def test_saves_in_a_folder_are_replaced_by_renaming(packs, played, tmp_path) -> None:
    folder = Folder(str(tmp_path / "saves"))
    box = table(folder, packs, True)
    play(box, played.records)
    names = set(folder.names())
    assert {"save0", "save1"} <= names and writing.NEW not in names and len(names) < 12
    assert plays.reached(again(folder, packs, True)) == played.stood[-1]
