"""Output that cannot be written, and Ctrl-C, are told in one line."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
import urllib.request
from contextlib import contextmanager
from pathlib import Path

import pytest

from omenbox.packs import standard_packs
from omenbox.sim.elsewhere import read_log
from shared_rules import log

from .screen.browser import free_port

FULL = Path("/dev/full")
full = pytest.mark.skipif(not FULL.exists(), reason="this system has no device that is full")
UNWRITTEN = "omenbox: the output cannot be written: No space left on device"
#: Without what makes Python write at once.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "PYTHON"))}
OMENBOX = [sys.executable, "-m", "omenbox"]
ONCE = [
    ["sim", "--games", "1"],
    ["sim", "--games", "1", "--json"],
    ["pack", "words"],
    ["play", "--help"],
    ["--version"],
]


@full
@pytest.mark.parametrize("args", ONCE, ids=" ".join)
def test_a_full_disk_is_told_in_one_line(args) -> None:
    with FULL.open("w") as out:
        run = subprocess.run([*OMENBOX, *args], stdout=out, stderr=subprocess.PIPE, env=ENVIRONMENT)
    assert run.returncode == 2
    assert run.stderr.decode() == UNWRITTEN + "\n"


@pytest.mark.parametrize("args", ONCE, ids=" ".join)
def test_who_closes_the_output_is_told_nothing(args) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    run = subprocess.run([*OMENBOX, *args], stdout=writer, stderr=subprocess.PIPE, env=ENVIRONMENT)
    os.close(writer)
    assert (run.returncode, run.stderr) == (1, b"")


def test_a_program_without_an_output_does_its_work() -> None:
    run = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *OMENBOX, "sim", "--games", "1"], stderr=subprocess.PIPE, env=ENVIRONMENT
    )
    assert (run.returncode, run.stderr) == (0, b"")


@contextmanager
def page(folder: Path, out):
    """`omenbox play` that writes to ``out``, its page there."""
    port = free_port()
    args = ["play", "--no-browser", "--port", str(port), "--bots", "4", "--pace", "0.05"]
    args += ["--saves", str(folder / "table"), "--log", str(folder / "games")]
    process = subprocess.Popen([*OMENBOX, *args], stdout=out, stderr=subprocess.PIPE, env=ENVIRONMENT)
    try:
        end = time.monotonic() + 90
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}", timeout=30) as got:
                    assert got.status == 200
                break
            except OSError:
                assert process.poll() is None and time.monotonic() < end
                time.sleep(0.1)
        yield process
    finally:
        process.kill()
        process.communicate()


def goes_on(folder: Path, end: float) -> None:
    """Wait until the only log there has got five answers."""
    while True:
        logs = list((folder / "games").glob("*.log"))
        if logs and len(read_log(logs[0])) > 6:
            break
        assert time.monotonic() < end
        time.sleep(0.1)


@full
def test_a_page_is_served_also_where_its_address_cannot_be_written(tmp_path) -> None:
    with FULL.open("w") as out, page(tmp_path, out) as process:
        goes_on(tmp_path, time.monotonic() + 60)
        process.send_signal(2)
        assert process.communicate(timeout=60)[1].decode() == UNWRITTEN + "; all else goes on\n"
        assert process.returncode == 0


def test_a_page_is_served_also_when_its_first_line_was_enough(tmp_path) -> None:
    reader, writer = os.pipe()
    with page(tmp_path, writer) as process:
        os.close(writer)
        assert re.match(rb"Omenbox: http://", os.read(reader, 200))
        os.close(reader)
        goes_on(tmp_path, time.monotonic() + 60)
        process.send_signal(2)
        assert process.communicate(timeout=60)[1] == b""
        assert process.returncode == 0


def test_the_log_is_there_when_it_is_told_and_goes_on_though_nothing_was_answered(tmp_path) -> None:
    told = []
    for _ in range(2):
        args = ["play", "--no-browser", "--port", str(free_port()), "--bots", "0"]
        args += ["--saves", str(tmp_path / "table"), "--log", str(tmp_path / "games")]
        with subprocess.Popen([*OMENBOX, *args], stdout=subprocess.PIPE, env=ENVIRONMENT) as process:
            assert process.stdout is not None
            line = next(line for line in process.stdout if line.startswith(b"Log of the game: "))
            path = Path(line.decode().removeprefix("Log of the game: ").strip())
            assert not log.replay(standard_packs(), read_log(path)).records
            process.kill()
        told.append(path)
    assert told[0] == told[1] and len(list((tmp_path / "games").iterdir())) == 1
