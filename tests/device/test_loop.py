"""The box's loop: dice by the button, the game in slices, lights that move on meanwhile."""

from __future__ import annotations

import random
from itertools import cycle

import pytest

from omenbox.packs import standard_packs
from omenbox_device import board, loop
from omenbox_device.button import DOWN, NOTHING, PRESS, TICKS, Button
from shared_rules import state as s
from shared_rules.game import Game, Refused


@pytest.fixture(scope="module")
def packs():
    return standard_packs()


def bytes_of(*values):
    """An entropy port that gives these bytes again and again."""
    source = cycle(values)
    return lambda n: bytes(next(source) for _ in range(n))


@pytest.fixture
def box(packs):
    it = loop.Box(board.VirtualBoard())
    it.begin(Game(packs, seats=3, seed=5, forced=57, expansion=1))
    it.board.entropy = bytes_of(0, 1, 2)
    return it


class Clock:
    def __init__(self, box, ms=0):
        self.box = box
        self.ms = ms

    def run(self, times=1):
        for _ in range(times):
            self.ms = self.ms + 20 & TICKS
            self.box.tick(self.ms)

    def settle(self):
        self.run()
        while self.box.thinking:
            self.run()


def choose(box, picks):
    """Any legal answer but dice."""
    prompt = box.game.prompt
    domain = prompt[s.P_DOMAIN]
    if prompt[s.P_KIND] == s.CHOICE:
        return picks.choice(domain)
    if prompt[s.P_KIND] == s.RANGE:
        return picks.randint(*domain)
    return picks.sample(domain[2:], picks.randint(domain[0], domain[1]))


def to_dice(box, clock):
    picks = random.Random(1)
    while box.game.prompt[s.P_KIND] != s.DICE:
        box.answer(choose(box, picks))
        clock.settle()


def test_a_whole_game_in_slices_is_the_game_at_once(packs, box):
    clock, picks, answers = Clock(box), random.Random(3), []
    while not box.game.over:
        if box.game.prompt[s.P_KIND] == s.DICE:
            box.board.button.press()
            before = len(box.game.records)
            while len(box.game.records) == before:
                clock.run()
        else:
            box.answer(choose(box, picks))
        clock.settle()
        answers.append(box.game.records[-1][1])
    clock.run(3)
    other = Game(packs, seats=3, seed=5, forced=57, expansion=1)
    for value in answers:
        other.play(value)
    assert other.over and other.hash() == box.game.hash()
    assert box.board.digits.shown == "End " and any(box.board.strip.shown)


def test_the_button_throws_what_the_game_asks_for(box):
    clock = Clock(box)
    to_dice(box, clock)
    number = box.game.prompt[s.P_DOMAIN][0]
    box.board.button.press()
    clock.run()
    assert box.game.records[-1] == ["a", [0, 1, 2, 0, 1, 2, 0, 1][:number]]
    clock.settle()
    assert box.board.digits.shown[2:].strip("= ") == str(sum(box.game.records[-1][1]))


def test_a_press_does_nothing_while_words_are_asked_for(box):
    box.board.button.press()
    Clock(box).run(5)
    assert box.game.records == []


def test_one_long_press_is_one_roll(box):
    clock = Clock(box)
    to_dice(box, clock)
    rolls = len(box.game.records)
    box.board.button.press(length=4000)
    clock.run(500)
    assert len(box.game.records) == rolls + 1


def test_an_answer_is_refused_while_the_last_is_carried_out(box):
    value = box.game.prompt[s.P_DOMAIN][0]
    box.answer(value)
    with pytest.raises(Refused, match="still"):
        box.answer(value)


def test_a_wrong_answer_changes_nothing(box):
    with pytest.raises(Refused):
        box.answer(-5)
    assert not box.thinking and box.game.records == []


def test_an_answer_can_be_taken_back(box):
    before, clock = box.game.hash(), Clock(box)
    changes = box.changes
    box.answer(box.game.prompt[s.P_DOMAIN][0])
    clock.settle()
    box.take_back()
    assert box.game.hash() == before and box.changes == changes + 2


def test_an_effect_that_fails_can_be_taken_back(box, monkeypatch):
    from shared_rules.vm import EffectError

    def fails(budget):
        raise EffectError("x.effect:3: no")

    before = box.game.hash()
    box.answer(box.game.prompt[s.P_DOMAIN][0])
    with monkeypatch.context() as patch:
        patch.setattr(box.game, "step", fails)
        Clock(box).settle()
    assert box.error == "x.effect:3: no"
    with pytest.raises(Refused, match="x.effect:3"):
        box.answer(0)
    box.take_back()
    assert box.error == "" and box.game.hash() == before


def test_lights_move_on_when_the_clock_wraps(box):
    clock, picks = Clock(box, TICKS - 100), random.Random(1)
    while box.game.G[s.G_PHASE] == s.PHASE_SETUP:
        box.answer(choose(box, picks))
        clock.settle()
    shows = box.board.strip.shows
    clock.run(40)
    assert box.board.strip.shows == shows + 20


def test_faces_come_from_bytes_that_favour_none():
    assert board.throw(bytes_of(255, 254, 255, 0, 1), 4) == [2, 0, 1, 2]
    counted = [0, 0, 0]
    for b in range(255):
        counted[board.throw(bytes_of(b), 1)[0]] += 1
    assert counted == [85, 85, 85]


def test_a_contact_that_chatters_is_one_press():
    button = Button()
    looks = [(0, 1), (5, 0), (9, 1), (40, 1), (100, 0), (104, 1), (108, 0), (140, 0)]
    got = [button.look(bool(down), ms) for ms, down in looks]
    assert [g for g in got if g != NOTHING] == [DOWN, PRESS]


def test_the_strip_dims_all_colours_alike():
    strip = board.Strip(2)
    strip.brightness = 0.5
    strip[0] = 0xFF8010
    strip.show()
    assert strip.shown == [0x7F4008, 0]
    strip.fill(0)
    assert strip.shown == [0x7F4008, 0] and len(strip) == 2


def test_the_loop_runs_on_micropython(unix, packs, tmp_path):
    """The same program, there from the pack files: a few answers, a roll by the button."""
    from omenbox.packs import standard_bytes

    for name, data in standard_bytes().items():
        (tmp_path / name).write_bytes(data)
    script = """
import random
from shared_rules.pack import Pack, Packs
from shared_rules.game import Game
from omenbox_device import board, loop
packs = Packs([Pack(open(n, "rb")) for n in ("base", "widows_walk")])
box = loop.Box(board.VirtualBoard())
box.begin(Game(packs, seats=3, seed=5))
ms = 0
rolls = 0
while rolls < 5:
    prompt = box.game.prompt
    if prompt[1] == 3:
        box.board.button.press()
        rolls += 1
    elif prompt[1] == 1:
        box.answer(prompt[3][0])
    elif prompt[1] == 0:
        box.answer(prompt[3][random.getrandbits(8) % len(prompt[3])])
    else:
        box.answer(prompt[3][2 : 2 + prompt[3][0]])
    for _ in range(3):
        ms += 40
        box.tick(ms)
    while box.thinking:
        ms += 20
        box.tick(ms)
print(sum([1 for c in box.board.strip.shown if c]) >= 5, box.error == "")
"""
    result = unix.run(script, cwd=tmp_path, heapsize=2_000_000)
    assert result.check().split() == ["True", "True"]


def test_a_total_and_a_quiet_moment_last_as_long_where_the_clock_wraps(box):
    box.total, box.told = 5, TICKS - 1000
    box.tick(1400)
    assert box.total == 5
    box.tick(1600)
    assert box.total == -1
    box.came = TICKS - 20
    box.tick(60)
    assert not box.quiet()
    box.tick(100)
    assert box.quiet()
