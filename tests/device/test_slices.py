"""The game runs in slices: how an answer is cut never changes what comes of it, and a slice is short."""

from __future__ import annotations

import json

import pytest

from omenbox.packs import standard_packs
from omenbox.sim.games import play, setup_of
from omenbox_device.loop import SLICE
from shared_rules.game import Game
from shared_rules.words import ASKING_COST, COST

LONGEST = max(max(COST), max(ASKING_COST))


def answers(packs, haunt):
    done = play(packs, setup_of(packs, 6, 11, haunt), checked=False)
    records = [json.loads(line) for line in done.lines[1:]]
    return done.game.setup, [record[1] for record in records if record[0] == "a"]


def played(packs, setup, values, budget):
    """The game answered in slices: hash and steps at every answer, steps of every slice."""
    game = Game(packs, *setup)
    seen, slices = [], []
    for value in values:
        game.answer(value)
        before = 0
        while True:
            waits = game.step(budget)
            slices.append(game.used_steps - before)
            before = game.used_steps
            if waits:
                break
        seen.append((game.hash(), game.used_steps))
    return seen, slices


@pytest.mark.parametrize("haunt", [53, 57])
def test_how_an_answer_is_cut_never_changes_the_game(haunt):
    packs = standard_packs()
    setup, values = answers(packs, haunt)
    whole, _ = played(packs, setup, values, 0)
    for budget in (1, 7, 24, SLICE):
        cut, slices = played(packs, setup, values, budget)
        assert cut == whole, budget
        assert max(slices) <= max(budget, LONGEST + 1), "only what is long by itself goes beyond the budget"


def test_every_answer_takes_few_slices():
    packs = standard_packs()
    setup, values = answers(packs, 57)
    _, slices = played(packs, setup, values, SLICE)
    assert len(slices) < 12 * len(values)
