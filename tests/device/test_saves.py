"""Saves: whatever moment the power goes, the game is there again, and nothing is lost."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from omenbox.packs import standard_bytes, standard_packs
from omenbox.sim.flash import ERASE_MS, Flash
from omenbox.sim.platforms import unix_program
from omenbox_device import resume as reading
from omenbox_device import saves as writing
from omenbox_device.board import VirtualBoard
from omenbox_device.loop import Box
from omenbox_device.program import make
from omenbox_device.resume import SaveError
from omenbox_device.saves import EVERY, Folder, Saves
from shared_rules import state as s
from shared_rules.game import Game, Refused
from shared_rules.vm import EffectError

from ..platforms import IMPORT_PATHS
from . import plays
from .flash import Memory, change, cuts

SETUP: list[Any] = [4, 4, 1, 1, 0, 57, 1, 1, 0, []]


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


@pytest.fixture(params=[True, False], ids=["lean", "all in memory"])
def lean(request):
    return request.param


def choose(game: Game, picks: random.Random) -> Any:
    """Any legal answer."""
    prompt = game.prompt
    domain = prompt[s.P_DOMAIN]
    if prompt[s.P_KIND] == s.CHOICE:
        return picks.choice(domain)
    if prompt[s.P_KIND] == s.RANGE:
        return picks.randint(*domain)
    if prompt[s.P_KIND] == s.DICE:
        return [picks.randrange(3) for _ in range(domain[0])]
    return picks.sample(domain[2:], picks.randint(domain[0], domain[1]))


@dataclass
class Played:
    """A game uninterrupted: its records, and after each of them how it stood."""

    records: list[list[Any]]
    stood: list[str]  # see plays.reached


def table(storage: Any, packs: Any, lean: bool) -> Box:
    """A box at which a game begins."""
    box = Box(VirtualBoard())
    box.saves = Saves(storage, lean)
    box.begin(Game(packs, *SETUP), 77)
    return box


def again(storage: Any, packs: Any, lean: bool) -> Box:
    """The box after the power came back."""
    return make(VirtualBoard(), packs, saves=Saves(storage, lean))


def uninterrupted(packs: Any, seed: int) -> Played:
    """A game with answers, corrections and things taken back."""
    box = Box(VirtualBoard())
    box.begin(Game(packs, *SETUP))
    picks = random.Random(seed)
    records: list[list[Any]] = []
    stood = [plays.reached(box)]
    while not box.game.over:
        entry = ["a", choose(box.game, picks)]
        if box.game.undoable and picks.random() < 0.1:
            entry = ["u", picks.randint(1, box.game.undoable)]
        elif box.game.G[s.G_PHASE] >= s.PHASE_EXPLORE and picks.random() < 0.05:
            entry = ["c", ["trait", picks.randrange(4), picks.randrange(4), picks.randint(3, 6)]]
        plays.do(box, entry)
        plays.settle(box)
        records.append(entry)
        stood.append(plays.reached(box))
    return Played(records, stood)


@pytest.fixture(scope="module")
def played(packs):
    """A game neither short nor long."""
    games = (uninterrupted(packs, seed) for seed in range(1, 30))
    return next(game for game in games if 150 < len(game.records) < 450)


def play(box: Box, records: list[list[Any]]) -> None:
    for entry in records:
        plays.do(box, entry)
        plays.settle(box)


# --- the power goes ---------------------------------------------------------------------


def test_game_goes_on_from_every_prompt(packs, played, lean) -> None:
    memory = Memory()
    box = table(memory, packs, lean)
    for n, entry in enumerate(played.records):
        back = again(Memory(memory.files), packs, lean)
        assert plays.reached(back) == played.stood[n]
        assert back.id == 77 and not back.saves.warning
        play(back, [entry])
        assert plays.reached(back) == played.stood[n + 1]
        play(box, [entry])
    back = again(memory, packs, lean)
    assert back.game.over and plays.reached(back) == played.stood[-1]


def test_game_goes_on_after_a_power_cut_at_every_prompt(packs, played, lean) -> None:
    """One that never plays two answers without a fresh start."""
    memory = Memory()
    table(memory, packs, lean)
    for n, entry in enumerate(played.records):
        box = again(memory, packs, lean)
        assert plays.reached(box) == played.stood[n]
        play(box, [entry])
    assert plays.reached(again(memory, packs, lean)) == played.stood[-1]


def test_record_torn_at_any_byte_is_dropped(packs, played, lean) -> None:
    memory = Memory()
    box = table(memory, packs, lean)
    for n, entry in enumerate(played.records[:80]):
        files, done = dict(memory.files), len(memory.changes)
        plays.do(box, entry)
        for what in memory.changes[done:][:1]:
            name, data = what[1], what[2]
            if name == writing.NEW:
                continue
            for length in range(len(data) + 1):
                torn = dict(files)
                change(torn, what, length)
                back = again(Memory(torn), packs, lean)
                whole = length == len(data)
                assert plays.reached(back) == played.stood[n + whole]
                assert not back.saves.warning
        plays.settle(box)


def test_snapshot_torn_at_any_byte_loses_nothing(packs, played, lean) -> None:
    memory = Memory()
    box = table(memory, packs, lean)
    play(box, played.records[: 2 * EVERY])
    n = 2 * EVERY
    changes: list[Any] = []
    while ("rename", writing.NEW) not in [what[:2] for what in changes]:
        files, done = dict(memory.files), len(memory.changes)
        play(box, [played.records[n]])
        n += 1
        changes = memory.changes[done:]
    for what in changes:
        if what[1] == writing.NEW and what[0] == "write":
            size = len(what[2])
            for length in [*range(0, 400, 5), *range(400, size - 20, 50), *range(size - 20, size + 1)]:
                torn = dict(files)
                change(torn, what, length)
                assert plays.reached(again(Memory(torn), packs, lean)) == played.stood[n]
        change(files, what)
        assert plays.reached(again(Memory(files), packs, lean)) == played.stood[n]


def test_power_cut_at_any_change_of_files_loses_no_answer(packs, played, lean) -> None:
    memory = Memory()
    box = table(memory, packs, lean)
    for n, entry in enumerate(played.records):
        files, done = dict(memory.files), len(memory.changes)
        play(box, [entry])
        changes = memory.changes[done:]
        if len(changes) < 2:
            continue
        for k, what in enumerate(changes):
            if what[0] == "write":
                torn = dict(files)
                change(torn, what, len(what[2]) // 2)
                assert plays.reached(again(Memory(torn), packs, lean)) in played.stood[n : n + 2]
            change(files, what)
            stood = plays.reached(again(Memory(files), packs, lean))
            assert stood == played.stood[n + 1] or k == 0 and stood == played.stood[n]


def test_power_cut_while_a_game_begins_leaves_the_last_or_the_new_one(packs, played) -> None:
    memory = Memory()
    box = table(memory, packs, True)
    play(box, played.records[:40])
    files, done = dict(memory.files), len(memory.changes)
    box.begin(Game(packs, *SETUP), 78)
    before, after = (77, played.stood[40]), (78, played.stood[0])
    for what in memory.changes[done:]:
        change(files, what)
        back = again(Memory(files), packs, True)
        assert (back.id, plays.reached(back)) in (before, after)
        assert not back.saves.warning
    assert back.id == 78 and sorted(memory.files) == ["save0", "save1"]


def test_littlefs_with_the_power_cut_at_any_operation_loses_no_answer(packs, played) -> None:
    flash = Flash(blocks=12)
    box = table(flash, packs, True)
    play(box, played.records[: 2 * EVERY + 3])
    images = 0
    for n, entry in enumerate(played.records[2 * EVERY + 3 :][: 4 * EVERY], 2 * EVERY + 3):
        image, start = bytes(flash.chip.buffer), len(flash.chip.changes)
        plays.do(box, entry)
        safe = len(flash.chip.changes) - start
        plays.settle(box)
        for begun, cut in cuts(image, flash.chip.changes[start:]):
            back = again(Flash(image=cut, blocks=12), packs, True)
            stood = plays.reached(back)
            assert stood == played.stood[n + 1] or begun <= safe and stood == played.stood[n]
            assert not back.saves.warning
            images += 1
    assert images > 150


# --- what it costs ----------------------------------------------------------------------


def test_a_hundred_answers_cost_some_twenty_erases(packs, played) -> None:
    flash = Flash(blocks=64)
    box = table(flash, packs, True)
    chip = flash.chip
    chip.erases = chip.pages = 0
    before_the_result = []
    for entry in played.records:
        start = chip.ms
        plays.do(box, entry)
        before_the_result.append(chip.ms - start)
        plays.settle(box)
    hundreds = len(played.records) / 100
    assert chip.erases <= 24 * hundreds and chip.pages <= 330 * hundreds
    assert chip.ms <= 12 * len(played.records)
    before_the_result.sort()
    assert before_the_result[len(before_the_result) // 2] <= 0.8
    assert sum(ms >= ERASE_MS for ms in before_the_result) <= 12 * hundreds


# --- taking back ------------------------------------------------------------------------


def test_what_the_table_may_take_back_can_be_taken_back_after_a_power_cut(packs, played) -> None:
    known = Box(VirtualBoard())
    known.begin(Game(packs, *SETUP))
    memory = Memory()
    box = table(memory, packs, True)
    tried = 0
    for entry in played.records:
        play(box, [entry])
        play(known, [entry])
        most = known.game.undoable
        if most > 1 and tried < 60:
            tried += 1
            back = again(Memory(memory.files), packs, True)
            back.take_back(most)
            plain = Game(packs, *SETUP)
            for done in known.game.done[: len(known.game.done) - most]:
                plain.redo(done)
            assert back.game.hash() == plain.hash()
    assert tried == 60


def test_long_menus_without_a_roll_can_be_taken_back_whole(packs) -> None:
    """More corrections than two snapshots lie apart."""
    memory = Memory()
    box = table(memory, packs, True)
    for _ in range(4):
        play(box, [["a", box.game.prompt[s.P_DOMAIN][0]]])
    before = box.game.hash()
    n = 5 * EVERY
    play(box, [["c", ["omens", i % 13]] for i in range(n)])
    assert len(box.game.done) >= n
    back = again(memory, packs, True)
    assert back.game.undoable >= n
    back.take_back(n)
    assert back.game.hash() == before == again(memory, packs, True).game.hash()


def test_lean_game_holds_only_what_came_after_the_older_snapshot(packs, played) -> None:
    box = table(Memory(), packs, True)
    most = 0
    for entry in played.records:
        play(box, [entry])
        most = max(most, len(box.game.records))
    assert most < 6 * EVERY and box.game.snapshots == [] and len(box.game.events) < 30
    assert box.number == len(played.records)


def test_only_as_much_is_taken_back_as_the_saves_hold(packs, played) -> None:
    box = table(Memory(), packs, True)
    play(box, played.records)
    with pytest.raises(Refused, match="to take back"):
        box.take_back(len(box.game.done) + 1)


def test_taking_back_more_than_the_saves_hold_is_kept_too(packs, played) -> None:
    memory = Memory()
    box = table(memory, packs, False)
    play(box, played.records)
    box.take_back(len(box.game.done) - 3)
    back = again(memory, packs, False)
    assert back.game.hash() == box.game.hash() and back.number == box.number
    play(back, [["a", choose(back.game, random.Random(1))]])


def test_an_effect_that_fails_fails_again_and_can_be_taken_back(packs, played, monkeypatch) -> None:
    memory = Memory()
    box = table(memory, packs, True)
    play(box, played.records[:20])
    before = box.game.hash()

    bad = ["a", choose(box.game, random.Random(1))]
    assert bad not in played.records[:20]
    original = Game.step

    def fails(game: Game, budget: int = 0) -> bool:
        if game.done[-1:] == [bad] and game.prompt is None:
            raise EffectError("x.effect:3: no")
        return original(game, budget)

    monkeypatch.setattr(Game, "step", fails)
    play(box, [bad])
    back = again(memory, packs, True)
    assert back.error == box.error == "x.effect:3: no" and back.number == 21
    back.take_back(1)
    assert back.error == "" and back.game.hash() == before == again(memory, packs, True).game.hash()


# --- what cannot be opened --------------------------------------------------------------


def saved(packs: Any, played: Played, n: int = 40) -> Memory:
    memory = Memory()
    play(table(memory, packs, True), played.records[:n])
    return memory


def test_no_save_is_no_game(packs) -> None:
    box = again(Memory(), packs, True)
    assert box.game is None and box.saves.warning == ""


def test_either_snapshot_damaged_anywhere_loses_nothing(packs, played) -> None:
    memory = saved(packs, played)
    for name in ("save0", "save1"):
        for at in range(0, len(memory.files[name]), 97):
            files = dict(memory.files)
            files[name] = files[name][:at] + bytes([files[name][at] ^ 4]) + files[name][at + 1 :]
            back = again(Memory(files), packs, True)
            number, state, _, log = plays.reached(back).split()
            assert [number, state, log] == [played.stood[40].split()[i] for i in (0, 1, 3)]
            assert back.saves.warning == "one of the two snapshots was damaged; nothing is lost"
            play(back, played.records[40 : 40 + 2 * EVERY])
            assert plays.reached(back) == played.stood[40 + 2 * EVERY]


def test_damaged_journal_goes_on_before_the_damage_and_keeps_everything(packs, played) -> None:
    memory = saved(packs, played, 45)
    name = max((n for n in memory.files if "-" in n), key=lambda n: int(n[9:], 16))
    first = int(name[9:], 16)
    size = 6 + memory.files[name][0]
    data = bytearray(memory.files[name])
    data[size + 8] ^= 1
    damaged = {**memory.files, name: bytes(data)}
    files = Memory(damaged)
    back = again(files, packs, True)
    assert plays.reached(back) == played.stood[first + 1]
    assert f"goes on from answer {first + 1}; all of it is kept in the files old.1.*" in back.saves.warning
    assert {n[6:]: d for n, d in files.files.items() if n.startswith("old.1.")} == damaged
    play(back, played.records[first + 1 :])
    assert plays.reached(again(files, packs, True)) == played.stood[-1]


@pytest.mark.parametrize(
    ("slot", "value", "why"),
    [
        (writing.H_SCHEMA, s.SCHEMA + 1, "another version of the rules"),
        (writing.H_FORMAT, writing.FORMAT + 1, "another program"),
        (writing.H_PACKS, [["base", "12345678"]], "pack base 12345678, which is not here"),
        (writing.H_PACKS, None, "the packs base only"),
    ],
)
def test_save_of_another_program_or_pack_is_refused_and_kept(packs, monkeypatch, slot, value, why) -> None:
    memory = Memory()
    with monkeypatch.context() as patch:
        original = json.dumps

        def dumps(thing: Any) -> str:
            if thing and thing[0] == "omenbox-save":
                thing = list(thing)
                thing[slot] = thing[slot][:1] if value is None else value
            return original(thing)

        patch.setattr(writing.json, "dumps", dumps)
        table(memory, packs, True)
    before = dict(memory.files)
    with pytest.raises(SaveError, match=why) as caught:
        reading.resume(Saves(memory), packs)
    assert "\n" not in str(caught.value) and "begin a new game, and this one is kept" in str(caught.value)
    assert memory.files == before
    box = again(memory, packs, True)
    assert box.game is None and why in box.saves.warning
    box.begin(Game(packs, *SETUP), 78)
    assert {name: memory.files["old.1." + name] for name in before} == before
    assert again(memory, packs, True).id == 78 and box.saves.warning == ""


def test_save_with_both_snapshots_damaged_is_refused_and_kept(packs, played) -> None:
    memory = saved(packs, played)
    for name in ("save0", "save1"):
        memory.files[name] = b"nonsense"
    before = dict(memory.files)
    with pytest.raises(SaveError, match="the save is damaged .both snapshots.; begin a new game"):
        reading.resume(Saves(memory), packs)
    assert memory.files == before


# --- full -------------------------------------------------------------------------------


def test_game_goes_on_when_the_storage_is_full_and_says_so(packs, played, lean) -> None:
    memory = Memory()
    box = table(memory, packs, lean)
    play(box, played.records[:20])
    memory.room = 0
    picks = random.Random(2)
    for _ in range(5 * EVERY):
        play(box, [["a", choose(box.game, picks)]])
    assert box.saves.warning == ("the storage is full: the game goes on but is not saved; make room and it will be")
    assert plays.reached(again(Memory(memory.files), packs, lean)) == played.stood[20]
    assert not lean or len(box.game.records) <= 2 * EVERY
    memory.room = None
    while box.saves.warning:
        play(box, [["a", choose(box.game, picks)]])
    for _ in range(20):
        assert plays.reached(again(Memory(memory.files), packs, lean)).split()[:2] == plays.reached(box).split()[:2]
        play(box, [["a", choose(box.game, picks)]])


def test_journal_goes_on_while_there_is_no_room_for_a_snapshot(packs, played, lean) -> None:
    memory = Memory()
    box = table(memory, packs, lean)
    play(box, played.records[:20])
    memory.room = 500
    for n in range(20, 20 + 5 * EVERY):
        play(box, [played.records[n]])
        assert plays.reached(again(Memory(memory.files), packs, lean)) == played.stood[n + 1]
    assert box.saves.warning == "the storage is full: the game is still saved, but not for long; make room"
    memory.room = None
    play(box, played.records[n + 1 :])
    assert box.saves.warning == "" and plays.reached(box) == played.stood[-1]
    assert plays.reached(again(memory, packs, lean)) == played.stood[-1]


def test_power_may_go_while_there_is_no_room(packs, played, lean) -> None:
    memory = Memory()
    table(memory, packs, lean)
    for n, entry in enumerate(played.records):
        memory.room = 500 if n % 50 > 20 else None
        box = again(memory, packs, lean)
        assert plays.reached(box) == played.stood[n]
        play(box, [entry])


# --- kill -9 ----------------------------------------------------------------------------


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
