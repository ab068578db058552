"""A folder of saves is for one program at a time."""

from __future__ import annotations

import os

import pytest

from omenbox.cli import main
from omenbox.errors import OmenboxError
from omenbox.link.spawn import Spawned
from omenbox.lock import Lock


def test_a_folder_is_held_until_it_is_let_go(tmp_path) -> None:
    first = Lock(tmp_path / "saves")
    with pytest.raises(OmenboxError, match=r"saves is in use: another Omenbox plays there; close that, or name"):
        Lock(tmp_path / "saves")
    first.release()
    Lock(tmp_path / "saves").release()


def test_a_file_is_no_folder_for_saves(tmp_path) -> None:
    (tmp_path / "saves").write_text("mine")
    with pytest.raises(OmenboxError, match="saves cannot be used for saves: "):
        Lock(tmp_path / "saves")


@pytest.mark.parametrize("python", ["micropython", "cpython"])
def test_two_boxes_do_not_save_in_one_folder(unix, tmp_path, python) -> None:
    with Spawned(python, storage=tmp_path) as first:
        with pytest.raises(OmenboxError, match="is in use"):
            Spawned(python, storage=tmp_path)
        first.process.kill()
        first.process.wait()
        with Spawned(python, storage=tmp_path) as second:  # a box that was killed holds nothing
            assert second.process.poll() is None


def test_two_tables_do_not_save_in_one_folder(tmp_path, capsys) -> None:
    held = Lock(tmp_path / "table")
    argv = ["play", "--no-browser", "--port", "18791", "--saves", str(tmp_path / "table"), "--log", str(tmp_path)]
    assert main(argv) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"omenbox: {tmp_path}{os.sep}table is in use: ") and err.count("\n") == 1
    held.release()
