"""The command that writes the files of a box into a folder."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from omenbox.box_files import main
from omenbox.packs import open_packs, vocabulary

from .platforms import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "last_candle"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_its_packs_lie_on_the_board_in_the_order_of_a_host_that_is_given_the_same(tmp_path, monkeypatch) -> None:
    folder = tmp_path / "build" / "pico"
    assert main([str(folder), "--pack", str(EXAMPLE)]) == 0
    assert (folder / "main.py").is_file() and (folder / "omenbox_device" / "program.mpy").is_file()
    start = import_module("omenbox_device.start")  # its types are the board's
    monkeypatch.setattr(start, "PACKS", str(folder / "packs"))
    there = [(pack.name, pack.crc) for pack in start.packs(vocabulary().crc).packs]
    assert there == [(pack.name, pack.crc) for pack in open_packs([EXAMPLE]).packs]
    assert len(there) == 3


def test_help_writes_nothing(tmp_path, capsys) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0 and "FOLDER" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("args", "line"),
    [
        (["file"], "omenbox: file/shared_rules: Not a directory; choose another folder"),
        (["box", "--pack", "nothing"], "omenbox: nothing: No such file or directory; name a pack file or"),
    ],
)
def test_what_goes_wrong_is_one_line(args, line, capsys) -> None:
    Path("file").write_text("")
    assert main(args) == 2
    err = capsys.readouterr().err
    assert err.startswith(line) and err.count("\n") == 1
