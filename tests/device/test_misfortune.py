"""What goes wrong at a box, and that it goes on: saves that cannot be read, effects that fail, memory that is full."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from omenbox_device import loop
from omenbox_device.board import LONGEST, VirtualBoard
from omenbox_device.saves import Folder
from shared_rules import state as s
from shared_rules.game import Game, Refused
from shared_rules.vm import EffectError

from . import plays
from .flash import Memory
from .presses import LONG, Player
from .saving import again, choose, play, table

STOP = "x.effect:3: no"


class Unlucky:
    """A box after some answers, and an answer after which an effect fails."""

    def __init__(self, packs: Any, monkeypatch: Any, lean: bool) -> None:
        self.memory = Memory()
        self.box = table(self.memory, packs, lean)
        picks = random.Random(1)
        for _ in range(8):
            play(self.box, [["a", choose(self.box.game, picks)]])
        self.before = plays.reached(self.box).split()[1]
        self.bad = ["a", choose(self.box.game, picks)]
        step = Game.step
        count = len(self.box.game.done)

        def fails(game: Game, budget: int = 0) -> bool:
            if game.done[count:][:1] == [self.bad]:
                raise EffectError(STOP)
            return step(game, budget)

        monkeypatch.setattr(Game, "step", fails)


def menu_of(box: loop.Box, packs: Any) -> None:
    """Answer until somebody may choose what to do."""
    picks = random.Random(1)
    while not (box.game.prompt and box.game.prompt[s.P_MENU] == 1):
        play(box, [["a", choose(box.game, picks)]])


def test_nothing_is_set_by_hand_after_an_effect_that_failed(packs, monkeypatch, lean) -> None:
    it = Unlucky(packs, monkeypatch, lean)
    play(it.box, [it.bad])
    with pytest.raises(Refused, match=STOP):
        it.box.correct(["omens", 3])
    assert it.box.number == 9 and it.box.error == STOP
    play(it.box, [["u", 1]])
    assert it.box.error == "" and plays.reached(it.box).split()[1] == it.before


def test_what_cannot_be_taken_back_leaves_all_as_it_was(packs, monkeypatch, lean) -> None:
    it = Unlucky(packs, monkeypatch, lean)
    game = it.box.game
    try:
        game.redo(it.bad)
    except EffectError:
        it.box.saves.note(game)
    game.record(["c", ["omens", 3]])
    stood = plays.reached(it.box), len(game.done), len(game.snapshots), game.save()
    with pytest.raises(EffectError):
        it.box.take_back(1)
    assert (plays.reached(it.box), len(game.done), len(game.snapshots), game.save()) == stood and not game.quiet
    it.box.take_back(2)
    assert plays.reached(it.box).split()[1] == it.before


def test_a_correction_after_which_the_menu_fails_says_so_and_is_taken_back(packs, monkeypatch, lean) -> None:
    box = table(Memory(), packs, lean)
    menu_of(box, packs)
    before = box.game.hash()
    with monkeypatch.context() as patch:
        patch.setattr(Game, "step", lambda game, budget=0: (_ for _ in ()).throw(EffectError(STOP)))
        box.correct(["omens", 3])
    assert box.error == STOP and not box.thinking
    play(box, [["u", 1]])
    assert box.error == "" and box.game.hash() == before


def test_a_snapshot_that_was_spoiled_is_not_taken_back_to(packs, monkeypatch) -> None:
    memory = Memory()
    box = table(memory, packs, True)
    play(box, [["a", box.game.prompt[s.P_DOMAIN][0]]])
    stood = plays.reached(box)
    sound = dict(memory.files)
    for spoil in (b"[", b"0", b"\xff"):
        for name in ("save0", "save1"):
            memory.files[name] = sound[name][:-200] + spoil + sound[name][-199:]
            assert memory.files[name] != sound[name]
        with pytest.raises(Refused, match="cannot be read now"):
            box.take_back(1)
        assert plays.reached(box) == stood
    memory.files.update(sound)
    play(box, [["u", 1]])


def test_take_back_in_the_menu_says_by_staying_that_the_save_cannot_be_read(packs) -> None:
    memory = Memory()
    box = table(memory, packs, True)
    for _ in range(3):
        play(box, [["a", box.game.prompt[s.P_DOMAIN][0]]])
    files = dict(memory.files)
    for name in ("save0", "save1"):
        del memory.files[name]
    player = Player(box, None)  # type: ignore[arg-type]
    player.press(3200)
    assert box.board.digits.shown == "UndO"
    player.press(LONG)
    assert box.number == 3 and box.board.digits.shown == "UndO"
    memory.files.update(files)
    player.press(LONG)
    assert box.number == 4 and box.menu is None


def test_take_back_in_the_menu_asks_again_when_somebody_answered_meanwhile(packs) -> None:
    box = table(Memory(), packs, False)
    play(box, [["a", box.game.prompt[s.P_DOMAIN][0]]])
    player = Player(box, None)  # type: ignore[arg-type]
    player.press(3200)
    play(box, [["a", box.game.prompt[s.P_DOMAIN][0]]])
    player.ms = box.drawn or 0
    player.press(LONG)
    assert box.number == 2 and box.board.digits.shown == "UndO"
    player.press(LONG)
    assert box.number == 3 and box.game.records[-1] == ["u", 1]


def full(*args: Any) -> Any:
    raise MemoryError("memory allocation failed, allocating 4000 bytes")


def test_an_answer_is_carried_out_though_no_memory_is_left_to_save_it(packs, monkeypatch, lean) -> None:
    memory = Memory()
    box = table(memory, packs, lean)
    with monkeypatch.context() as patch:
        patch.setattr(memory, "write", full)
        play(box, [["a", box.game.prompt[s.P_DOMAIN][0]]])
    assert box.number == 1 and box.game.prompt and "is not saved" in box.saves.warning
    picks = random.Random(1)
    for _ in range(17):
        play(box, [["a", choose(box.game, picks)]])
    assert box.saves.warning == "" and again(memory, packs, lean).game.hash() == box.game.hash()


def test_an_answer_for_which_memory_is_too_short_is_taken_back(packs, monkeypatch, lean) -> None:
    box = table(Memory(), packs, lean)
    play(box, [["a", box.game.prompt[s.P_DOMAIN][0]]])
    before = box.game.hash()
    with monkeypatch.context() as patch:
        patch.setattr(Game, "step", full)
        play(box, [["a", box.game.prompt[s.P_DOMAIN][0]]])
    assert box.error.startswith("memory allocation failed")
    play(box, [["u", 1]])
    assert box.error == "" and box.game.hash() == before


def test_taking_back_without_memory_leaves_all_as_it_was(packs, monkeypatch, lean) -> None:
    box = table(Memory(), packs, lean)
    for _ in range(3):
        play(box, [["a", box.game.prompt[s.P_DOMAIN][0]]])
    stood = plays.reached(box)
    with monkeypatch.context() as patch:
        patch.setattr(Game, "redo", full)
        with pytest.raises(MemoryError):
            box.take_back(1)
    assert plays.reached(box) == stood
    box.take_back(1)


FOREIGN = ["thesis.txt", "0000004d-0~", "0000004d-+1", "0000004D-1", "old thesis", "lock"]


def test_files_of_others_in_the_folder_are_let_be(packs, lean) -> None:
    memory = Memory(dict.fromkeys(FOREIGN, b"mine") | {"00000001-0": b"", "save.new": b""})
    box = table(memory, packs, lean)
    play(box, [["a", box.game.prompt[s.P_DOMAIN][0]]])
    assert sorted(memory.files) == sorted([*FOREIGN, "save0", "save1", "0000004d-0"])
    back = again(memory, packs, lean)
    assert plays.reached(back) == plays.reached(box) and not back.saves.warning
    memory.files["save0"] = memory.files["save1"] = b"torn"
    table_of_new = again(memory, packs, lean)
    table_of_new.begin(Game(packs, 3, 5))
    assert memory.files["old.1.save0"] == b"torn" and [memory.files[name] for name in FOREIGN] == [b"mine"] * 6


def test_a_file_in_place_of_the_folder_is_no_damaged_save(packs, tmp_path) -> None:
    (tmp_path / "file").write_text("mine")
    box = again(Folder(str(tmp_path / "file")), packs, False)
    assert box.saves.warning.startswith("the storage cannot be read (") and "old." not in box.saves.warning
    box.begin(Game(packs, 3, 5))
    assert "the storage cannot be written" in box.saves.warning and "make room" not in box.saves.warning
    assert (tmp_path / "file").read_text() == "mine"


def test_a_folder_that_is_not_there_is_not_full(packs, tmp_path) -> None:
    box = table(Folder(str(tmp_path / "no" / "folder")), packs, False)
    assert "the storage cannot be written" in box.saves.warning and "make room" not in box.saves.warning
    (tmp_path / "no" / "folder").mkdir(parents=True)
    for _ in range(20):
        play(box, [["a", choose(box.game, random.Random(1))]])
    assert box.saves.warning == ""


def test_a_box_that_starts_without_room_for_the_folder_says_so_and_saves_when_there_is(
    packs, tmp_path, monkeypatch
) -> None:
    def refuse(path: str) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "mkdir", refuse)
        box = again(Folder(str(tmp_path / "saves")), packs, True)
        assert box.saves.warning == ""
        box.begin(Game(packs, 3, 5))
        assert box.saves.warning.startswith("the storage is full: the game goes on but is not saved; make room")
    for _ in range(20):
        play(box, [["a", choose(box.game, random.Random(1))]])
    assert box.saves.warning == "" and again(Folder(str(tmp_path / "saves")), packs, True).number == box.number


@pytest.mark.parametrize("length", [-5, 1 << 29, 1 << 70])
def test_a_press_of_any_length_ends(length) -> None:
    board = VirtualBoard()
    board.button.press(length)
    board.button.pressed(0)
    assert not any(board.button.pressed(ms) for ms in range(LONGEST + 1, 3 * LONGEST, 20))
    board.button.press()
    assert board.button.pressed(4 * LONGEST)
