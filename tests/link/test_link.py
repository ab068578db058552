"""The link between a box and a mirror: answers, corrections, undo, gaps, and hosts that go away."""

from __future__ import annotations

import pytest

from omenbox.link import No
from omenbox_device import link
from omenbox_device.framing import TO_BOX, frame
from shared_rules import state as s

from .rig import Rig


@pytest.fixture
def rig(packs) -> Rig:
    it = Rig(packs)
    it.begin()
    return it


def reply(rig, action, *args, **keywords):
    got: list = []
    action(*args, done=got.append, **keywords)
    rig.until(lambda: got)
    return got[0]


def code(rig, action, *args, **keywords):
    got = reply(rig, action, *args, **keywords)
    assert isinstance(got, No)
    return got.code


def test_a_game_is_answered_from_the_host(rig) -> None:
    for _ in range(60):
        rig.answer()
    assert rig.box.number == 60 and rig.mirror.snapshots == 0 and rig.mirror.differences == []


def test_what_is_done_at_the_box_shows_in_the_mirror(rig) -> None:
    for n in range(40):
        rig.answer_at_box()
        rig.until(lambda: rig.mirror.number == n + 1 and rig.mirror.synced)  # noqa: B023
        assert rig.equal()


def test_an_answer_to_an_older_prompt_is_refused(rig) -> None:
    first = rig.choose()
    rig.answer()
    other = next(v for v in rig.box.game.prompt[s.P_DOMAIN] if v != first)
    assert code(rig, rig.mirror.answer, other, number=0) == "prompt"
    assert rig.box.number == 1


def test_an_answer_outside_the_domain_is_refused_with_the_reason(rig) -> None:
    got = reply(rig, rig.mirror.answer, -4)
    assert isinstance(got, No) and got.code == "refused" and "-4 is not one of" in str(got)


@pytest.mark.parametrize("value", [None, "x", [1.5], {"a": 1}, [[]], 1e9, True])
def test_an_answer_of_no_sense_is_refused(rig, value) -> None:
    assert code(rig, rig.mirror.answer, value) == "refused"
    rig.answer()


def test_an_answer_to_another_game_is_refused(rig) -> None:
    old, value = rig.mirror.id, rig.choose()
    rig.begin(seed=6)
    got: list = []
    rig.mirror.client.request("a", old, 0, value, done=got.append)
    rig.until(lambda: got)
    assert got[0].code == "game" and rig.box.number == 0


def test_answers_are_taken_back_and_the_mirror_follows(rig) -> None:
    for _ in range(2):
        rig.answer()
    before = rig.box.game.hash()
    rig.answer()
    assert reply(rig, rig.mirror.take_back, 1) == []
    rig.until(lambda: rig.mirror.number == 4 and rig.mirror.synced)
    assert rig.equal() and rig.box.game.hash() == before


def test_no_more_is_taken_back_than_the_table_may(rig) -> None:
    while rig.box.game.prompt[s.P_KIND] != s.DICE:
        rig.answer()
    rig.answer()
    assert rig.mirror.undoable == rig.box.game.undoable
    assert code(rig, rig.mirror.take_back, rig.mirror.undoable + 1) == "refused"


def test_a_correction_is_made_and_mirrored(rig) -> None:
    for _ in range(6):
        rig.answer()
    assert reply(rig, rig.mirror.correct, ["trait", 1, s.MIGHT, 7]) == []
    rig.until(lambda: rig.mirror.number == 7 and rig.mirror.synced)
    assert rig.mirror.game.ex[1][s.E_TRAITS + s.MIGHT] == 7 and rig.equal()
    assert code(rig, rig.mirror.correct, ["trait", 1, s.MIGHT, 9]) == "refused"


def test_the_host_lets_the_box_roll(rig) -> None:
    assert code(rig, rig.mirror.roll) == "refused"
    while rig.box.game.prompt[s.P_KIND] != s.DICE:
        rig.answer()
    n = rig.box.number
    assert reply(rig, rig.mirror.roll) == []
    rig.until(lambda: rig.mirror.number == n + 1 and rig.mirror.synced)
    assert rig.equal()


def test_an_effect_that_fails_is_told_and_taken_back_from_the_host(rig, monkeypatch) -> None:
    from shared_rules.game import Game
    from shared_rules.vm import EffectError

    def fails(game, budget=0):
        raise EffectError("x.effect:3: no")

    rig.answer()
    before = rig.box.game.hash()
    with monkeypatch.context() as patch:
        patch.setattr(Game, "step", fails)
        assert reply(rig, rig.mirror.answer, rig.choose()) == []
        rig.until(lambda: rig.mirror.number == 2 and rig.mirror.synced)
    assert rig.mirror.error == "x.effect:3: no" and rig.mirror.undoable == 2 and rig.equal()
    assert code(rig, rig.mirror.answer, 1) == "refused"
    assert reply(rig, rig.mirror.take_back, 1) == []
    rig.until(lambda: rig.mirror.number == 3 and rig.mirror.synced)
    assert rig.mirror.error == "" and rig.box.game.hash() == before and rig.equal()
    rig.answer()


def test_a_new_game_takes_the_place_of_the_old_one(rig) -> None:
    rig.answer()
    rig.begin(seed=77, seats=5)
    assert rig.mirror.number == 0 and len(rig.mirror.game.ex) == 5 and rig.equal()
    rig.answer()


@pytest.mark.parametrize("setup", [[], [3, 1, 1], [9, 1, 1, 0, 0, 0, 1, 1, 0, []], ["x"] * 10, 5, [3, 1.5, 1, []]])
def test_a_wrong_set_up_is_refused_and_the_game_stays(rig, setup) -> None:
    rig.answer()
    was = rig.box.id
    assert code(rig, rig.mirror.begin, setup) in ("refused", "unknown")
    assert rig.box.id == was
    rig.answer()


def test_a_state_that_differs_is_told_and_repaired(rig) -> None:
    rig.answer()
    rig.mirror.game.v[s.V_OMENS] = 5
    rig.answer_at_box()
    rig.until(lambda: rig.mirror.snapshots == 1 and rig.mirror.synced)
    assert rig.equal() and len(rig.mirror.differences) == 1
    assert "after record 2 the box's state is" in rig.mirror.differences[0]
    for _ in range(5):
        rig.answer()


def test_undo_beyond_a_snapshot_takes_a_new_one(rig) -> None:
    rig.answer()
    rig.answer()
    rig.mirror._take()
    rig.until(lambda: rig.mirror.snapshots == 1 and rig.mirror.synced)
    assert reply(rig, rig.mirror.take_back, 2) == []
    rig.until(lambda: rig.mirror.number == 3 and rig.mirror.synced)
    assert rig.equal() and rig.mirror.differences == []


def test_a_box_that_no_longer_has_the_records_gives_its_state(rig) -> None:
    """After a power cut the box goes on from its save: the log in memory begins there."""
    for _ in range(4):
        rig.answer()
    rig.plugged = False
    rig.round(10)
    old = rig.box
    rig.box = rig.start(boot=8)
    again = type(old.game)(rig.packs, *old.game.setup)
    again.load(old.game.save())
    again.crc = old.game.crc
    rig.box.begin(again, id=old.id, base=4)
    rig.answer_at_box()
    rig.plugged = True
    rig.until(lambda: rig.mirror.number == 5 and rig.mirror.synced)
    assert rig.equal() and rig.mirror.snapshots == 0, "it needed nothing but the one record"
    fresh = Rig(rig.packs)
    fresh.box, fresh.box_port, fresh.host_port = rig.box, rig.box_port, rig.host_port
    fresh.until(lambda: fresh.mirror.synced)
    assert fresh.equal() and fresh.mirror.snapshots == 1


def test_a_pulled_cable_loses_nothing(rig) -> None:
    for k in range(10):
        rig.answer()
        if k % 2:
            rig.mirror.answer(rig.choose())  # under way when the cable is pulled
            rig.round(k % 3)
        rig.plugged = False
        rig.round(100)
        n = rig.box.number
        for _ in range(k):
            rig.answer_at_box()
        rig.plugged = True
        rig.until(lambda: rig.mirror.synced and rig.mirror.client.idle)
        assert rig.equal() and rig.box.number >= n + k
    told = [what for what, _ in rig.happened]
    assert told.count("hello") == 11 and "snapshot" not in told


def test_an_answer_that_got_through_as_the_cable_was_pulled_counts_once(rig) -> None:
    got: list = []
    number = rig.mirror.number
    rig.mirror.answer(rig.choose(), done=got.append)
    rig.mirror.poll()
    rig.plugged = False  # the box hears it, the host never hears of that
    rig.round(20)
    assert rig.box.number == number + 1 and not got
    rig.plugged = True
    rig.until(lambda: got and rig.mirror.synced)
    assert got == [[]] and rig.box.number == number + 1 and rig.equal()


def test_a_box_that_lost_power_knows_the_numbers_of_no_host(rig) -> None:
    for _ in range(2 * link.AHEAD):
        rig.mirror.client.request("ping")
    rig.until(lambda: rig.mirror.client.idle)
    old = rig.box
    rig.mirror.answer(rig.choose())
    rig.mirror.poll()
    rig.plugged = False
    rig.box = rig.start(boot=8)
    rig.box.begin(old.game, id=old.id)
    rig.plugged = True
    begun = rig.seconds
    rig.until(lambda: rig.box.number == 1 and rig.mirror.synced)
    rig.answer()
    assert rig.seconds - begun < 3


def test_an_answer_to_a_box_that_lost_power_is_not_given_twice(rig) -> None:
    rig.answer()
    got: list = []
    rig.mirror.answer(rig.choose(), done=got.append)
    rig.mirror.poll()
    rig.plugged = False
    rig.round(20)
    old = rig.box
    rig.box = rig.start(boot=8)
    rig.box.begin(old.game, id=old.id)
    rig.plugged = True
    rig.until(lambda: got and rig.mirror.synced)
    assert got == [[]] and rig.box.number == 2 and rig.equal()


def test_a_box_that_starts_again_unseen_is_greeted_again(rig) -> None:
    rig.answer()
    old = rig.box
    rig.box = rig.start(boot=8)
    rig.box.begin(old.game, id=old.id)
    rig.answer_at_box()
    rig.until(lambda: rig.mirror.number == 2 and rig.mirror.synced)
    assert ("hello", "the box is there and was started again") in rig.happened and rig.equal()


def test_the_box_goes_on_while_nobody_reads(rig) -> None:
    rig.reading = False
    for _ in range(60):
        rig.answer_at_box()
    rig.round(1000)
    box = rig.box.link
    assert rig.box.number == 60 and not box.open and len(box.out) <= link.QUEUE
    rig.reading = True
    rig.until(lambda: rig.mirror.number == 60 and rig.mirror.synced)
    assert rig.equal() and rig.mirror.snapshots == 0


def test_a_cable_that_takes_no_more_holds_nothing_up(packs) -> None:
    rig = Rig(packs, room=150)
    rig.begin()
    rig.reading = False
    for _ in range(30):
        rig.answer_at_box()
    rig.round(1000)
    assert rig.box.number == 30 and len(rig.box.link.out) <= 1
    rig.reading = True
    rig.until(lambda: rig.mirror.number == 30 and rig.mirror.synced)
    assert rig.equal()


def test_requests_whose_replies_nobody_reads_are_not_carried_out_for_ever(packs) -> None:
    rig = Rig(packs, room=200)
    rig.begin()
    rig.reading = False
    first = rig.box.link.last
    for k in range(1, 40):
        rig.host_port.write(frame(TO_BOX, ["look", first + k]))
        rig.round()
        assert len(rig.box.link.out) <= link.QUEUE
    rig.reading = True
    rig.mirror.client.pull()
    rig.until(lambda: rig.mirror.client.up and rig.mirror.synced)
    rig.answer()


def test_a_program_of_another_protocol_is_told_so(packs, monkeypatch) -> None:
    monkeypatch.setattr("omenbox.link.client.PROTOCOL", 2)
    rig = Rig(packs)
    rig.round(50)
    why = "this box speaks protocol 1, the host 2; bring both to the same version of Omenbox"
    assert rig.mirror.client.refused == why and ("lost", why) in rig.happened
    assert not rig.box.link.open


def test_other_packs_than_the_box_has_are_named(packs) -> None:
    from omenbox.packs import open_packs
    from shared_rules.pack import Packs

    rig = Rig(packs)
    rig.mirror.packs = Packs(open_packs([]).packs[:1])
    rig.round(50)
    assert "widows_walk" in rig.mirror.failed and "copy these packs to the box" in rig.mirror.failed


def test_the_host_sees_the_lamps_and_presses_the_button(rig) -> None:
    while rig.box.game.prompt[s.P_KIND] != s.DICE:
        rig.answer()
    n = rig.box.number
    got: list = []
    rig.mirror.client.request("press", 60, done=got.append)
    rig.until(lambda: rig.mirror.number == n + 1 and rig.mirror.synced)
    rig.mirror.client.request("look", done=got.append)
    rig.until(lambda: len(got) == 2)
    digits, lamps = got[1]
    assert digits == rig.box.board.digits.shown and len(lamps) == 6 * 64 and rig.equal()


def test_what_the_program_prints_is_passed_on(rig) -> None:
    rig.box_port.write(b"Traceback: something\r\n")
    rig.answer()
    assert ("log", "Traceback: something") in rig.happened


def test_every_line_fits_the_other_sides_buffer(rig) -> None:
    longest = []
    write = rig.box.link.port.write

    def watched(data):
        longest.append(len(data))
        return write(data)

    rig.box.link.port.write = watched
    for _ in range(40):
        rig.answer()
    rig.mirror._take()
    rig.until(lambda: rig.mirror.snapshots == 1)
    assert max(longest) < 1024
