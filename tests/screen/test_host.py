"""The box on this machine: bots answer in their time, people only their own prompt."""

from __future__ import annotations

import stat
from itertools import count

import pytest

from omenbox.errors import OmenboxError
from omenbox.packs import standard_packs
from omenbox.screen.asking import Choosing, asking
from omenbox.screen.floors import floor_to_show
from omenbox.screen.gamelog import Logs
from omenbox.screen.host import AnsweredAlready, Host, Setup, for_bots, whose
from omenbox.screen.map import Floor
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

    def __init__(self, packs, seats=3, bots=2, seed=5, haunt=57, pace=0.0, logs=None, cardboard=False, skill="random"):
        bytes_ = count()
        self.host = Host(
            packs,
            Setup(seats, bots, seed, haunt=haunt, cardboard=cardboard, skill=skill),
            pace,
            entropy=lambda n: bytes(next(bytes_) * 101 % 256 for _ in range(n)),
            logs=logs,
        )
        self.ms = 0

    def run(self, ms=100):
        for _ in range(ms // 20):
            self.ms += 20
            while self.host.round(self.ms) == 0:  # while an answer is carried out
                pass

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


@pytest.mark.parametrize("skill", ["random", "greedy"])
def test_bots_play_a_game_among_themselves(packs, skill):
    table = Round(packs, bots=3, skill=skill)
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


def test_a_correction_is_made_whoever_is_asked_and_taken_back_before_anything_else(packs):
    table = Round(packs, bots=0)
    assert table.host.taken_back() == ("begun", -1, 0)
    table.answer()
    table.host.correct(2, ["trait", 0, s.MIGHT, 8])
    assert table.host.game.ex[0][s.E_TRAITS + s.MIGHT] == 8
    assert table.host.taken_back() == ("correction", 2, 0)
    table.host.correct(-1, ["trait", 0, s.MIGHT, 7])
    assert table.host.taken_back() == ("correction", -1, 0)
    table.host.take_back()
    table.host.take_back()
    assert table.host.taken_back() == ("answer", 0, 0)
    assert table.prompt(1)["mine"]
    with pytest.raises(Refused, match="might|trait"):
        table.host.correct(0, ["trait", 0, s.MIGHT, 9])


def test_a_correction_by_hand_at_a_bots_prompt_leaves_the_bot_its_turn(packs):
    table = Round(packs, bots=2, pace=5.0)
    table.answer()
    assert table.host.seat_asked() == 1
    table.host.correct(0, ["trait", 0, s.SPEED, 1])
    table.run(6000)
    assert table.host.taken_back() == ("correction", 0, 1)
    table.host.take_back()
    assert table.host.game.done[-1][0] == "a" and table.host.seat_asked() == 1


def test_the_end_by_hand_is_declared_when_no_person_is_left(packs):
    table = Round(packs, seats=3, bots=2, haunt=1)
    game = table.host.game
    for _ in range(300):
        if game.v[s.V_MANUAL] and game.G[s.G_PHASE] == s.PHASE_HAUNT:
            break
        table.run(200)
        got = table.host.feed(0)["prompt"]
        if got and got["mine"]:
            table.answer(choose=lambda options: options[len(game.done) % len(options)])
    if game.ex[0][s.E_SIDE] == s.HERO and len([row for row in game.ex if row[s.E_SIDE] == s.HERO]) == 1:
        table.host.correct(-1, ["side", 1, s.HERO])
    table.host.correct(-1, ["alive", 0, 0])
    table.run(2000)
    assert not game.over
    table.host.correct(0, ["end", s.WIN_HEROES])
    assert game.over and table.host.feed(0)["ended"] == {"judged": False, "winner": "heroes", "seats": []}
    assert table.host.taken_back()[0] == "correction"


def test_what_was_drawn_for_a_bot_is_said_by_a_person(packs):
    table = Round(packs, seats=3, bots=2, haunt=0, cardboard=True)
    drawn = 0
    shown = []
    for _ in range(400):
        got = table.host.feed(0)["prompt"]
        if got and got["mine"]:
            if "for" in got:
                assert got["who"] in (1, 2) and "drawn" in got["text"]
                shown.append((got, table.host.feed(0)))
                drawn += 1
                if drawn == 4:
                    break
            table.answer()
        table.run(100)
    assert drawn == 4
    before = len(table.host.game.done)
    table.run(5000)
    assert len(table.host.game.done) == before  # the bot waits
    assert table.host.seat_asked() == 0

    # which door is opened, or what is drawn where, is said; the map shows the cell
    tiles = [(got, whole) for got, whole in shown if "tile" in got["text"]]
    assert tiles and len(tiles) < len(shown)
    for got, whole in shown:
        room = whole["rooms"][whole["explorers"][got["who"]]["room"]]
        assert room["name"] in got["drawn"]["text"] and got["drawn"]["text"] in asking(
            whole, Choosing(), frozenset({1, 2}), range(1)
        )
        if (got, whole) in tiles:
            floor, x, y = got["drawn"]["cell"]
            assert floor == room["floor"] and abs(x - room["x"]) + abs(y - room["y"]) == 1
            side = [(0, -1), (1, 0), (0, 1), (-1, 0)].index((x - room["x"], y - room["y"]))
            assert ("north", "east", "south", "west")[side] in got["drawn"]["text"]
            drawing = Floor(whole, floor, set()).svg()
            assert f'class="unknown" transform="translate({x * 100} {y * 100})"' in drawing
            assert floor_to_show(whole) == floor


def test_whose_answers_were_is_known_again_after_a_start(packs):
    table = Round(packs, seats=3, bots=2)
    for _ in range(6):
        table.answer()
    host = table.host
    host.correct(0, ["omens", 2])
    host.game.free = 0
    assert whose(host.game) == host._by


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
