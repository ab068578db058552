"""Whatever the game asks can be answered with one button and four digits, as far as numbers can answer."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omenbox_device import display, lights
from omenbox_device.board import VirtualBoard
from omenbox_device.loop import Box
from omenbox_device.picking import Pick
from shared_rules import state as s
from shared_rules.game import Game, check_answer

from . import presses
from .pressing import pack_files, run_here, run_there

SEED = 1


def asked(kind, domain, menu=0):
    return [0, kind, 0, domain, s.NONE, [], menu]


def texts(pick, times):
    got = []
    for _ in range(times):
        got.append(pick.text())
        pick.next()
    return got


def test_an_option_is_its_number_of_how_many_there_are():
    pick = Pick(asked(s.CHOICE, [7, 8, 9]))
    assert texts(pick, 5) == ["", "1-3", "2-3", "3-3", "1-3"]
    assert pick.hold() and pick.answer == 8


def test_nothing_is_confirmed_that_was_not_shown():
    pick = Pick(asked(s.CHOICE, [7, 8]))
    assert not pick.hold() and pick.answer is None


def test_back_is_one_before_where_the_double_press_began():
    pick = Pick(asked(s.CHOICE, list(range(9))))
    for _ in range(4):
        pick.next()
    assert pick.text() == "4-9"
    pick.next()
    pick.back()
    assert pick.text() == "3-9"
    pick = Pick(asked(s.CHOICE, list(range(9))))
    pick.next()
    pick.back()
    assert pick.text() == "9-9"


def test_a_number_is_itself():
    pick = Pick(asked(s.RANGE, [3, 11]))
    assert texts(pick, 4) == ["", "   3", "   4", "   5"]
    assert pick.hold() and pick.answer == 6


def test_several_are_chosen_one_by_one_and_then_confirmed():
    pick = Pick(asked(s.SUBSET, [1, 2, 70, 80, 90]))
    pick.next()
    assert pick.text() == "1_3" and pick.hold() and pick.text() == "1=3"
    pick.next()
    assert pick.hold() and pick.hold() and pick.text() == "2_3"
    pick.next()
    assert pick.hold() and pick.text() == "3=3"
    pick.next()
    assert pick.text() == "do 2" and pick.hold() and pick.answer == [70, 90]


def test_too_few_or_too_many_are_not_confirmed():
    pick = Pick(asked(s.SUBSET, [2, 2, 70, 80, 90]))
    for _ in range(3):
        pick.next()
        pick.hold()
    assert pick.chosen == [70, 80]
    pick.at = 0
    pick.hold()
    pick.at = 3
    assert pick.text() == "do 1" and not pick.hold()


def test_where_one_can_be_chosen_the_last_one_is_it():
    pick = Pick(asked(s.SUBSET, [0, 1, 70, 80]))
    for _ in range(2):
        pick.next()
        pick.hold()
    assert pick.chosen == [80]


def test_letters_are_numbers_of_the_alphabet():
    prompt = asked(s.LETTERS, [1, 3])
    pick = Pick(prompt)
    for at in (2, 0, 19, 25, 27):  # C A T; no room for Z; the last one is taken away again
        pick.at = at
        pick.hold()
    assert pick.text() == "Er 2"
    pick.at = 26
    assert pick.text() == "do 2" and pick.hold()
    assert [chr(c) for c in pick.answer] == ["C", "A"]
    check_answer(prompt, pick.answer)


def test_dice_are_not_picked():
    pick = Pick(asked(s.DICE, [4]))
    pick.next()
    pick.back()
    assert pick.text() == "" and not pick.hold()


def test_what_does_not_fit_moves_past():
    assert display.window("3-5", 0) == "3-5 "
    seen = [display.window("12-345", ms) for ms in range(0, 2700, 50)]
    assert seen[0] == "12-3" and len(seen[0]) == 4
    runs = [text for n, text in enumerate(seen) if n == 0 or seen[n - 1] != text]
    assert runs == ["12-3", "2-34", "-345"]
    assert display.window("12-345", 2700) == "12-3"


@st.composite
def prompts(draw):
    """A prompt of any kind but dice, and a legal answer to it."""
    kind = draw(st.sampled_from([s.CHOICE, s.RANGE, s.SUBSET, s.LETTERS]))
    if kind == s.RANGE:
        low = draw(st.integers(-3, 12))
        high = low + draw(st.integers(0, 30))
        return asked(kind, [low, high]), draw(st.integers(low, high))
    options = draw(st.lists(st.integers(65, 90), min_size=1, max_size=26, unique=True))
    if kind == s.CHOICE:
        return asked(kind, options), draw(st.sampled_from(options))
    least = draw(st.integers(0, len(options)))
    most = draw(st.integers(max(least, 1), len(options)))
    answer = draw(st.lists(st.sampled_from(options), min_size=least, max_size=most, unique=kind == s.SUBSET))
    return asked(kind, [least, most, *options]), answer


def turn_to(pick, text):
    """Press until the digits show something."""
    for _ in range(pick.places + 1):
        if pick.text() == text:
            return
        pick.next()
    raise AssertionError(f"{text} is never shown")


@settings(max_examples=60, deadline=None)
@given(prompts())
def test_every_legal_answer_can_be_given_by_what_the_digits_show(asked_and_answer):
    prompt, answer = asked_and_answer
    pick = Pick(prompt)
    kind, domain = prompt[s.P_KIND], prompt[s.P_DOMAIN]
    if kind == s.RANGE:
        turn_to(pick, f"{answer:4}")
    elif kind == s.CHOICE:
        turn_to(pick, f"{domain.index(answer) + 1}-{len(domain)}")
    else:
        for option in answer:
            at, count = domain.index(option, 2) - 1, len(domain) - 2
            again = kind == s.LETTERS and option in pick.chosen
            turn_to(pick, f"{at}{'=' if again else '_'}{count}")
            assert pick.hold() and pick.answer is None
        turn_to(pick, f"do{len(answer):2}")
    assert pick.hold() and pick.answer == answer
    check_answer(prompt, pick.answer)


# --- at the box ----------------------------------------------------------------------------


@pytest.fixture
def player(packs):
    box = Box(VirtualBoard())
    box.begin(Game(packs, seats=3, seed=5))
    player = presses.Player(box, presses.Chance(1))
    player.wait(100)
    return player


def test_digits_tell_nothing_of_a_prompt_before_the_first_press(player):
    assert player.box.board.digits.shown == "----"
    player.press()
    assert player.box.board.digits.shown == "1-12"


def test_a_hold_before_the_first_press_answers_nothing(player):
    player.press(presses.LONG)
    assert player.box.number == 0


def test_a_box_without_packs_is_pressed_in_vain():
    player = presses.Player(Box(VirtualBoard()), presses.Chance(1))
    for length in (60, presses.LONG, 3500):
        player.press(length)
    assert player.box.game is None


def test_the_light_answers_a_finger_at_once(player):
    strip = player.box.board.strip
    assert not any(strip.shown)  # no room is in play yet
    player.wait(presses.TICK)
    player.box.board.button.press(300)
    player.wait(presses.TICK)
    assert all(strip.shown)
    player.wait(200)
    assert not any(strip.shown)


def test_a_step_that_is_picked_blinks_where_it_leads(player):
    box = player.box
    while box.game.prompt[s.P_MENU] != 1:
        player.turn()
    steps = [n for n, o in enumerate(box.game.prompt[s.P_DOMAIN]) if o >> 16 == s.O_STEP]
    for _ in range(steps[0] + 1):
        player.press()
    pattern, lamps, _, _ = box.scene[-1]
    here = box.game.ex[box.game.v[s.V_TURN]][s.E_ROOM]
    assert pattern == lights.POINT and lamps[0] != here and lamps[0] < len(box.game.rooms)


def test_two_quick_presses_go_back(player):
    for _ in range(3):
        player.press()
    player.box.board.button.press(60)
    player.box.board.button.press(60)
    player.wait(300)
    assert player.box.board.digits.shown == "2-12"


def test_a_hold_that_began_at_another_prompt_answers_nothing(player):
    box = player.box
    player.press()
    box.board.button.press(presses.LONG)
    player.wait(300)
    box.answer(box.game.prompt[s.P_DOMAIN][3])
    player.wait(1500)
    assert box.number == 1


def test_a_roll_is_thrown_while_the_finger_is_still_down(player):
    while player.box.board.digits.shown[2] != "d":
        player.turn()
    number = player.box.number
    player.box.board.button.press(5000)
    player.wait(2 * presses.TICK)
    assert player.box.number == number + 1
    player.wait(10000)
    assert player.box.number == number + 1 and player.box.menu is None


def test_the_menu_takes_back_and_dims(player):
    box = player.box
    player.press()
    player.press(presses.LONG)
    assert box.number == 1 and len(box.game.done) == 1
    box.board.button.press(3200)
    player.wait(3100)
    assert box.board.digits.shown == "UndO"
    player.wait(3500)
    player.press(presses.LONG)
    assert len(box.game.done) == 0 and box.menu is None
    box.board.button.press(3200)
    player.wait(6600)
    player.press()
    assert box.board.digits.shown == "nite"
    player.press(presses.LONG)
    assert box.night and box.menu is None


def test_a_whole_game_by_button_and_digits_is_the_same_on_both_pythons(unix, tmp_path):
    files = pack_files(tmp_path)
    there = run_there(unix, [str(SEED), *files])
    assert run_here([str(SEED), *files]) == there
    answers, pressed = map(int, there.split()[:2])
    assert answers > 150 and pressed > answers
