"""The map of a printed panel: in the board file, changed over the link; rooms without a lamp of their own."""

from __future__ import annotations

import json
from typing import Any

import pytest

from omenbox.link import No
from omenbox_device import lights, panel, program
from omenbox_device.board import VirtualBoard
from shared_rules import state as s
from shared_rules import view
from shared_rules.game import Game, Refused

from ..link.rig import Rig


@pytest.fixture
def board(tmp_path) -> VirtualBoard:
    it = VirtualBoard()
    it.file = str(tmp_path / "board.json")
    rows = [["entrance_hall", 7], ["base:foyer", 3], ["no_such_tile", 4], ["track", 52]]
    (tmp_path / "board.json").write_text(json.dumps({"strip": 22, "panel": rows}))
    return it


def test_the_board_file_says_which_lamp_a_room_has(board, packs) -> None:
    box = program.make(board, packs)
    hall, foyer = packs.find("tile", "entrance_hall"), packs.find("tile", "foyer")
    assert box.panel == {hall: 7, foyer: 3, lights.BAR: 52}
    box.begin(Game(packs, seats=3, seed=5, faces=packs.faces()[:6:2]))
    for ms in range(0, 400, 40):
        box.tick(ms)
    assert box.board.strip.shown[7] and not box.board.strip.shown[0]


def test_changes_are_in_the_board_file_and_leave_the_pins_alone(board, packs) -> None:
    hall, library = packs.find("tile", "entrance_hall"), packs.find("tile", "library")
    old = panel.read(board, packs)
    new = panel.change(board, packs, old, [["library", 5], ["entrance_hall", 9], ["track", -1]])
    assert new is not None and (new[library], new[hall]) == (5, 9) and lights.BAR not in new
    assert new == panel.read(board, packs)
    assert panel.change(board, packs, new, []) is None and panel.read(board, packs) is None
    assert panel.stored(board)["strip"] == 22


@pytest.mark.parametrize(
    ("row", "why"), [(["nowhere", 1], "no pack has a tile nowhere"), (["foyer", 64], "lamps 0 to 63")]
)
def test_a_tile_or_lamp_that_is_not_there_changes_nothing(board, packs, row, why) -> None:
    before = panel.stored(board)
    with pytest.raises(Refused, match=why):
        panel.change(board, packs, panel.read(board, packs), [["library", 5], row])
    assert panel.stored(board) == before


@pytest.mark.parametrize(
    "rows",
    [{"a": 1}, 5, None, "x", [["foyer"]], [["foyer", "3"]], [[5, 3]], [["foyer", 1.5]], [["track", "x"]],
     [["foyer", None]], [["foyer", 64]], [["foyer", 3, 4]]],
)  # fmt: skip
def test_a_map_of_no_sense_in_the_board_file_is_one_line_that_names_it(board, packs, rows) -> None:
    with open(board.file, "w") as file:
        json.dump({"strip": 22, "panel": rows}, file)
    with pytest.raises(Refused, match=r"board.json: .*lamp"):
        program.make(board, packs)


def test_a_board_file_that_cannot_be_written_changes_nothing_and_does_not_stop_the_box(packs, tmp_path) -> None:
    rig = Rig(packs)
    rig.begin()
    rig.box.board.file = str(tmp_path / "board.json")
    (tmp_path / "board.json").write_text('{"strip": 22}')
    (tmp_path / "board.json.new").mkdir()
    got: list[Any] = []
    rig.mirror.client.request("panel", [["entrance_hall", 40]], done=got.append)
    rig.until(lambda: got)
    assert got[0].code == "refused" and "board.json cannot be written" in str(got[0])
    assert rig.box.panel is None
    rig.answer()


def test_the_host_changes_the_map_while_a_game_is_on(packs) -> None:
    rig = Rig(packs)
    rig.begin()
    while rig.box.game.G[s.G_PHASE] == s.PHASE_SETUP:
        rig.answer()

    def asked(*args: Any) -> Any:
        got: list[Any] = []
        rig.mirror.client.request("panel", *args, done=got.append)
        rig.until(lambda: got)
        return got[0]

    assert asked([["entrance_hall", 40]]) == []
    rig.round(20)
    assert [i for i, c in enumerate(rig.box.board.strip.shown) if c] == [40]
    assert isinstance(refused := asked([["cellar of no house", 1]]), No) and refused.code == "refused"
    assert isinstance(asked("x"), No) and asked([]) == [] and rig.box.panel is None
    rig.answer()


def many(packs, explorers: tuple[int, ...], count: int = 67) -> dict[str, Any]:
    """A house of ``count`` rooms in a row, explorers in some of them."""
    seen = view.view(Game(packs, seats=6, seed=5), s.NONE)
    room = [0, s.GROUND, 0, 0, 0, 0, 0, 0, 0, s.RF_VISITED, 0]
    seen["rooms"] = [[*room[: s.R_X], r - 32, *room[s.R_X + 1 :]] for r in range(count)]
    for e, r in enumerate(explorers):
        seen["explorers"][e][3] = r
    return {**seen, "phase": s.PHASE_EXPLORE, "turn": 0}


def test_the_last_lamp_stands_for_all_rooms_that_have_none(packs) -> None:
    quiet = lights.picture(many(packs, (0,)), 0)
    assert quiet[63] == quiet[62] == lights.ROOM
    shown = {lights.picture(many(packs, (0, 64, 66)), ms)[63] for ms in range(0, 2800, 100)}
    assert shown == {lights.FACES[1], lights.FACES[2]}, "who is in any of those rooms, in turn"
