"""Bots answer prompts, from what their seat sees, and do nothing else."""

from __future__ import annotations

from collections import Counter

import pytest

from omenbox.sim import bots, games
from omenbox.sim.bots import FACES, Dice, RandomBot
from shared_rules.game import check_answer
from shared_rules.state import (
    CHOICE,
    DICE,
    LETTERS,
    O_END,
    O_ROOM,
    P_KIND,
    P_WHO,
    RANGE,
    SUBSET,
    V_ENDED,
    V_MANUAL,
)

from . import HAUNTS, game_of

PROMPTS = {
    "choice": [0, CHOICE, 0, [O_ROOM << 16 | 3, O_ROOM << 16 | 5], -1, [], 0],
    "menu": [0, CHOICE, 0, [O_END << 16, O_ROOM << 16 | 3], -1, [], 1],
    "range": [0, RANGE, 0, [2, 9], -1, [], 0],
    "subset": [0, SUBSET, 0, [1, 2, O_ROOM << 16 | 3, O_ROOM << 16 | 5], -1, [], 0],
    "letters": [0, LETTERS, 0, [2, 4, 65, 66, 67], -1, [], 0],
}


@pytest.mark.parametrize("kind", PROMPTS)
def test_random_bot_gives_every_kind_of_answer_legally(packs, kind) -> None:
    bot = RandomBot(packs, 0, 1)
    given = [bot.answer({}, PROMPTS[kind]) for _ in range(100)]
    for value in given:
        check_answer(PROMPTS[kind], value)
    assert len({str(value) for value in given}) > 1


def test_dice_have_two_faces_each_of_0_1_2() -> None:
    assert FACES == (0, 0, 1, 1, 2, 2)
    thrown = Counter(Dice(1).throw(6000))
    assert set(thrown) == {0, 1, 2} and min(thrown.values()) > 1800


@pytest.mark.parametrize("haunt", HAUNTS)
def test_one_seed_is_one_game(packs, haunt) -> None:
    first, second = game_of(packs, haunt, 3), game_of(packs, haunt, 3)
    assert first.lines == second.lines
    assert first.lines != game_of(packs, haunt, 7).lines


def test_bots_are_asked_with_their_own_view_and_prompt_only(packs, monkeypatch) -> None:
    asked = []

    class Watched(RandomBot):
        def __init__(self, packs, seat, seed) -> None:
            super().__init__(packs, seat, seed)
            self.seat = seat

        def answer(self, view, prompt, imagine=None):
            asked.append(self.seat)
            assert prompt[P_WHO] == self.seat and prompt[P_KIND] != DICE
            assert view["prompt"] == prompt
            assert all(row[3] >> self.seat & 1 for row in view["secrets"])
            return super().answer(view, prompt, imagine)

    monkeypatch.setitem(bots.BOTS, "random", Watched)
    game_of(packs, 201, 1)
    assert set(asked) == {0, 1, 2}


def test_bots_declare_an_end_only_in_a_haunt_played_by_the_book(packs) -> None:
    for seed in range(1, 9):
        game = game_of(packs, 0, seed).game
        assert game.v[V_ENDED] == (2 if game.v[V_MANUAL] else 1)
        assert all(record[0] == "a" for record in game.records)


def test_bots_do_not_dawdle(packs) -> None:
    for haunt in HAUNTS:
        for seed in range(1, 9):
            assert game_of(packs, haunt, seed, checked=False).outcome["answers"] < 1000


def test_series_counts_seeds_up_and_seats_round() -> None:
    assert games.series(9, 5, (3, 6)) == [(3, 9), (4, 10), (5, 11), (6, 12), (3, 13)]
    assert games.series(1, 2, (4, 4)) == [(4, 1), (4, 2)]
