"""``omenbox bench`` measures the same games on both Pythons."""

from __future__ import annotations

import json

import pytest

from omenbox.cli import main
from omenbox.sim import bench, platforms


def test_bench_shows_both_pythons_side_by_side(capsys, unix, monkeypatch) -> None:
    monkeypatch.setattr(bench, "SEATS", (3,))
    assert main(["bench", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    here, there = report["cpython"], report["micropython"]
    for rates in (here, there):
        assert rates["games_per_second"] > 0
        assert rates["answers_per_second"] > rates["games_per_second"]
        assert rates["steps_per_second"] > rates["answers_per_second"]
    assert here["steps_per_answer"] == there["steps_per_answer"]


def test_person_gets_a_table(capsys, monkeypatch) -> None:
    monkeypatch.setattr(bench, "SEATS", (3,))
    monkeypatch.setattr(bench, "unix_missing", lambda: "not here")
    assert main(["bench"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].split()[:2] == ["CPython", "MicroPython"]
    assert shown[1].startswith("games a second")


@pytest.mark.parametrize("args", [["--haunt", "999"], ["--answers", "5"], ["--answers", "0"]])
def test_what_belongs_to_the_board_is_refused_without_it(capsys, args) -> None:
    assert main(["bench", *args]) == 2
    out, err = capsys.readouterr()
    assert out == "" and f"{args[0]} belongs to --board" in err


def test_board_needs_the_firmware(capsys, monkeypatch) -> None:
    monkeypatch.delenv(platforms.FIRMWARE, raising=False)
    assert main(["bench", "--board"]) == 2
    assert "no official firmware: set OMENBOX_PICO_UF2" in capsys.readouterr().err
