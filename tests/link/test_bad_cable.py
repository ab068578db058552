"""A cable that loses, doubles, spoils, delays and reorders what it carries, from a seed."""

from __future__ import annotations

import pytest

from .rig import Rig


@pytest.mark.parametrize("seed", range(6))
def test_a_game_over_a_bad_cable_is_the_same_on_both_sides(packs, seed) -> None:
    rig = Rig(packs, seed=seed, rate=0.02)
    rig.begin(seed=seed + 1)
    for _ in range(60):
        rig.answer()
    assert rig.mirror.differences == [] and sum(cable.spoiled for cable in rig.cables) > 25


def test_a_very_bad_cable_only_takes_longer(packs) -> None:
    rig = Rig(packs, seed=3, rate=0.08)
    rig.begin()
    for _ in range(15):
        rig.answer()
    assert rig.mirror.differences == []


@pytest.mark.parametrize("seed", range(4))
def test_what_is_done_at_the_box_gets_through_a_bad_cable(packs, seed) -> None:
    rig = Rig(packs, seed=seed, rate=0.03)
    rig.begin(seed=seed + 1)
    for _ in range(80):
        if not rig.box.game.over:
            rig.answer_at_box()
    rig.until(lambda: rig.mirror.number == rig.box.number and rig.mirror.synced)
    assert rig.equal() and rig.mirror.snapshots == 0 and rig.mirror.differences == []


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_state_gets_through_a_bad_cable(packs, seed) -> None:
    rig = Rig(packs, seed=seed, rate=0.03)
    rig.begin(seed=seed + 1)
    for _ in range(20):
        rig.answer_at_box()
    rig.until(lambda: rig.mirror.number == 20 and rig.mirror.synced)
    rig.mirror._take()
    rig.until(lambda: rig.mirror.snapshots and rig.mirror.synced)
    assert rig.equal()
    rig.answer()


def test_a_bad_cable_that_is_also_pulled(packs) -> None:
    rig = Rig(packs, seed=11, rate=0.03)
    rig.begin()
    for k in range(10):
        rig.answer()
        rig.plugged = False
        rig.round(50)
        rig.answer_at_box()
        rig.plugged = True
        rig.until(lambda: rig.mirror.synced and rig.mirror.number == 2 * k + 2)  # noqa: B023
        assert rig.equal()
