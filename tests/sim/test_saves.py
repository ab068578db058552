"""A game can be saved at every prompt, and goes on identically from there, on either Python."""

from __future__ import annotations

import json

import pytest

from omenbox.sim import driver
from omenbox.sim.elsewhere import drive
from shared_rules.game import Game, Refused
from shared_rules.pack import Packs
from shared_rules.state import G_SCHEMA

from . import HAUNTS, game_of

#: How many answers follow a state that is tried on the other Python, at every prompt.
NEXT = 3


def parsed(lines: list[str]) -> tuple[list, list]:
    """Set-up and answers of a log."""
    records = [json.loads(line) for line in lines]
    return records[0][3], [record[1] for record in records if record[0] == "a"]


@pytest.fixture(scope="module", params=HAUNTS)
def lines(request, packs) -> list[str]:
    """The log of a game with three seats."""
    return game_of(packs, request.param, 5, checked=False).lines


def states_here(packs: Packs, lines: list[str]) -> list[str]:
    """The saved states of a log, prompt by prompt, made here."""
    states: list[str] = []
    driver.states(packs, lines, states.append)
    return states


def hashes(packs: Packs, lines: list[str]) -> list[str]:
    setup, answers = parsed(lines)
    return driver.resume(packs, setup, Game(packs, *setup).save(), answers)


@pytest.mark.parametrize("haunt", HAUNTS)
def test_game_is_the_same_when_saved_and_loaded_at_every_prompt(packs, haunt) -> None:
    for seed in (1, 2):
        plain = game_of(packs, haunt, seed, checked=False)
        assert game_of(packs, haunt, seed, checked=False, reloaded=True).lines == plain.lines


def test_state_saved_here_goes_on_identically_on_micropython(packs, lines, unix) -> None:
    setup, answers = parsed(lines)
    states = states_here(packs, lines)
    known = hashes(packs, lines)
    jobs = [[setup, state, answers[n : n + NEXT]] for n, state in enumerate(states)]
    job_lines = "".join(f"{json.dumps(job)}\n" for job in jobs)
    there = drive(packs, "resume", ["jobs"], {"jobs": job_lines})
    assert there == [known[n : n + NEXT + 1] for n in range(len(states))]


def test_state_saved_on_micropython_goes_on_identically_here(packs, lines, unix) -> None:
    setup, answers = parsed(lines)
    known = hashes(packs, lines)
    text = "".join(f"{line}\n" for line in lines)
    states = [json.dumps(state) for state in drive(packs, "states", ["log"], {"log": text})]
    assert states == states_here(packs, lines)
    for n, state in enumerate(states):
        here = driver.resume(packs, setup, state, answers[n : n + NEXT])
        assert here == known[n : n + NEXT + 1]


def test_saved_game_is_played_to_its_end_by_a_fresh_process_on_micropython(
    packs, lines, unix
) -> None:
    setup, answers = parsed(lines)
    states = states_here(packs, lines)
    known = hashes(packs, lines)
    for part in (1, 2, 3):
        n = len(answers) * part // 4
        job = json.dumps([setup, states[n], answers[n:]])
        assert drive(packs, "resume", ["jobs"], {"jobs": job})[0][-1] == known[-1]


def test_save_of_another_version_is_refused(packs) -> None:
    game = Game(packs)
    state = json.loads(game.save())
    state[G_SCHEMA] += 1
    with pytest.raises(Refused, match="another version"):
        game.load(json.dumps(state))
