"""A new game over the link: the old one makes room for it, unless there will be none."""

from __future__ import annotations

from typing import Any

import pytest

from omenbox.link import No
from omenbox_device import program
from omenbox_device.saves import Saves
from shared_rules.game import Game
from shared_rules.vm import EffectError

from ..device.flash import Memory
from .rig import Rig


@pytest.fixture
def rig(packs) -> Rig:
    it = Rig(packs)
    it.begin()
    it.answer()
    return it


def asked(rig: Rig, setup: list[Any]) -> Any:
    got: list[Any] = []
    rig.mirror.begin(setup, got.append)
    rig.until(lambda: got)
    return got[0]


@pytest.mark.parametrize(
    ("setup", "code"),
    [([2, 9, 1, 0, 0, 57, 1, 1, 0, []], "refused"), ([3, 9, 1, 0, 0, 57, 1, 1, []], "unknown")],
)
def test_a_set_up_that_is_refused_leaves_the_game_on_the_table(rig, setup, code) -> None:
    game = rig.box.game
    got = asked(rig, setup)
    assert isinstance(got, No) and got.code == code and rig.box.game is game
    rig.answer()


def test_the_old_game_makes_room_before_the_new_one_is_built(rig, monkeypatch) -> None:
    there = []

    class Built(Game):
        def __init__(self, *args: Any) -> None:
            there.append(rig.box.game)
            super().__init__(*args)

    with monkeypatch.context() as patch:
        patch.setattr(program, "Game", Built)
        rig.begin(seed=8)
    assert there == [None]
    rig.answer()


@pytest.mark.parametrize("error", [MemoryError(), EffectError("x.effect:3: no")])
def test_when_the_new_game_cannot_be_built_the_saved_one_is_back(packs, monkeypatch, error) -> None:
    rig = Rig(packs)
    rig.box.saves = Saves(Memory())
    rig.begin()
    for _ in range(20):
        rig.answer()
    before = rig.box.game.hash(), rig.box.number

    def fails(*args: Any) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(program, "Game", fails)
        got = asked(rig, [3, 9, 1, 0, 0, 57, 1, 1, 0, []])
    assert isinstance(got, No) and (rig.box.game.hash(), rig.box.number) == before
    rig.until(lambda: rig.mirror.synced)
    rig.answer()
