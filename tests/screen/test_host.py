"""The box on this machine: bots answer in their time, people only their own prompt."""

from __future__ import annotations

import stat
from itertools import count

import pytest

from omenbox.errors import OmenboxError
from omenbox.packs import standard_packs
from omenbox.screen.gamelog import Logs
from omenbox.screen.host import AnsweredAlready, Host, Setup, for_bots
from omenbox.screen.newgame import number
from omenbox.sim.elsewhere import read_log
from shared_rules import log
from shared_rules import state as s
from shared_rules.game import Refused


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


class Round:
    """A host whose time passes when it is told to."""

    def __init__(self, packs, seats=3, bots=2, seed=5, haunt=57, pace=0.0, logs=None):
        bytes_ = count()
        self.host = Host(
            packs,
            Setup(seats, bots, seed, haunt=haunt),
            pace,
            entropy=lambda n: bytes(next(bytes_) * 101 % 256 for _ in range(n)),
            logs=logs,
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


def test_bots_leave_the_book_to_people(packs, monkeypatch):
    """In a haunt played by hand."""
    book = s.O_CLIMB << 16
    menus = []

    def asked(prompt):
        got = for_bots(prompt)
        if prompt[s.P_KIND] == s.CHOICE and book in prompt[s.P_DOMAIN]:
            menus.append(prompt)
            assert got[s.P_DOMAIN] == [option for option in prompt[s.P_DOMAIN] if option != book]
        return got

    monkeypatch.setattr("omenbox.screen.host.for_bots", asked)
    table = Round(packs, bots=3, haunt=1)
    for _ in range(100):
        table.run(1000)
        if len(menus) > 20 or table.host.game.over:
            break
    assert len(menus) > 5
    assert ["a", book] not in table.host.game.done


def test_a_game_is_logged_sealed_until_it_ends(packs, tmp_path):
    said: list[str] = []
    logs = Logs(tmp_path / "games", said.append)
    table = Round(packs, logs=logs)
    table.answer()
    table.prompt()
    path = logs.path
    assert path is not None
    assert said == [f"Log of the game: {path}"]
    assert path.read_bytes()[:2] == b"\x1f\x8b" and stat.S_IMODE(path.stat().st_mode) == 0o600
    assert log.replay(packs, read_log(path)).hash() == table.host.game.hash()
    table.host.begin(Setup(3, 3, 5, haunt=57))
    assert logs.path is not None and logs.path != path
    for _ in range(200):
        table.run(1000)
        if table.host.game.over:
            break
    lines = logs.path.read_text().splitlines()
    assert log.replay(packs, lines).over
    assert len(list((tmp_path / "games").iterdir())) == 2


@pytest.mark.parametrize(
    "name, typed, says",
    [
        ("seats", "", "Seats (none): a game has 3 to 6"),
        ("seats", None, "Seats (none): a game has 3 to 6"),
        ("seats", "many", "Seats many: a game has 3 to 6"),
        ("seats", "2", "Seats 2: a game has 3 to 6"),
        ("seats", "3.5", "Seats 3.5: a game has 3 to 6"),
        ("bots", "7", "Bots 7: give 0 to 6"),
        ("seed", "-4", "Seed -4: give a number from 1 to 6"),
        ("haunt", "0", "Haunt 0: give the number of a haunt, from 1"),
    ],
)
def test_a_wrong_number_in_the_form_is_named(name, typed, says):
    least = {"seats": 3, "bots": 0}.get(name, 1)
    with pytest.raises(Refused) as refused:
        number(name, typed, least, 6, empty=name in ("seed", "haunt"))
    assert str(refused.value) == says
    assert number("seed", " ", 1, 6, empty=True) == 0 and number(name, " 5 ", least, 6) == 5
