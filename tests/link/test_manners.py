"""What docs/protocol.md says that a box does, told by the box alone: how much it sends, what it ignores."""

from __future__ import annotations

from typing import Any

import pytest

from omenbox_device import link, program
from omenbox_device.board import VirtualBoard
from omenbox_device.framing import FROM_BOX, LONGEST, TO_BOX, frame, unframe

SETUP = [3, 5, 1, 0, 0, 57, 1, 1, 0, []]


class Bare:
    """A box at a port that keeps what it is given. room: how many bytes it takes at a time."""

    def __init__(self, packs: Any) -> None:
        self.said = b""
        self.heard = b""
        self.writes: list[int] = []
        self.room = 1 << 20
        self.ms = 0
        self.box: Any = program.make(VirtualBoard(), packs, self)
        self.tell("hi", 1000, 1, 0, 1)
        self.tell("new", 1001, SETUP)
        assert self.got()[-1] == ["ok", 1001, self.box.id]

    def read(self, n: int) -> bytes:
        data, self.said = self.said[:n], self.said[n:]
        return data

    def write(self, data: bytes) -> int:
        self.writes.append(len(data))
        self.heard += data[: self.room]
        return min(len(data), self.room)

    def tell(self, *body: Any) -> None:
        self.said += frame(TO_BOX, list(body))

    def got(self, ms: int = 300) -> list[list[Any]]:
        """The frames of the next ``ms``."""
        for _ in range(ms // 10):
            self.ms += 10
            self.box.tick(self.ms)
        lines, self.heard = self.heard.split(b"\r\n"), b""
        return [body for body in (unframe(FROM_BOX, line) for line in lines) if body is not None]

    def answers(self, n: int) -> None:
        """So many answers at the box itself."""
        for _ in range(n):
            domain = self.box.game.prompt[3]
            if not self.box.roll():
                self.box.answer(domain[0] if len(domain) else 0)
            while self.box.thinking:
                self.ms += 10
                self.box.tick(self.ms)


@pytest.fixture
def bare(packs) -> Bare:
    return Bare(packs)


def events(frames: list[list[Any]]) -> list[int]:
    return [body[2] for body in frames if body[0] == "e"]


def test_no_more_events_are_on_their_way_than_the_window_holds(bare) -> None:
    bare.answers(3)
    bare.box.take_back(1)
    for _ in range(8):
        bare.answers(1)
        bare.box.take_back(1)
    bare.tell("from", bare.box.id, 0)
    assert events(bare.got(200)) == list(range(link.WINDOW))
    bare.tell("k", bare.box.id, 3)
    assert events(bare.got(200)) == [link.WINDOW, link.WINDOW + 1, link.WINDOW + 2]


def test_a_host_that_acknowledges_nothing_is_let_go_of_after_so_many_times(bare) -> None:
    bare.tell("from", bare.box.id, 0)
    assert events(bare.got((link.TRIES + 3) * (link.RESEND + 20))) == [0] * (link.TRIES + 1)
    bare.answers(1)
    assert bare.got(2000) == []
    bare.tell("from", bare.box.id, 1)
    assert events(bare.got(200)) == [1]


def test_a_number_far_ahead_is_ignored(bare) -> None:
    for n, replied in ((1001 + link.AHEAD + 1, False), (1001 + link.AHEAD, True), (1001, True), (1000, False)):
        bare.tell("ping", n)
        assert bool(bare.got()) == replied, n


def test_the_same_hello_again_carries_out_nothing_twice(bare) -> None:
    was = bare.box.id
    bare.tell("hi", 1000, 1, 0, 2)
    bare.tell("new", 1001, SETUP)
    assert bare.got()[-1] == ["ok", 1001, was] and bare.box.id == was


def test_no_state_is_written_down_while_an_answer_is_carried_out(bare, monkeypatch) -> None:
    bare.box.answer(bare.box.game.prompt[3][0])
    bare.box.thinking, bare.box.think = True, lambda *args: None
    bare.tell("snap", 1002)
    assert bare.got()[-1][:3] == ["no", 1002, "busy"]


def test_each_host_is_told_of_the_saves(bare) -> None:
    class Full:
        warning = "the storage is full"

    bare.box.saves = Full()
    bare.box.game = None  # nothing is to be saved of it here
    for nonce in (2, 3):
        bare.tell("hi", 1000 * nonce, 1, 0, nonce)
        for _ in range(20):
            bare.ms += 10
            bare.box.link.tick(bare.ms)
        assert bare.heard.count(b"omenbox: the storage is full\r\n") == 1
        bare.heard = b""


@pytest.mark.parametrize("more", [0, 1])
def test_a_line_is_taken_up_to_its_greatest_length(bare, more) -> None:
    empty = len(frame(TO_BOX, ["ping", 1002, ""])) - 2
    bare.tell("ping", 1002, "x" * (LONGEST - empty + more))
    assert bool(bare.got()) == (more == 0)
    bare.tell("ping", 1003)
    assert bare.got() == [["ok", 1003]]


def test_events_that_are_not_there_yet_are_not_waited_for(bare) -> None:
    bare.answers(1)
    bare.tell("from", bare.box.id, 50)
    assert events(bare.got(200)) == [0, 1]


def test_a_game_begun_at_the_box_is_told_from_its_beginning(bare, packs) -> None:
    bare.answers(3)
    bare.tell("from", bare.box.id, 2)
    assert events(bare.got(200)) == [2, 3]
    bare.tell("k", bare.box.id, 4)
    bare.got(100)
    program.begin(bare.box, packs, SETUP)
    assert events(bare.got(600)) == [0, 0], "and again, while it is not acknowledged"
    bare.tell("k", bare.box.id, 1)
    bare.got(100)
    bare.answers(2)
    assert events(bare.got(200)) == [1, 2]


def test_no_more_is_written_at_once_than_a_port_surely_takes(bare) -> None:
    """MicroPython's own stops the board for half a second otherwise."""
    rounds = []
    for n in (1002, 1003):  # who asks again has read the last reply
        bare.tell("look", n)
        for _ in range(30):
            bare.writes = []
            bare.got(10)
            rounds.append(bare.writes)
    sure, few = [link.SURE] + [1] * link.FEW, [1] * link.FEW
    assert rounds[:3] == rounds[30:33] == [sure, few, few] and rounds[29] == []
