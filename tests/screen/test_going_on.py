"""A game goes on after `omenbox play` was closed or killed, at the same answer, in the same log."""

from __future__ import annotations

import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from omenbox.packs import standard_packs
from omenbox.screen.boxes import Here
from omenbox.screen.gamelog import Logs
from omenbox.screen.host import Host, Setup
from omenbox.screen.keeping import Keeping
from omenbox.sim.elsewhere import read_log
from omenbox_device.resume import SaveError, resume
from omenbox_device.saves import Folder, Saves
from shared_rules import log
from shared_rules import state as s
from shared_rules.game import Game, Refused

from . import browser


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


class Playing:
    """`omenbox play` with its saves and logs in a folder."""

    def __init__(self, folder: Path, *args: str) -> None:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        command = [sys.executable, "-m", "omenbox", "play", "--no-browser", "--port", str(browser.free_port())]
        command += ["--saves", str(folder / "table"), "--log", str(folder / "games"), *args]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)

    def until(self, text: str) -> str:
        """Read what it says up to the end of a line with a text."""
        said = ""
        end = time.monotonic() + 60
        assert self.process.stdout is not None
        while "\n" not in said.partition(text)[2]:
            assert time.monotonic() < end and select.select([self.process.stdout], [], [], 60)[0], said
            data = os.read(self.process.stdout.fileno(), 4096)
            assert data, said
            said += data.decode()
        return said

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def close(self) -> str:
        """Press Ctrl-C; gives the rest of what it says."""
        self.process.send_signal(signal.SIGINT)
        return self.process.communicate(timeout=browser.WAIT)[0].decode()


def opened(packs, folder: Path) -> tuple[Game | None, int]:
    """The game in the saves of a table, and how many records it has. Reading removes what it does not know,
    so a copy is read; one of files that are just being written is as good as none."""
    with TemporaryDirectory() as copy:
        try:
            shutil.copytree(folder / "table" / "box", copy, dirs_exist_ok=True)
            saves = Saves(Folder(copy))
            game = resume(saves, packs)
        except (OSError, SaveError):
            return None, 0
    return game, 0 if game is None else saves.base + len(game.records)


def saved(packs, folder: Path) -> Game | None:
    return opened(packs, folder)[0]


def records(packs, folder: Path) -> int:
    return opened(packs, folder)[1]


@pytest.mark.parametrize("boxes", [["sim"], ["micropython"], ["sim", "micropython"]], ids=",".join)
def test_a_killed_program_goes_on_where_it_was_and_its_log_is_whole(packs, unix, tmp_path, boxes) -> None:
    chance = random.Random(len(boxes))
    args = ["--box", boxes[0], "--bots", "4", "--pace", "0.02", "--haunt", "57"]
    first = Playing(tmp_path, *args, "--seed", "11")
    known = 0
    paths = set()
    playing = first
    for turn in range(5):
        said = playing.until("Log of the game")
        paths |= set(re.findall(r"Log of the game: (\S+)", said))
        assert (f"from {time.strftime('%Y')}" in said and "goes on" in said) == (turn > 0), said
        end = time.monotonic() + 2 * browser.WAIT
        while records(packs, tmp_path) < known + 10 and time.monotonic() < end:
            time.sleep(0.1)
        time.sleep(chance.random() / 5)
        playing.kill()
        now = records(packs, tmp_path)
        assert now >= known + 10
        known = now
        playing = Playing(tmp_path, "--box", boxes[turn % len(boxes) - 1], "--pace", "0.02")
    paths |= set(re.findall(r"Log of the game: (\S+)", playing.until("Log of the game")))
    rest = playing.close()
    assert "Traceback" not in rest
    game, number = opened(packs, tmp_path)
    assert game is not None and number >= known
    ends = []
    for path in sorted(paths):
        lines = read_log(Path(path))
        again = log.replay(packs, lines)
        assert again.setup[:2] == [4, 11]
        ends.append((json.loads(lines[-1])[1], again.hash()))
    assert max(ends) == (number, game.hash())
    assert len(paths) == 1 or "micropython" in boxes  # which may have saved an answer that nobody heard of


def test_arguments_of_a_new_game_begin_one_and_keep_the_old_ones_log(packs, tmp_path) -> None:
    playing = Playing(tmp_path, "--seats", "3", "--bots", "3", "--seed", "5", "--pace", "0.01")
    playing.until("Log of the game")
    while records(packs, tmp_path) < 5:
        time.sleep(0.05)
    playing.kill()
    n = records(packs, tmp_path)
    playing = Playing(tmp_path, "--seats", "5", "--seed", "6", "--pace", "60")
    said = playing.until("Log of the game")
    kept = re.search(r"The game that was on the table is kept in (\S+)", said)
    assert kept is not None, said
    assert "goes on" not in said
    old = log.replay(packs, read_log(Path(kept[1])))
    assert old.setup[:2] == [3, 5] and len(old.records) == n
    playing.close()
    game = saved(packs, tmp_path)
    assert game is not None and game.setup[:2] == [5, 6]

    # the old one goes on by its log, in the same file
    playing = Playing(tmp_path, "--game", kept[1], "--pace", "60")
    said = playing.until("Log of the game")
    assert f"The game of {kept[1]} goes on" in said and f"Log of the game: {kept[1]}" in said
    playing.close()
    game, number = opened(packs, tmp_path)
    assert game is not None and game.hash() == old.hash() and number == n


def test_a_save_of_another_program_is_put_aside_and_told(packs, tmp_path) -> None:
    Keeping(tmp_path / "table")
    (tmp_path / "table" / "box" / "save0").write_bytes(b"OMENSAVE of something else")
    playing = Playing(tmp_path, "--pace", "60")
    said = playing.until("old.1.")
    assert "damaged" in said
    playing.close()
    assert (tmp_path / "table" / "box" / "old.1.save0").read_bytes() == b"OMENSAVE of something else"
    assert saved(packs, tmp_path) is not None


# --- in this process ------------------------------------------------------------------------------


class Table:
    """A host over saves in a folder, whose time passes when it is told to."""

    def __init__(self, packs, folder: Path, setup: Setup, meant: bool = True, logs: Path | None = None) -> None:
        keeping = Keeping(folder / "table")
        box = Here(packs=packs, saves=Saves(Folder(str(keeping.saves))))
        self.logs = Logs(logs or folder / "games")
        self.host = Host(packs, setup, 0.1, box=box, logs=self.logs, keeping=keeping, bots_meant=meant)
        self.ms = 0

    def answers(self, n: int) -> None:
        """Go round until the game has so many more records."""
        goal = self.host.box.before + len(self.host.game.records) + n
        for _ in range(100000):
            if self.host.box.before + len(self.host.game.records) >= goal and not self.host.box.thinking:
                return
            self.ms += 20
            self.host.round(self.ms)
        raise AssertionError("the game does not go on")


def test_who_plays_is_known_again(packs, tmp_path) -> None:
    table = Table(packs, tmp_path, Setup(5, 3, 7))
    assert table.host.goes_on is None
    table.host.answer(0, 1, table.host.game.prompt[s.P_DOMAIN][0])
    while table.host.box.thinking:
        table.host.round(0)
    again = Table(packs, tmp_path, Setup(4, 3), meant=False)
    assert again.host.goes_on and list(again.host.people) == [0, 1]
    assert again.host.taken_back() == ("answer", 0, 0)
    assert list(Table(packs, tmp_path, Setup(4, 1)).host.people) == [0, 1, 2, 3]


@pytest.mark.parametrize("answers", [15, 70], ids=["all in the saves", "some in the log alone"])
def test_what_happened_is_told_again(packs, tmp_path, answers) -> None:
    table = Table(packs, tmp_path, Setup(4, 4, 9, haunt=57))
    table.answers(answers)
    table.logs.write(table.host.box)
    again = Table(packs, tmp_path, Setup(4, 4))
    assert bool(again.host.box.before) == (answers == 70)
    for seat in (-1, 0, 3):
        events = table.host.feed(seat)["events"]
        assert again.host.feed(seat)["events"] == events and events
    again.answers(3)
    assert len(again.host.game.events) > len(table.host.game.events)


def test_a_log_whose_folder_is_gone_is_told_on_the_page(packs, tmp_path) -> None:
    table = Table(packs, tmp_path, Setup(4, 4, 9))
    table.answers(3)
    shutil.rmtree(tmp_path / "games")
    table.answers(2)
    key, text = table.host.box.notices[-1]
    assert key == "box.unlogged" and "No such file" in text


def test_a_log_without_a_beginning_begins_with_a_snapshot(packs, tmp_path, unix) -> None:
    table = Table(packs, tmp_path, Setup(4, 4, 9, haunt=57))
    table.answers(70)
    elsewhere = tmp_path / "elsewhere"
    late = Table(packs, tmp_path, Setup(4, 4), logs=elsewhere)
    assert late.host.box.before > 0
    late.answers(20)
    late.logs.write(late.host.box)
    assert late.logs.path is not None
    lines = read_log(late.logs.path)
    assert json.loads(lines[1])[:2] == ["s", late.host.box.before]
    assert log.replay(packs, lines).hash() == late.host.game.hash()
    from omenbox.sim.elsewhere import replay

    assert replay(packs, lines, "micropython") == replay(packs, lines)

    # once more: the log goes on in its file
    again = Table(packs, tmp_path, Setup(4, 4), logs=elsewhere)
    again.answers(40)
    again.logs.write(again.host.box)
    assert again.logs.path == late.logs.path
    assert log.replay(packs, read_log(again.logs.path)).hash() == again.host.game.hash()


def test_a_game_of_another_beginning_does_not_go_on_in_its_log(packs, tmp_path) -> None:
    table = Table(packs, tmp_path, Setup(4, 4, 9, haunt=57))
    table.answers(40)
    table.logs.write(table.host.box)
    other = Table(packs, tmp_path / "other", Setup(4, 4, 9, haunt=57), logs=tmp_path / "games")
    assert other.logs.path != table.logs.path


@pytest.mark.parametrize(
    "spoil, says",
    [
        (lambda line: line.replace("[", "[1,", 3), "line 2"),
        (lambda line: line[:-1] + ",1]", "snapshot with which this log begins is damaged"),
        (lambda line: '["s", 3, "00000000", []]', "snapshot with which this log begins is damaged"),
        (lambda line: log.snapshot(3, "[1, 2]"), "another version of the rules"),
        (lambda line: log.snapshot(3, "7"), "another version of the rules"),
    ],
)
def test_a_damaged_snapshot_is_refused_in_one_line(packs, spoil, says) -> None:
    game = Game(packs, seats=3, seed=4)
    lines = [log.header(game), spoil(log.snapshot(3, game.save()))]
    with pytest.raises(log.LogError) as refused:
        log.replay(packs, lines)
    assert says in str(refused.value) and len(str(refused.value).splitlines()) == 1


def test_nothing_before_a_snapshot_is_taken_back(packs) -> None:
    game = Game(packs, seats=3, seed=4)
    lines = [log.header(game), log.snapshot(3, game.save()), '["u", 1]']
    with pytest.raises((log.LogError, Refused), match="line 3"):
        log.replay(packs, lines)
