"""The board file: what is wrong with it is one line that says where."""

from __future__ import annotations

import importlib
import json
from typing import Any

import pytest

from omenbox_device.framing import FROM_BOX, frame

from ..platforms import ROOT

#: It imports the board layer, whose types are another pass.
start: Any = importlib.import_module("omenbox_device.start")

GOOD: dict[str, Any] = {"strip": 22, "lamps": 64, "button": 21, "clk": 19, "dio": 20}


def test_the_board_files_of_this_project_are_good(monkeypatch) -> None:
    for path in ROOT.glob("hardware/*/board.json"):
        monkeypatch.setattr(start, "PINS", str(path))
        assert start.parts() == json.loads(path.read_text())


@pytest.mark.parametrize(
    ("board", "why"),
    [
        ("{", "ValueError"),
        ([], "no list of parts"),
        (7, "no list of parts"),
        ({}, "strip: a whole number is missing"),
        ({**GOOD, "dio": "GP20"}, "dio: a whole number is missing"),
        ({**GOOD, "lamps": "64"}, "lamps: a whole number is missing"),
        ({**GOOD, "lamps": 0}, "lamps: 1 to 160"),
        ({**GOOD, "lamps": 161}, "lamps: 1 to 160"),
        ({**GOOD, "dio": 22}, "dio: another part is at pin 22"),
        ({**GOOD, "button": 19}, "clk: another part is at pin 19"),
    ],
)
def test_what_is_wrong_with_the_board_file_is_told(tmp_path, monkeypatch, board, why) -> None:
    path = tmp_path / "board.json"
    path.write_text(board if isinstance(board, str) else json.dumps(board))
    monkeypatch.setattr(start, "PINS", str(path))
    with pytest.raises(start.BoardError) as said:
        start.parts()
    assert str(path) in str(said.value) and why in str(said.value).replace("JSONDecodeError", "ValueError")


def test_without_a_board_file_the_remedy_is_told(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(start, "PINS", str(tmp_path / "board.json"))
    with pytest.raises(start.BoardError, match="names no pins .*; copy the one of your board there"):
        start.parts()


def test_a_look_at_the_most_lamps_fits_into_a_line() -> None:
    assert len(frame(FROM_BOX, ["ok", (1 << 30) - 1, "\\\\\\\\", "ffffff" * start.MOST])) <= 1024
