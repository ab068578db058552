"""Answers can be taken back, one by one to the very start or many at once."""

from __future__ import annotations

import json
import random

import pytest

from omenbox.sim import driver
from shared_rules import log
from shared_rules.game import Game, Refused
from shared_rules.state import CHOICE, DICE, G_STACKS, P_DOMAIN, P_KIND, RANGE, TILES

from . import HAUNTS, game_of

#: (haunt, seed) of the ten games that are taken back to the start.
GAMES = [(haunt, seed) for haunt in HAUNTS for seed in (1, 2, 3)] + [(0, 4)]


def played(packs, haunt: int, seed: int) -> tuple[Game, list[int]]:
    """A finished game and its hash at every prompt."""
    lines = game_of(packs, haunt, seed, checked=False).lines
    hashes: list[int] = []

    def each(game: Game) -> None:
        hashes.append(game.hash())

    return log.replay(packs, lines, None, each, each), hashes


@pytest.mark.parametrize(("haunt", "seed"), GAMES)
def test_undo_goes_back_to_the_start(packs, haunt, seed) -> None:
    game, hashes = played(packs, haunt, seed)
    assert game.over
    for known in reversed(hashes[:-1]):
        game.undo()
        assert game.hash() == known
    assert not game.done and len(game.records) == 2 * (len(hashes) - 1)
    with pytest.raises(Refused):
        game.undo()


@pytest.mark.parametrize("haunt", HAUNTS)
def test_undo_of_many_answers_is_as_good_as_of_each(packs, haunt) -> None:
    game, hashes = played(packs, haunt, 5)
    answers = [entry[1] for entry in game.done]
    for back in (1, 31, 32, 33, 64, len(answers)):
        game.undo(back)
        assert game.hash() == hashes[len(answers) - back]
        for value in answers[len(answers) - back :]:
            game.play(value)
        assert game.hash() == hashes[-1]


def test_log_with_undone_answers_replays_to_the_same_state(packs, unix) -> None:
    from omenbox.sim.elsewhere import replay

    game, _hashes = played(packs, 0, 5)
    game.undo(40)
    game.undo(3)
    lines = list(log.lines(game))
    again, outcome = driver.replay(packs, lines)
    assert again.hash() == game.hash()
    assert outcome["answers"] == len(game.done)
    plain = [lines[0], *(json.dumps(entry) for entry in game.done)]
    assert driver.replay(packs, plain)[1] == outcome
    assert replay(packs, lines, "micropython") == outcome


def test_table_may_take_back_what_has_revealed_nothing(packs) -> None:
    game, _hashes = played(packs, 0, 5)
    while game.undoable == 0:
        game.undo()
    assert 0 < game.undoable <= len(game.done)


def test_table_may_not_take_back_a_card_or_a_tile(packs) -> None:
    """Whatever left a stack has been seen."""
    game = Game(packs, seats=4, seed=3, forced=57, expansion=1)
    picks = random.Random(6)
    shown = {"roll": 0, "card": 0, "tile": 0}
    while not game.over:
        prompt = game.prompt
        stacks = [len(stack) for stack in game.G[G_STACKS]]
        game.play(any_answer(prompt, picks))
        now = [len(stack) for stack in game.G[G_STACKS]]
        happened = {
            "roll": prompt[P_KIND] == DICE,
            "card": bool(sum(stacks)) and now[:TILES] != stacks[:TILES],
            "tile": bool(sum(stacks)) and now[TILES] != stacks[TILES],
        }
        for what, seen in happened.items():
            shown[what] += seen
            assert not seen or game.undoable == 0, what
    assert all(shown.values()), shown


def test_table_may_not_take_back_what_told_a_seat_a_secret(packs) -> None:
    game = Game(packs)
    game.answer(game.prompt[P_DOMAIN][0])
    game.tell(1 << 2, 0, ())
    game.step()
    assert game.undoable == 0
    game.play(game.prompt[P_DOMAIN][0])
    assert game.undoable == 1


def any_answer(prompt, picks: random.Random):
    """Any legal answer to a prompt."""
    domain = prompt[P_DOMAIN]
    if prompt[P_KIND] == CHOICE:
        return picks.choice(domain)
    if prompt[P_KIND] == RANGE:
        return picks.randint(*domain)
    if prompt[P_KIND] == DICE:
        return [picks.randrange(3) for _ in range(domain[0])]
    return picks.sample(domain[2:], picks.randint(domain[0], domain[1]))
