"""What the packs hold, counted against the rules reference."""

from __future__ import annotations

import pytest

from omenbox.packs import standard_packs
from shared_rules import state as st
from shared_rules.pack import Pack

BASE = 0
FLOORS = {"upper": 1 << st.UPPER, "ground": 1 << st.GROUND, "basement": 1 << st.BASEMENT}
LANDINGS = ("entrance_hall", "foyer", "grand_staircase", "upper_landing", "basement_landing")


@pytest.fixture(scope="module")
def base() -> Pack:
    return standard_packs().packs[BASE]


def tiles(base: Pack) -> dict[str, bytes]:
    return dict(zip(base.names("tile"), (bytes(base.row(st.KIND_TILE, n)) for n in range(base.counts[st.KIND_TILE]))))


@pytest.mark.rule("A01", "A02", "C19")
def test_the_box_holds_the_tiles_of_the_reference(base: Pack) -> None:
    rows = tiles(base)
    assert len(rows) == 47  # two landings, the long tile's three rooms, 42 to draw
    drawn = [row for name, row in rows.items() if name not in LANDINGS]
    assert len(drawn) == 42
    # In the second deck the Underground Lake is a tile of the basement, not of the upper floor.
    count = {name: sum(1 for row in drawn if row[1] & bit) for name, bit in FLOORS.items()}
    assert count == {"upper": 25, "ground": 21, "basement": 24}
    marks = sorted(row[1] for row in drawn)
    u, g, b = FLOORS.values()
    wanted = {u: 6, g: 6, b: 9, u | g: 6, u | b: 6, g | b: 2, u | g | b: 7}
    assert {mark: marks.count(mark) for mark in wanted} == wanted


@pytest.mark.rule("C21")
def test_every_tile_says_what_placing_it_needs(base: Pack) -> None:
    for name, row in tiles(base).items():
        doors, floors, symbol, windows = row[:4]
        assert doors and floors, name
        assert symbol in (st.SYM_NONE, st.SYM_OMEN, st.SYM_ITEM, st.SYM_EVENT), name
        assert not windows & doors, f"{name}: a window where a door is"
        if row[5]:
            half = row[7]
            assert 0 < half < doors and half & doors == half, f"{name}: a barrier with all doors on one side"


@pytest.mark.rule("I13")
def test_every_haunt_that_is_played_by_the_engine_has_its_texts() -> None:
    packs = standard_packs()
    for h in packs.ids(st.KIND_HAUNT):
        row = packs.haunt(h)
        name = packs.id_of("haunt", h)
        assert packs.name_of(st.KIND_HAUNT, h) >= 0, name
        if row[8] & 1:
            assert packs.find("text", f"haunt.{name}.heroes") >= 0, f"{name}: what the heroes read"
