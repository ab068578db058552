"""A box that is killed and started again goes on with its game, and so does the mirror."""

from __future__ import annotations

from typing import Any

import pytest

from omenbox.link import Mirror, SerialPort
from omenbox.link.spawn import Spawned
from omenbox_device.saves import Saves

from ..device.flash import Memory
from .rig import Rig
from .test_program import HEAP, Table


@pytest.mark.parametrize("python", ["micropython", "cpython"])
def test_a_killed_box_goes_on_and_the_mirror_misses_nothing(packs, unix, tmp_path, python) -> None:
    with Spawned(python, heap=HEAP, storage=tmp_path / "saves") as first:
        table = Table(packs, first, seed=2)
        for _ in range(70):
            table.answer()
        first.process.kill()
    mirror: Any = table.mirror
    with Spawned(python, heap=HEAP, storage=tmp_path / "saves") as second:
        table.box = second
        mirror.client._opener = lambda: SerialPort(second.port)
        mirror.client.pull()
        mirror.wait(lambda: mirror.synced, 30)
        assert mirror.number == 70 and mirror.undoable == mirror.game.undoable
        for _ in range(20):
            table.answer()
        assert mirror.differences == [] and mirror.snapshots == 0
        mirror.close()
        late = Mirror(lambda: SerialPort(second.port), packs, every=1)
        late.wait(lambda: late.synced, 30)
        assert late.game is not None and late.number == 90 and late.game.hash() == mirror.game.hash()
        assert late.snapshots <= 1  # one if the box has forgotten how the game began
        late.close()
        assert second.stop() == ""


def test_the_box_says_why_a_save_cannot_be_opened(packs, unix, tmp_path) -> None:
    for slot in (0, 1):
        (tmp_path / f"save{slot}").write_bytes(b"OMENSAVE")
    with Spawned(heap=HEAP, storage=tmp_path) as box:
        table = Table(packs, box, seed=2)
        why = (
            "omenbox: the save is damaged (both snapshots); begin a new game, and this one is kept in the files old.1.*"
        )
        assert ("log", why) in table.happened
        table.answer()
        assert sorted(path.name for path in tmp_path.glob("old.*")) == ["old.1.save0", "old.1.save1"]
        table.mirror.close()


def test_the_box_says_when_it_can_save_no_more(packs) -> None:
    rig = Rig(packs)
    memory = Memory()
    rig.box.saves = Saves(memory)
    rig.begin()
    memory.room = 0
    for _ in range(2):
        rig.answer()
    memory.room = None
    for _ in range(40):
        rig.answer()
    rig.until(lambda: len(told(rig)) == 2)
    assert told(rig) == [
        "omenbox: the storage is full: the game goes on but is not saved; make room and it will be",
        "omenbox: all is well with the saves",
    ]
    assert rig.equal()


def told(rig: Rig) -> list[str]:
    return [text for what, text in rig.happened if what == "log"]
