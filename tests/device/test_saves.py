"""Saves: whatever moment the power goes, the game is there again, and nothing is lost."""

from __future__ import annotations

import random
from typing import Any

import pytest

from omenbox.sim.flash import ERASE_MS, Flash
from omenbox_device import saves as writing
from omenbox_device.board import VirtualBoard
from omenbox_device.loop import Box
from omenbox_device.saves import EVERY, Folder
from shared_rules import state as s
from shared_rules.game import Game, Refused
from shared_rules.vm import EffectError

from . import plays
from .flash import Memory, change, cuts
from .saving import SETUP, again, choose, play, table

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


def test_a_folder_for_which_there_was_no_room_is_made_when_there_is(tmp_path):
    folder = Folder(str(tmp_path / "full" / "saves"))
    with pytest.raises(OSError):
        folder.write("save0", [b"1"], "wb")
    (tmp_path / "full").mkdir()
    folder.write("save0", [b"1", b"2"], "wb")
    assert folder.read("save0") == b"12"
