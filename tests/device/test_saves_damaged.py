"""Saves that are damaged, of another program, or find no room: nothing is thrown away, and the box says so."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from omenbox_device import resume as reading
from omenbox_device import saves as writing
from omenbox_device.resume import SaveError
from omenbox_device.saves import EVERY, Saves
from shared_rules import state as s
from shared_rules.game import Game

from . import plays
from .flash import Memory
from .saving import SETUP, again, choose, play, saved, table


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
