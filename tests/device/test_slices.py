"""The game runs in slices: how an answer is cut never changes what comes of it, and a slice is short."""

from __future__ import annotations

import json

import pytest

from omenbox.packs import standard_packs
from omenbox.sim.games import play, setup_of
from omenbox_device.board import VirtualBoard
from omenbox_device.loop import FRAME, OFTEN, QUIET, SLICE
from omenbox_device.program import make
from omenbox_device.saves import EVERY, Saves
from shared_rules import house, places, vm
from shared_rules.game import Game
from shared_rules.state import L_A, L_B, L_FLAGS, L_TOKEN, LF_ONE_WAY, LF_WALL, R_DOORS, R_ROT
from shared_rules.words import ASKING_COST, COST

from .flash import Memory

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


def test_what_must_be_read_shortens_the_slice_and_counts_as_no_step():
    packs = standard_packs()
    setup, values = answers(packs, 53)
    game = Game(packs, *setup)
    for value in values[:100]:
        game.play(value)

    def first_slice():
        other = Game(packs, *setup)
        other.load(game.save())
        other.answer(values[100])
        other.step(SLICE)
        return other.used_steps

    first_slice()
    known = first_slice()
    packs.cache.clear()
    packs.before.clear()
    assert known > SLICE - LONGEST
    assert first_slice() <= known - vm.READ_COST


def answer(box, value, ms):
    """Answer and let the box go round until it waits and shows it; gives the time it then is."""
    box.answer(value)
    while box.thinking:
        ms += 1
        box.tick(ms)
    ms += FRAME
    box.tick(ms)
    return ms


def test_a_snapshot_waits_for_a_quiet_moment_but_not_for_ever():
    packs = standard_packs()
    setup, values = answers(packs, 53)
    box = make(VirtualBoard(), packs, saves=Saves(Memory(), True))
    box.begin(Game(packs, *setup))
    newest = box.saves.serial
    ms = 1000
    for value in values[:EVERY]:
        ms = answer(box, value, ms)
        if box.number == OFTEN // 2:
            ms += QUIET
            box.tick(ms)
    assert box.saves.serial == newest
    ms += QUIET
    box.tick(ms)
    assert box.saves.serial == newest + 1
    for value in values[EVERY : 2 * EVERY + OFTEN]:
        ms = answer(box, value, ms)
    assert box.saves.serial == newest + 2, "nobody waits for a moment when there is none"


@pytest.fixture(scope="module")
def houses():
    """Games of haunts that move and turn rooms, at prompts here and there."""
    packs = standard_packs()
    found = []
    for haunt in (80, 81):
        setup, values = answers(packs, haunt)
        game = Game(packs, *setup)
        for n, value in enumerate(values):
            game.play(value)
            if n % 40 == 39:
                other = Game(packs, *setup)
                other.load(game.save())
                found.append(other)
    return found


def test_a_stroll_is_what_going_step_by_step_comes_to(houses):
    for g in houses:
        barred = 0b10010 << 7
        for r in range(0, len(g.rooms), 5):
            reached = {r}
            for n in range(1, 7):
                reached |= {b for a in reached for b in house.plain_ways(g, a) if not barred >> b & 1}
                assert places.stroll(g, r, n, barred) == sum(1 << a for a in reached)
    assert any(row[L_TOKEN] >= 0 and not row[L_FLAGS] & (LF_WALL | LF_ONE_WAY) for g in houses for row in g.links), (
        "a passage that is no stair is among them"
    )


def test_a_room_turns_where_no_rooms_are_cut_off(houses):
    def apart(g, r, rot):
        """The rooms that room `r` leads to, whichever way they then go, and whether a door of it leads on."""
        doors = house.turned(g.packs.tile(g.rooms[r][0])[0], rot)
        by_door = set()
        for d in range(4):
            o = house.beside(g, r, d)
            if doors >> d & 1 and o >= 0 and g.rooms[o][R_DOORS] >> (d + 2 & 3) & 1:
                by_door.add(o)
        ends = by_door | {
            row[L_A] + row[L_B] - r
            for row in g.links
            if r in (row[L_A], row[L_B]) and not row[L_FLAGS] & (LF_WALL | LF_ONE_WAY)
        }
        reached, edge = {r}, list(ends)
        while edge:
            o = edge.pop()
            if o not in reached:
                reached.add(o)
                edge += [b for b in house.ways(g, o) if b != r]
        return reached, bool(by_door)

    turns = 0
    for g in houses:
        for r in range(len(g.rooms)):
            now, _ = apart(g, r, g.rooms[r][R_ROT])
            for rot in range(4):
                then, leads_on = apart(g, r, rot)
                legal = rot != g.rooms[r][R_ROT] and leads_on and now <= then
                assert places.rotations(g, r) >> rot & 1 == legal, (r, rot)
                turns += legal
    assert turns > 20
