"""`omenbox mirror`: the table's view of a live game, in words and as JSON."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time

import pytest

from omenbox.cli import main
from omenbox.link.spawn import Spawned
from shared_rules.state import DICE, P_KIND

from .test_program import HEAP, Table


@pytest.fixture(scope="module")
def box():
    from ..platforms import unix

    why = unix.missing()
    if why:
        pytest.skip(why)
    with Spawned(heap=HEAP) as it:
        yield it


@pytest.fixture
def table(packs, box):
    it = Table(packs, box, seed=9)
    yield it
    it.mirror.close()


def test_it_shows_once_how_the_game_stands(table, box, capsys) -> None:
    for _ in range(30):
        table.answer()
    table.mirror.close()
    assert main(["mirror", box.port, "--once"]) == 0
    out = capsys.readouterr().out
    game = table.mirror.game
    assert "--- Round " in out and "Entrance Hall" in out and "Basement Landing" in out
    assert out.count("Speed ") == 6 and out.splitlines()[-1].startswith("> ")
    assert game.prompt[P_KIND] == DICE or "is choosing" in out


def test_as_json_it_holds_the_feed_of_a_looker_on_and_no_secret(table, box, capsys) -> None:
    for _ in range(12):
        table.answer()
    table.mirror.close()
    assert main(["mirror", box.port, "--once", "--json"]) == 0
    got = json.loads(capsys.readouterr().out)
    assert got["number"] == 12 and got["feed"]["seat"] == -1 and len(got["feed"]["explorers"]) == 6
    assert "seed" not in json.dumps(got) and "hash" not in json.dumps(got)


def test_it_follows_what_happens_until_interrupted(table, box) -> None:
    table.mirror.close()
    command = [sys.executable, "-m", "omenbox", "mirror", box.port, "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    lines = [json.loads(process.stdout.readline()) for _ in range(2)]
    assert [line["what"] for line in lines] == ["hello", "game"]
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0 and err == ""


def test_in_chinese_it_has_no_english(table, box, capsys) -> None:
    table.mirror.close()
    assert main(["mirror", box.port, "--once", "--lang", "zh"]) == 0
    once = capsys.readouterr().out
    command = [sys.executable, "-m", "omenbox", "mirror", box.port, "--lang", "zh"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
    assert process.stdout is not None
    followed = ""
    while "> " not in followed:
        followed += process.stdout.readline()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert process.returncode == 0 and err == ""
    assert "第" in once and "[接上] 盒子在" in followed
    assert [line for line in (once + followed + out).splitlines() if re.search("[A-Za-z]{2,}", line)] == []


def test_a_port_that_is_not_there_is_one_line(capsys) -> None:
    assert main(["mirror", "/dev/ttyNONE"]) == 2
    assert capsys.readouterr().err.startswith("omenbox: there is no port /dev/ttyNONE")
    assert main(["mirror", "/dev/ttyNONE", "--lang", "zh"]) == 2
    assert capsys.readouterr().err.startswith("omenbox: 沒有埠/dev/ttyNONE；請接上盒子。")


@pytest.mark.skipif(sys.platform == "win32", reason="there is no /dev/null")
def test_a_file_that_is_no_serial_port_is_one_line(capsys, tmp_path) -> None:
    file = tmp_path / "port"
    file.write_text("")
    for name in ("/dev/null", str(file), str(tmp_path)):
        assert main(["mirror", name]) == 2
        err = capsys.readouterr().err
        assert err.startswith(f"omenbox: {name} is no serial port") and err.count("\n") == 1


def test_a_port_without_a_box_is_said(capsys, monkeypatch) -> None:
    pty = pytest.importorskip("pty")
    monkeypatch.setattr("omenbox.cli.mirror.PATIENCE", 0.2)
    box_end, host_end = pty.openpty()
    begun = time.monotonic()
    assert main(["mirror", os.ttyname(host_end), "--once"]) == 2
    assert "no box answers" in capsys.readouterr().err and time.monotonic() - begun < 20
    os.close(box_end)
    os.close(host_end)
