"""What the guide to building a box tells its builder to type, at an emulated board."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from omenbox.link.emulated import PicoTerminal
from omenbox.sim.parts import Button, Digits, Lamps

from ..platforms import ROOT
from . import installed

GUIDE = ROOT / "hardware" / "README.md"


@pytest.mark.long
def test_the_lines_that_try_each_part_alone(pico) -> None:
    lines = re.findall(r'^    \.venv/bin/mpremote (.*exec) "(.*)"$', GUIDE.read_text(), re.MULTILINE)
    lamps, digits, button = Lamps(22), Digits(19, 20), Button(21)
    with (
        pico.Pico(installed(), parts=[lamps, digits, button]) as board,
        PicoTerminal(board) as terminal,
    ):

        def said(n: int) -> str:
            command = [sys.executable, "-m", "mpremote", "connect", terminal.name, *lines[n][0].split(), lines[n][1]]
            done = subprocess.run(command, capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            board.wait(2)
            return done.stdout

        assert said(0) == ""
        assert digits.text == "0123" and lamps.frames[-1].colours == (0x100800,) * 64
        assert said(1) == "False\n"
        button.press(600_000)
        assert said(1) == "True\n"
