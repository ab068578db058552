"""What box and host make of bad luck: a box that went back, full memory, another program, requests given up."""

from __future__ import annotations

from typing import Any

import pytest

from omenbox.device import build_hash
from omenbox.errors import OmenboxError
from omenbox.link import No
from omenbox.link import client as clients
from omenbox_device import framing, link, program
from omenbox_device.board import VirtualBoard
from omenbox_device.saves import Saves
from shared_rules import state as s
from shared_rules.game import Game
from shared_rules.vm import EffectError

from ..device.flash import Memory
from .rig import Rig
from .test_link import reply


@pytest.fixture
def rig(packs) -> Rig:
    it = Rig(packs)
    it.begin()
    return it


def saving(packs: Any, lean: bool = False) -> tuple[Rig, Memory]:
    """A box that saves, at the beginning of a game."""
    rig, memory = Rig(packs), Memory()
    rig.box.saves = Saves(memory, lean)
    rig.begin()
    return rig, memory


def power_cut(rig: Rig, memory: Memory) -> None:
    """The box's program begins anew and goes on from its save."""
    memory.room = None
    rig.box = program.make(VirtualBoard(), rig.packs, rig.box_port, build_hash(), Saves(memory, rig.box.saves.lean))
    rig.box.link.boot += 1


def told(rig: Rig, kind: str) -> list[str]:
    return [text for what, text in rig.happened if what == kind]


# --- a box that went back ------------------------------------------------------------------


@pytest.mark.parametrize("lean", [False, True])
def test_a_box_that_comes_back_with_less_is_taken_as_it_is_and_told(packs, lean) -> None:
    rig, memory = saving(packs, lean)
    for _ in range(3):
        rig.answer()
    memory.room = 0
    for _ in range(4):
        rig.answer()
    rig.plugged = False
    rig.round(10)
    power_cut(rig, memory)
    rig.plugged = True
    snapshots = rig.mirror.snapshots
    sent = rig.box_port.write
    records: list[bytes] = []
    rig.box_port.write = lambda data: records.append(data[:5]) or sent(data)  # type: ignore[func-returns-value]
    rig.until(lambda: rig.mirror.synced)
    assert rig.box.number == 3 and rig.equal() and rig.mirror.snapshots == snapshots + 1
    assert b'#<["e' not in b"".join(records), "its hello says it; no records are sent that nobody needs"
    assert told(rig, "back") == ["the box went back from record 7 to 3: what came after that was not saved"]
    rig.answer()


@pytest.mark.parametrize("says", [True, False])
def test_a_box_that_goes_back_while_a_host_looks_on_is_taken_as_it_is(packs, says) -> None:
    rig, memory = saving(packs)
    for _ in range(3):
        rig.answer()
    memory.room = 0
    for _ in range(4):
        rig.answer()
    memory.room = None
    rig.box.clear()
    program.go_on(rig.box, packs)
    if says:  # else it is found out by looking now and then
        rig.box_port.write(framing.frame(framing.FROM_BOX, ["at", rig.box.id, 3, "00000000", "", 0, ""]))
    rig.until(lambda: rig.mirror.synced and rig.mirror.number == 3, 0.5 if says else 5)
    assert rig.equal() and len(told(rig, "back")) == 1
    rig.answer()


def test_an_answer_under_way_when_the_box_goes_back_is_told_of(packs) -> None:
    rig, memory = saving(packs)
    rig.answer()
    memory.room = 0
    rig.answer()
    got: list[Any] = []
    rig.mirror.answer(rig.choose(), done=got.append)
    rig.plugged = False
    rig.round(10)
    power_cut(rig, memory)
    rig.plugged = True
    rig.until(lambda: got and rig.mirror.synced)
    assert isinstance(got[0], No) and got[0].code == "prompt" and rig.equal()


def test_an_old_frame_that_comes_late_is_no_sign_of_going_back(rig) -> None:
    for _ in range(3):
        rig.answer()
    late = [
        ["at", rig.box.id, 2, "00000000", "", 0, ""],
        ["e", rig.box.id, 1, rig.box.game.records[0], "00000000", "", 0, ""],
    ]
    for body in late:
        rig.box_port.write(framing.frame(framing.FROM_BOX, body))
        rig.round(20)
        rig.until(lambda: rig.mirror.synced)
    assert rig.mirror.snapshots == 0 and rig.equal() and not told(rig, "back")


def test_a_roll_a_correction_and_an_undo_that_got_through_count_once(packs) -> None:
    rig, memory = saving(packs)
    while rig.box.game.prompt[s.P_KIND] != s.DICE:
        rig.answer()
    n = rig.box.number
    mirror: Any = rig.mirror
    for action, args in ((mirror.roll, []), (mirror.correct, [["omens", 2]]), (mirror.take_back, [1])):
        got: list[Any] = []
        action(*args, done=got.append)
        rig.mirror.poll()
        rig.plugged = False
        rig.round(20)
        power_cut(rig, memory)
        rig.plugged = True
        rig.until(lambda: got and rig.mirror.synced)  # noqa: B023
        n += 1
        assert got == [[]] and rig.box.number == n and rig.equal()


# --- memory and effects that fail ------------------------------------------------------------


def test_without_memory_for_the_hash_the_record_comes_without_it(rig, monkeypatch) -> None:
    def full(game: Game) -> int:
        raise MemoryError("memory allocation failed")

    with monkeypatch.context() as patch:
        patch.setattr(Game, "hash", full)
        n = rig.mirror.number
        assert reply(rig, rig.mirror.answer, rig.choose()) == []
        rig.until(lambda: rig.mirror.number == n + 1 and rig.mirror.synced)
    assert rig.equal()
    rig.answer()


def test_without_memory_for_a_frame_it_comes_later(rig, monkeypatch) -> None:
    real, left = link.frame, [5]

    def frame(mark: bytes, body: list[Any]) -> bytes:
        if mark == framing.FROM_BOX and body[0] == "e" and left[0]:
            left[0] -= 1
            raise MemoryError("memory allocation failed")
        return real(mark, body)

    monkeypatch.setattr(link, "frame", frame)
    rig.answer()
    assert left == [0]


def test_a_correction_whose_menu_fails_is_the_same_on_both_sides(rig, monkeypatch) -> None:
    while rig.box.game.prompt[s.P_MENU] != 1:
        rig.answer()
    before, n = rig.box.game.hash(), rig.box.number

    def fails(game: Game, budget: int = 0) -> bool:
        raise EffectError("x.effect:3: no")

    with monkeypatch.context() as patch:
        patch.setattr(Game, "step", fails)
        assert reply(rig, rig.mirror.correct, ["omens", 3]) == []
        rig.until(lambda: rig.mirror.number == n + 1 and rig.mirror.synced)
        assert rig.mirror.error == "x.effect:3: no" and rig.equal()
        got = reply(rig, rig.mirror.correct, ["omens", 4])
        assert isinstance(got, No) and got.code == "refused" and str(got) == "x.effect:3: no"
    assert reply(rig, rig.mirror.take_back, 1) == []
    rig.until(lambda: rig.mirror.number == n + 2 and rig.mirror.synced)
    assert rig.mirror.error == "" and rig.box.game.hash() == before and rig.equal()


# --- requests that are given up -----------------------------------------------------------------


def test_a_request_that_was_given_up_is_never_carried_out(rig) -> None:
    rig.answer()
    was = rig.box.id
    rig.host_port.write = lambda data: len(data)  # the cable takes it and brings it nowhere
    wait = rig.mirror.wait
    rig.mirror.wait = lambda condition, timeout=10.0: wait(condition, 0.05, 0)
    rig.mirror._clock = rig.mirror.client._clock
    with pytest.raises(OmenboxError, match="does not answer"):
        clock = iter(range(100000))
        rig.mirror._clock = lambda: next(clock) / 100
        rig.mirror.do(rig.mirror.begin, [3, 77, 1, 0, 0, 57, 1, 1, 0, []])
    rig.mirror._clock = lambda: rig.seconds
    assert rig.mirror.client.idle
    del rig.host_port.write
    rig.round(2000)
    assert rig.box.id == was and rig.mirror.synced
    rig.answer()


@pytest.mark.parametrize("sent", [False, True])
def test_a_withdrawn_request_is_not_sent_again(rig, sent) -> None:
    got: list[Any] = []
    ask = rig.mirror.client.request
    first = ask("ping", done=got.append)
    if sent:
        rig.until(lambda: got)
        rig.host_port.write = lambda data: len(data)  # it gets nowhere
    request = ask("press", 60, done=got.append)
    if sent:
        rig.round(100)
        del rig.host_port.write
    rig.mirror.client.withdraw(request)
    rig.mirror.client.withdraw(first)  # has its reply, or is withdrawn too
    rig.round(400)
    assert rig.mirror.client.idle and len(got) == sent and not rig.box.board.button.presses
    rig.answer()


# --- another program ------------------------------------------------------------------------------


def test_a_box_with_other_rules_is_told_in_one_line(rig, monkeypatch) -> None:
    rig.answer()
    text = rig.box.game.save()
    other = text.replace(f"[{s.SCHEMA},", f"[{s.SCHEMA + 1},", 1)
    assert other != text
    rig.box.game.save = lambda: other
    rig.mirror._take()
    rig.until(lambda: rig.mirror.failed)
    assert rig.mirror.failed == (
        "the box's game cannot be followed here (this save was made by another version of the rules; finish it "
        "with that version); bring both to the same version of Omenbox"
    )
    del rig.box.game.save
    rig.mirror.client.pull()
    rig.until(lambda: rig.mirror.synced)
    rig.answer()


@pytest.mark.parametrize("text", ["[1, [2, 3], null]", "5", "{", "[" + "null, " * 18 + "null]"])
def test_a_state_of_no_sense_is_told_in_one_line(rig, text) -> None:
    rig.answer()
    rig.box.game.save = lambda: text
    rig.mirror._take()
    rig.until(lambda: rig.mirror.failed)
    assert "cannot be followed here" in rig.mirror.failed


def test_a_box_whose_game_cannot_be_begun_here_is_told_in_one_line(rig) -> None:
    rig.box.game.setup[0] = 9
    fresh = Rig(rig.packs)
    fresh.box, fresh.box_port, fresh.host_port = rig.box, rig.box_port, rig.host_port
    fresh.until(lambda: fresh.mirror.failed)
    assert "cannot be followed here (9 seats: a game has 3 to 6)" in fresh.mirror.failed


def test_a_box_with_another_program_is_told_and_played_with(packs) -> None:
    rig = Rig(packs)
    rig.until(lambda: rig.mirror.synced)
    assert not told(rig, "program")
    rig.box.link.build = "0badc0de"
    for _ in range(2):
        rig.mirror.client.pull()
        rig.until(lambda: rig.mirror.client.up)
    assert told(rig, "program") == [
        f"the box runs another program (0badc0de) than is here ({build_hash()}); should they differ, bring both to the "
        "same version of Omenbox"
    ]
    rig.begin()
    rig.answer()


def test_a_box_brought_to_the_same_version_is_accepted(packs, monkeypatch) -> None:
    rig = Rig(packs)
    with monkeypatch.context() as patch:
        patch.setattr(clients, "PROTOCOL", 2)
        rig.until(lambda: rig.mirror.client.refused)
    rig.plugged = False
    rig.round(100)
    rig.box = rig.start(boot=12)
    rig.plugged = True
    rig.until(lambda: rig.mirror.synced, 5)
    assert rig.mirror.client.refused == ""
    rig.begin()
    rig.answer()


def test_a_box_brought_to_the_same_version_at_an_open_port_is_accepted(packs, monkeypatch) -> None:
    rig = Rig(packs)
    with monkeypatch.context() as patch:
        patch.setattr(clients, "PROTOCOL", 2)
        rig.until(lambda: rig.mirror.client.refused)
        rig.round(2000)
        assert len(told(rig, "lost")) == 1
    rig.until(lambda: rig.mirror.synced, 10)


# --- a state that the box does not give --------------------------------------------------------------


def test_a_state_that_is_refused_is_not_asked_for_without_a_pause(rig) -> None:
    for _ in range(3):
        rig.answer()
    asked = []
    obey = rig.box.link.obey

    def refuses(kind: str, n: int, args: list[Any]) -> list[Any]:
        asked.append(kind)
        return ["no", n, "busy", "ask again in a moment"] if kind == "snap" else obey(kind, n, args)

    rig.box.link.obey = refuses
    rig.mirror._take()
    rig.round(2000)  # 10 s
    assert 5 <= asked.count("snap") <= 25
    del rig.box.link.obey
    rig.until(lambda: rig.mirror.synced)
    assert rig.mirror.snapshots == 1 and rig.equal()


def test_a_box_that_lost_its_game_while_its_state_came_is_empty_and_says_so(rig) -> None:
    for _ in range(3):
        rig.answer()
    rig.mirror._take()
    rig.round(3)
    rig.plugged = False
    rig.round(5)
    rig.box = rig.start(boot=12)
    rig.plugged = True
    rig.until(lambda: rig.mirror.synced, 10)
    assert told(rig, "hello")[-1] == "the box is there and was started again, with no game on its table"
    rig.begin(seed=6)
    rig.answer()
