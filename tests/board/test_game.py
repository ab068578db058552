"""A box on the emulated Pico: put there by mpremote, played over the link and by button, through a power cut."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from omenbox.device import build_hash
from omenbox.link.emulated import PicoTerminal
from omenbox.packs import standard_packs
from omenbox.sim.board import FACTOR
from shared_rules.game import Game

from . import installed
from .table import Table

#: What mpremote puts there in the short test; the rest is on the flash already.
FEW = ("boot.py", "main.py", "board.json", "build.json")


def mpremote(pico, names: Collection[str], folder: Path) -> bytes:
    """The flash of a Pico that holds the files of a box, those of ``names`` put there by mpremote."""
    files = installed()
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(files[name])
    there = {name: data for name, data in files.items() if name not in names}
    with pico.Pico(there) as board, PicoTerminal(board) as terminal:
        command = [sys.executable, "-m", "mpremote", "connect", terminal.name, "cp", "-r", f"{folder}/.", ":"]
        done = subprocess.run(command, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        board.cut()
        return board.flash


@pytest.mark.long
def test_mpremote_puts_all_files_of_a_box_on_an_empty_board(pico, tmp_path) -> None:
    flash = mpremote(pico, installed(), tmp_path)
    with Table(flash, standard_packs()) as table:
        table.begin()
        table.answer()
        assert table.mirror.hello["build"] == build_hash()


@pytest.mark.parametrize("answers", [8, pytest.param(60, marks=pytest.mark.long)])
def test_a_game_is_played_on_a_board_and_goes_on_after_a_power_cut(pico, answers, tmp_path) -> None:
    packs = standard_packs()
    flash = mpremote(pico, FEW, tmp_path)
    with Table(flash, packs) as table:
        table.begin()
        while table.mirror.number < answers // 2:
            table.answer()
        known, number = table.game.save(), table.mirror.number
        setup, value = table.game.setup, table.choose()
        table.mirror.answer(value)
        table.mirror.poll()
        table.board.wait(35)
        table.board.cut()
        assert table.mirror.differences == [] and table.mirror.snapshots == 0
        delays, flash = table.delays, table.board.flash
    game = Game(packs, *setup)
    game.load(known)
    hashes = {number: game.hash()}
    game.play(value)
    hashes[number + 1] = game.hash()

    with Table(flash, packs) as table:
        table.resumed()
        assert table.game.hash() == hashes[table.mirror.number], "the game is at the prompt where it stopped"
        while table.mirror.number < answers:
            table.answer()
        assert table.mirror.differences == []
        table.looks()
        delays += table.delays
    print(f"{answers} answers, {table.board.ms:.0f} ms after the cut; press to light", *map(round, delays))
    assert delays and max(delays) * FACTOR <= 150, "a press waits as long as any frame may"
