"""A box at a cable behind the page: the same table, whatever is pulled out and plugged in again."""

from __future__ import annotations

import json
import time

import pytest

from omenbox.device import build_hash
from omenbox.errors import OmenboxError
from omenbox.link import LostPort, PortError, memory_ports
from omenbox.packs import standard_packs
from omenbox.screen import boxes
from omenbox.screen.asking import Choosing, asking
from omenbox.screen.boxes import There
from omenbox.screen.gamelog import Logs
from omenbox.screen.host import Host, Setup
from omenbox.sim.elsewhere import read_log
from omenbox_device import program
from omenbox_device.board import VirtualBoard
from omenbox_device.saves import Saves
from shared_rules import log
from shared_rules import state as s
from shared_rules.game import Game, Refused

from ..device.flash import Memory


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


class Cable:
    """A box in this process at a cable that can be pulled; it goes round whenever the host listens."""

    def __init__(self, packs):
        self.packs = packs
        self.ends = memory_ports()
        self.box = program.make(VirtualBoard(), packs, self.ends[0], build_hash())
        self.plugged = True
        self.ms = 0

    def open(self):
        if not self.plugged:
            raise PortError("there is no port X")
        return self

    def read(self, n):
        if not self.plugged:
            raise LostPort("X has gone")
        self.ms += 20
        self.box.tick(self.ms)
        return self.ends[1].read(n)

    def write(self, data):
        if not self.plugged:
            raise LostPort("X has gone")
        return self.ends[1].write(data)

    def close(self):
        """Nothing to give back."""


class Table:
    """A host whose box is at a cable."""

    def __init__(self, packs, seats=3, bots=0, begun=None):
        self.cable = Cable(packs)
        if begun is not None:
            self.cable.box.begin(begun)
        self.host = Host(packs, Setup(seats, bots, 5, haunt=57), 0.0, box=There(packs, self.cable.open))
        self.ms = 0

    def until(self, condition):
        end = time.monotonic() + 20
        while not condition():
            assert time.monotonic() < end
            self.ms += 20
            self.host.round(self.ms)

    def prompt(self):
        """The prompt of whoever is asked."""
        self.until(lambda: self.host.seat_asked() >= 0)
        return self.host.feed(self.host.seat_asked())["prompt"]

    def answer(self, choose=0):
        got = self.prompt()
        before = self.host.game.answers
        if got["kind"] == "dice":
            self.host.press()
        elif got["kind"] == "choice":
            self.host.answer(self.host.seat_asked(), got["number"], got["options"][choose]["value"])
        elif got["kind"] == "range":
            self.host.answer(self.host.seat_asked(), got["number"], got["low"])
        else:
            values = [option["value"] for option in got["options"][: got["least"]]]
            self.host.answer(self.host.seat_asked(), got["number"], values)
        self.until(lambda: self.host.game.answers > before and not self.host.box.thinking)
        return got

    def pull(self):
        self.cable.plugged = False
        self.until(lambda: self.host.box.away)

    def plug(self):
        self.cable.plugged = True
        self.until(lambda: not self.host.box.away)

    def equal(self):
        return self.host.game.hash() == self.cable.box.game.hash()


def test_people_answer_and_roll_at_a_box_at_a_cable(packs):
    table = Table(packs)
    kinds = {table.answer()["kind"] for _ in range(40)}
    assert kinds >= {"choice", "dice"} and table.equal()


def test_bots_play_at_a_box_at_a_cable(packs):
    table = Table(packs, bots=3)
    table.until(lambda: table.host.game.answers > 60)
    table.until(table.equal)
    assert table.cable.box.number >= 60


def test_a_correction_is_made_at_a_box_at_a_cable_and_taken_back(packs):
    table = Table(packs)
    table.answer()
    before = table.cable.box.game.hash()
    table.host.correct(1, ["trait", 0, s.MIGHT, 8])
    table.until(lambda: not table.host.box.thinking)
    assert table.cable.box.game.ex[0][s.E_TRAITS + s.MIGHT] == 8 and table.equal()
    assert table.host.taken_back() == ("correction", 1, 0)
    table.host.take_back()
    table.until(lambda: not table.host.box.thinking)
    assert table.cable.box.game.hash() == before and table.equal()
    table.host.correct(1, ["trait", 0, s.MIGHT, 9])  # which the box refuses
    table.until(lambda: table.host.box.notices)
    assert table.host.box.notices[0][0] == "box.refused" and not table.host.box.thinking
    table.pull()
    with pytest.raises(Refused, match="not there"):
        table.host.correct(1, ["trait", 0, s.MIGHT, 7])


def test_a_finger_stays_on_the_button_for_as_long_as_it_does(packs):
    table = Table(packs)
    table.prompt()
    box = table.cable.box
    table.host.press(4000)
    table.until(lambda: box.button.down)
    table.host.release(100)
    table.until(lambda: not box.button.down)
    assert box.pick is not None and box.board.digits.shown == "1-12"
    table.host.press(4000)
    table.until(lambda: box.button.down)
    began = table.cable.ms
    table.until(lambda: table.cable.ms - began > 650)
    table.host.release(640)
    table.until(lambda: table.host.seat_asked() == 1)  # held: the answer is given


def test_a_box_met_in_the_middle_of_a_game_is_played_on_and_its_log_begins_with_a_snapshot(packs, tmp_path):
    """It lost its power before anybody looked on: its earlier records are gone."""
    first = Table(packs)
    for _ in range(12):
        first.answer()
    game = Game(packs, *first.host.game.setup)
    game.load(first.cable.box.game.save())
    late = Table(packs, begun=None)
    late.cable.box.begin(game, 77, 12)
    logs = Logs(tmp_path)
    host = late.host = Host(packs, Setup(3, 0), 0.0, box=There(packs, late.cable.open), logs=logs)
    assert host.goes_on == "" and host.box.before == 12
    for _ in range(5):
        late.answer()
    assert late.equal() and logs.path is not None
    lines = read_log(logs.path)
    assert json.loads(lines[1])[:2] == ["s", 12]
    again = log.replay(packs, lines)
    assert again.hash() == late.cable.box.game.hash() and len(again.records) == 5
    assert host.can_take_back() <= 5


class Pin:
    """The button of a real box, which nobody presses."""

    def pressed(self, ms):
        return False


def test_dice_fall_at_a_box_whose_button_only_a_finger_presses(packs):
    table = Table(packs)
    table.cable.box.board.button = Pin()
    table.prompt()
    table.host.press()
    table.until(lambda: table.host.box.notices)
    assert table.host.box.notices[0] == ("box.own", "")
    kinds = {table.answer()["kind"] for _ in range(40)}
    assert "dice" in kinds and table.equal()


def test_lamps_and_digits_are_those_of_the_box(packs):
    table = Table(packs)
    for _ in range(3):
        table.answer()
    board = table.cable.box.board
    table.until(lambda: table.host.box.digits == board.digits.shown != "----")
    table.until(lambda: table.host.box.lamps == board.strip.shown)
    assert any(table.host.box.lamps)


def test_a_prompt_outlives_the_cable_and_all_is_told(packs):
    table = Table(packs)
    for _ in range(5):
        table.answer()
    before = table.prompt()
    marked = Choosing(before["number"], {1, 2})
    seat = table.host.seat_asked()
    table.pull()
    feed = table.host.feed(seat)
    shown = str(asking(feed, marked, frozenset(), table.host.people))
    assert "The box is not there" in shown and "X has gone" in shown and "Plug it in again" in shown
    assert not any(table.host.box.lamps) and table.host.box.digits.strip() == ""
    with pytest.raises(Refused, match="not there"):
        table.host.answer(seat, before["number"], before.get("options", [{"value": 0}])[0]["value"])
    table.plug()
    assert table.prompt() == before and marked.of(table.prompt()) is marked
    assert table.host.box.notices == [("box.lost", "X has gone"), ("box.back", "")]
    table.answer()
    assert table.equal()


def test_an_answer_under_way_when_the_cable_is_pulled_is_given_once(packs):
    table = Table(packs)
    for n in range(12):
        got = table.prompt()
        seat, count = table.host.seat_asked(), table.host.game.answers
        if got["kind"] == "choice":
            table.host.answer(seat, got["number"], got["options"][0]["value"])
            table.cable.plugged = False
            for _ in range(3):
                table.host.round(n)
            table.plug()
            table.until(lambda: table.host.game.answers > count and not table.host.box.thinking)  # noqa: B023
        else:
            table.answer()
        assert table.host.game.answers == count + 1 and table.equal()


def test_what_is_done_at_the_box_meanwhile_is_there_when_it_is_plugged_in(packs):
    table = Table(packs)
    table.answer()
    table.pull()
    box = table.cable.box
    box.answer(box.game.prompt[s.P_DOMAIN][1])
    table.plug()
    table.until(lambda: table.host.game.answers == 2)
    assert table.equal() and table.prompt()["number"] == 1


def test_an_answer_is_taken_back_at_the_box(packs):
    table = Table(packs)
    table.answer()
    table.answer()
    table.host.take_back()
    table.until(lambda: not table.host.box.thinking)
    assert len(table.cable.box.game.done) == 1 and table.equal()
    table.answer()
    assert table.equal()


def test_a_game_on_the_table_of_the_box_goes_on(packs):
    begun = Game(packs, seats=5, seed=9)
    begun.play(begun.prompt[s.P_DOMAIN][0])
    table = Table(packs, begun=begun)
    assert table.host.setup.seats == 5 and table.host.seed == 9 and list(table.host.people) == [0, 1, 2, 3, 4]
    assert table.host.game.hash() == begun.hash() and table.prompt()["mine"]


def test_a_box_that_was_started_again_without_its_game_says_so(packs):
    table = Table(packs)
    table.answer()
    table.pull()
    table.cable.ends = memory_ports()
    table.cable.box = program.make(VirtualBoard(), packs, table.cable.ends[0], "0")
    table.cable.plugged = True
    table.until(lambda: "begin a new one" in table.host.box.away)
    table.host.begin(Setup(3, 0, 7))
    assert not table.host.box.away
    table.answer()
    assert table.equal()


def test_a_port_that_is_not_there_is_named(packs):
    cable = Cable(packs)
    cable.plugged = False
    with pytest.raises(OmenboxError, match="no port X"):
        There(packs, cable.open)


def test_nothing_is_begun_at_a_box_that_is_away(packs):
    table = Table(packs)
    table.pull()
    with pytest.raises(Refused, match="not there"):
        table.host.begin(Setup(3, 0, 7))


def saving(table):
    """Let the box save from now on."""
    memory = Memory()
    box = table.cable.box
    box.saves = Saves(memory)
    box.saves.begin(box.game, box.id)
    return memory


def power_cut(table, memory):
    memory.room = None
    table.pull()
    table.cable.ends = memory_ports()
    saves = Saves(Memory(memory.files))
    table.cable.box = program.make(VirtualBoard(), table.cable.packs, table.cable.ends[0], build_hash(), saves)
    table.plug()


def test_a_box_that_comes_back_with_less_is_played_on_with_and_says_so(packs):
    table = Table(packs)
    memory = saving(table)
    for _ in range(3):
        table.answer()
    memory.room = 0
    for _ in range(3):
        table.answer()
    power_cut(table, memory)
    table.until(lambda: not table.host.box.thinking and table.equal())
    assert table.cable.box.number == 3
    said = [text for key, text in table.host.box.notices if key == "box.warns"]
    assert "the box went back from record 6 to 3: what came after that was not saved" in said
    table.answer()
    assert table.equal()


def test_a_new_game_that_was_told_as_failed_is_not_begun_later(packs, monkeypatch):
    table = Table(packs)
    table.answer()
    was = table.cable.box.id
    monkeypatch.setattr(boxes, "PATIENCE", 0.3)
    with monkeypatch.context() as patch:  # the cable takes all and brings nothing
        patch.setattr(table.cable, "write", len)
        patch.setattr(table.cable, "read", lambda n: b"")
        with pytest.raises(Refused, match="does not answer"):
            table.host.begin(Setup(3, 0, 7))
    end = time.monotonic() + 1
    table.until(lambda: time.monotonic() > end)
    assert table.cable.box.id == was
    table.answer()
    assert table.equal()


def test_a_game_that_others_begin_is_told(packs):
    table = Table(packs)
    table.answer()
    table.cable.box.begin(Game(packs, seats=4, seed=9))
    table.until(lambda: table.host.game is not None and len(table.host.game.ex) == 4)
    assert ("box.warns", "another game was begun") in table.host.box.notices
    table.host.begin(Setup(3, 0, 7))
    assert table.host.box.notices.count(("box.warns", "another game was begun")) == 1
    table.answer()
    assert table.equal()


def test_a_finger_on_the_button_while_the_cable_is_out_is_not_felt_later(packs):
    table = Table(packs)
    while table.prompt()["kind"] != "dice":
        table.answer()
    number = table.cable.box.number
    table.host.box.press(60)
    table.cable.plugged = False
    table.until(lambda: table.host.box.away)
    table.plug()
    end = time.monotonic() + 1
    table.until(lambda: time.monotonic() > end)
    assert table.cable.box.number == number and not table.cable.box.board.button.presses


def test_a_box_that_cannot_be_followed_is_told_in_one_line(packs):
    cable = Cable(packs)
    cable.box.begin(Game(packs, seats=3, seed=9))
    cable.box.base = 1  # it has no more than its state
    state = cable.box.game.save().replace(f"[{s.SCHEMA},", f"[{s.SCHEMA - 1},", 1)
    cable.box.game.save = lambda: state
    with pytest.raises(OmenboxError, match=r"cannot be followed here .*; bring both to the same version of Omenbox"):
        There(packs, cable.open)
