"""Output that cannot be written, and Ctrl-C, are told in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is full")
@pytest.mark.parametrize("options", [["--games", "1"], ["--games", "1", "--json"]], ids=["table", "json"])
def test_a_full_disk_is_told_in_one_line(options) -> None:
    with FULL.open("w") as full:
        run = subprocess.run([sys.executable, "-m", "omenbox", "sim", *options], stdout=full, stderr=subprocess.PIPE)
    assert run.returncode == 2
    assert run.stderr.decode() == "omenbox: the output cannot be written: No space left on device\n"
