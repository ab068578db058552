"""The budget table of `omenbox bench --board`: what it is made of, and that a box keeps it."""

from __future__ import annotations

import pytest

from omenbox.packs import standard_packs
from omenbox.sim import budget
from omenbox.sim.board import answers_of, chosen, ended
from omenbox_device.board import VirtualBoard
from omenbox_device.program import make
from omenbox_device.saves import Saves
from shared_rules.game import Game
from shared_rules.state import DICE, P_KIND

from ..device.flash import Memory

#: What may go beyond its budget, and how far; docs/box.md says why.
LIMITS = {"an answer to the next prompt, median": 70, "the longest slice of an answer, 99th percentile": 45}


def test_a_row_is_kept_up_to_its_budget() -> None:
    assert budget.Row("x", 20, 20, "ms").ok and not budget.Row("x", 20.1, 20, "ms").ok


def test_what_is_skipped_is_taken_up_by_a_box_where_it_ends() -> None:
    packs = standard_packs()
    done = chosen(packs, 57)
    values = answers_of(done)[:75]
    memory = Memory()
    budget.keep_saved(Saves(memory, True), packs, done.game.setup, values)
    box = make(VirtualBoard(), packs, saves=Saves(Memory(memory.files), True))
    assert box.number == 75 and f"{box.game.hash():08x}" == ended(done, values)
    erases, ms = budget.priced(packs, done.game.setup, values)
    assert 5 <= erases <= 20 and 45 * erases <= ms <= 100 * erases


def test_a_press_has_its_light_before_the_game_goes_on() -> None:
    packs = standard_packs()
    done = chosen(packs, 57)
    game = Game(packs, *done.game.setup)
    for value in answers_of(done):
        if game.prompt[P_KIND] == DICE:
            break
        game.play(value)
    board = VirtualBoard()
    box = make(board, packs)
    box.begin(game)
    box.tick(1000)
    shows = board.strip.shows
    board.button.press(60)
    box.tick(1001)
    assert box.thinking and game.used_steps == 0
    assert board.strip.shows == shows + 1
    box.tick(1002)
    assert game.used_steps > 0 or not box.thinking


@pytest.mark.long
def test_a_box_keeps_its_budgets_but_for_what_is_known(pico) -> None:
    packs = standard_packs()
    done = chosen(packs, 57)
    report = budget.measure(done, 16, 72)
    assert report["answers"] == 16 and report["hash"] == ended(done, answers_of(done)[:88])
    limits = {row["figure"]: LIMITS.get(row["figure"], row["budget"]) for row in report["table"]}
    assert [row["figure"] for row in report["table"] if row["measured"] > limits[row["figure"]]] == []
