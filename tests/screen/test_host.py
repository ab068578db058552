"""The box on this machine: bots answer in their time, people only their own prompt."""

from __future__ import annotations

from itertools import count

import pytest

from omenbox.errors import OmenboxError
from omenbox.packs import standard_packs
from omenbox.screen.host import AnsweredAlready, Host, Setup
from shared_rules import state as s
from shared_rules.game import Refused


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


class Round:
    """A host whose time passes when it is told to."""

    def __init__(self, packs, seats=3, bots=2, seed=5, haunt=57, pace=0.0):
        bytes_ = count()
        self.host = Host(
            packs,
            Setup(seats, bots, seed, haunt=haunt),
            pace,
            entropy=lambda n: bytes(next(bytes_) * 101 % 256 for _ in range(n)),
        )
        self.ms = 0

    def run(self, ms=100):
        for _ in range(ms // 20):
            self.ms += 20
            self.host.round(self.ms)

    def prompt(self, seat=0):
        """The own prompt of a seat once it comes."""
        for _ in range(2000):
            got = self.host.feed(seat)["prompt"]
            if got and got["mine"]:
                return got
            self.run(20)
        raise AssertionError("nothing is asked")

    def answer(self, seat=0, choose=lambda options: options[0]):
        got = self.prompt(seat)
        if got["kind"] == "dice":
            self.host.press()
        elif got["kind"] == "range":
            self.host.answer(seat, got["number"], got["low"])
        elif got["kind"] == "choice":
            self.host.answer(seat, got["number"], choose(got["options"])["value"])
        else:
            self.host.answer(seat, got["number"], [o["value"] for o in got["options"][: got["least"]]])
        self.run()
        return got


def test_bots_play_a_game_among_themselves(packs):
    table = Round(packs, bots=3)
    for _ in range(200):
        table.run(1000)
        if table.host.game.over:
            break
    assert table.host.game.over and table.host.box.error == ""


def test_a_bot_takes_its_time(packs):
    table = Round(packs, bots=3, pace=1.0)
    table.run(900)
    assert len(table.host.game.done) == 0
    table.run(200)
    assert len(table.host.game.done) == 1
    table.host.hurry = True
    table.run(1000)
    assert len(table.host.game.done) >= 5


def test_a_person_answers_and_dice_fall_by_the_button(packs):
    table = Round(packs)
    kinds = set()
    for _ in range(120):
        if table.host.game.over or not table.host.game.ex[0][s.E_ALIVE]:
            break
        kinds.add(table.answer(choose=lambda options: options[len(table.host.game.done) % len(options)])["kind"])
    assert "dice" in kinds and "choice" in kinds


def test_an_older_prompt_takes_no_answer(packs):
    table = Round(packs, bots=0)
    got = table.answer()
    with pytest.raises(AnsweredAlready):
        table.host.answer(0, got["number"], got["options"][1]["value"])
    assert len(table.host.game.done) == 1


def test_nobody_answers_for_another_seat(packs):
    table = Round(packs, bots=0)
    got = table.prompt()
    with pytest.raises(AnsweredAlready):
        table.host.answer(1, got["number"], got["options"][0]["value"])


def test_an_answer_out_of_its_domain_is_refused(packs):
    table = Round(packs, bots=0)
    with pytest.raises(Refused):
        table.host.answer(0, table.prompt()["number"], 12345)
    assert len(table.host.game.done) == 0


def test_the_button_does_nothing_for_a_bot(packs):
    table = Round(packs, bots=3, pace=5.0)
    for _ in range(400):
        table.run(1000)
        if table.host.game.prompt[s.P_KIND] == s.DICE:
            break
    before = len(table.host.game.done)
    table.host.press()
    table.run(200)
    assert len(table.host.game.done) == before


def test_taking_back_goes_to_the_last_answer_of_a_person(packs):
    table = Round(packs, pace=0.2)
    table.answer()  # the person's face; then both bots choose theirs
    while len(table.host.game.done) < 3:
        table.run(20)
    assert table.host.can_take_back() == 3
    table.host.take_back()
    assert len(table.host.game.done) == 0
    assert table.prompt()["number"] == 2  # asked again: the first number is an older prompt


def test_a_roll_stands(packs):
    table = Round(packs, bots=0)
    for _ in range(300):
        if table.answer(table.host.seat_asked())["kind"] == "dice":
            break
    assert table.host.can_take_back() == 0
    with pytest.raises(Refused, match="roll"):
        table.host.take_back()


def test_a_new_game_replaces_the_last_or_leaves_it_alone(packs):
    table = Round(packs)
    table.answer()
    game = table.host.game
    for wrong in (Setup(seats=7), Setup(seats=4, bots=5), Setup(haunt=999)):
        with pytest.raises((Refused, OmenboxError)):
            table.host.begin(wrong)
    assert table.host.game is game
    table.host.begin(Setup(seats=5, bots=1, seed=3))
    assert table.host.game is not game and list(table.host.people) == [0, 1, 2, 3]
    assert table.host.seed == 3 and table.prompt()["number"] == 1


def test_a_seed_is_found_where_none_is_given(packs):
    assert Round(packs, seed=0).host.seed != Round(packs, seed=0).host.seed
