"""`omenbox play` answers bad input with one line that says what to do."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest

from omenbox.cli import main

from . import browser


@pytest.mark.parametrize(
    "args, says",
    [
        ("--port 99999", "--port 99999"),
        ("--seats 7", "3 to 6"),
        ("--seats 3 --bots 4", "0 to 3"),
        ("--seed 0", "4294967295"),
        ("--pace -1", "0 to 60"),
        ("--haunt 999", "haunt 999"),
        ("--haunt 0", "--haunt 0: give the number"),
        ("--haunt -1", "--haunt -1: give the number"),
        ("--log /dev/null/games", "--log /dev/null/games"),
        ("--pack nowhere.pack", "nowhere.pack"),
        ("--game nowhere.log", "nowhere.log"),
        ("--game nowhere.log --box micropython", "not at --box micropython"),
    ],
)
def test_a_wrong_number_is_named(args, says, capsys):
    assert main(["play", "--no-browser", *args.split()]) == 2
    error = capsys.readouterr().err
    assert says in error and len(error.splitlines()) == 1


def test_a_port_in_use_is_named(capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(["play", "--no-browser", "--port", str(port)]) == 2
    error = capsys.readouterr().err
    assert f"port {port}" in error and "--port" in error and len(error.splitlines()) == 1


def fetched(url):
    """The page, as soon as the server listens."""
    end = time.monotonic() + browser.WAIT
    while True:
        try:
            with urllib.request.urlopen(url, timeout=30) as page:
                return page.read()
        except urllib.error.URLError:
            assert time.monotonic() < end
            time.sleep(0.05)


WITHOUT = """
import sys
for name in ("pty", "tty", "termios", "fcntl"):
    sys.modules[name] = None
from omenbox.cli import main
sys.exit(main(sys.argv[1:]))
"""


def said_while_serving(command, options, logs):
    """Let `omenbox play` serve its page once and stop it; gives what it wrote to the error stream."""
    port = browser.free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    command = [sys.executable, *command, "play", "--no-browser", "--port", str(port), "--log", str(logs)]
    command += ["--saves", str(logs / "saves"), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment) as it:
        try:
            assert it.stdout is not None and "Omenbox: http" in it.stdout.readline()
            assert b"Omenbox" in fetched(f"http://127.0.0.1:{port}")
        finally:
            it.send_signal(signal.SIGINT)
            said = it.communicate(timeout=browser.WAIT)[1]
    return said


def test_a_box_in_this_program_needs_no_terminal(tmp_path):
    """As on Windows: none of what only Unix has can be imported."""
    assert "Traceback" not in said_while_serving(["-c", WITHOUT], [], tmp_path)


IMPORTED = """
import importlib, pkgutil, sys
for name in ("pty", "tty", "termios", "fcntl"):
    sys.modules[name] = None
import omenbox.cli, omenbox.link, omenbox.screen
for package in (omenbox.cli, omenbox.link, omenbox.screen):
    for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        importlib.import_module(module.name)
"""


def test_all_that_play_is_made_of_can_be_imported_without_terminals():
    done = subprocess.run([sys.executable, "-c", IMPORTED], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr


def test_a_whole_game_is_played_without_terminals(tmp_path):
    options = ["--seats", "3", "--bots", "3", "--seed", "18", "--haunt", "57", "--pace", "0"]
    command = [sys.executable, "-c", WITHOUT, "play", "--no-browser", "--port", str(browser.free_port())]
    command += ["--log", str(tmp_path / "games"), "--saves", str(tmp_path / "table"), *options]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as it:
        try:
            end = time.monotonic() + 120
            plain = False
            while not plain:
                assert time.monotonic() < end and it.poll() is None
                time.sleep(0.2)
                plain = any(path.read_bytes()[:1] == b"[" for path in (tmp_path / "games").glob("*.log"))
        finally:
            it.send_signal(signal.SIGINT)
            said = it.communicate(timeout=browser.WAIT)[1].decode()
    assert "Traceback" not in said


def test_the_box_may_run_on_micropython(unix, tmp_path):
    assert "Traceback" not in said_while_serving(["-m", "omenbox"], ["--box", "micropython", "--bots", "3"], tmp_path)


def test_micropython_behind_a_port_is_refused_where_there_are_no_terminals():
    command = [sys.executable, "-c", WITHOUT, "play", "--no-browser", "--box", "micropython"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 2 and "in this process" in done.stderr and len(done.stderr.splitlines()) == 1


def test_a_port_without_a_box_is_named(capsys):
    assert main(["play", "--no-browser", "--port", str(browser.free_port()), "--box", "/dev/no_box"]) == 2
    error = capsys.readouterr().err
    assert "/dev/no_box" in error and "plug the box in" in error and len(error.splitlines()) == 1
