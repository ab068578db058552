"""The button's gestures, whatever the timing of presses and looks, and wherever the clock wraps."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from omenbox_device.button import (
    DOUBLE,
    DOWN,
    HOLD,
    LONG,
    MENU,
    NOTHING,
    PRESS,
    SETTLE,
    TICKS,
    TWICE,
    VERY_LONG,
    Button,
)

#: How long a finger is down, then how long it is off; none so short that it is chatter.
LENGTHS = st.one_of(st.integers(45, 400), st.integers(500, 700), st.integers(2900, 3100), st.integers(45, 9000))
PRESSES = st.lists(st.tuples(LENGTHS, st.one_of(st.integers(45, 400), LENGTHS)), min_size=1, max_size=8)
CLOCKS = st.one_of(st.integers(0, TICKS), st.integers(TICKS - 9000, TICKS))
#: Milliseconds from one look to the next.
LOOKS = st.lists(st.integers(1, 14), min_size=1, max_size=50)


def levels(presses, looks):
    """(time, whether it is down) at each look, the times from 0."""
    ends, t = [], 50
    for down, off in presses:
        ends.append((t, t + down))
        t += down + off
    got, now, n = [], 0, 0
    while now < t + 50:
        got.append((now, any(a <= now < b for a, b in ends)))
        now += looks[n % len(looks)]
        n += 1
    return got


def expected(seen):
    """The gestures that belong to levels without chatter."""
    changes = [(t, down) for n, (t, down) in enumerate(seen) if down != (seen[n - 1][1] if n else False)]
    got, last_up, single = [], None, False
    for (went_down, _), (went_up, _) in zip(changes[::2], changes[1::2]):
        length = went_up - went_down
        second = single and went_down - last_up <= TWICE
        single = False
        if length >= VERY_LONG:
            kind = MENU
        elif length >= LONG:
            kind = HOLD
        elif second:
            kind = DOUBLE
        else:
            kind, single = PRESS, True
        got += [DOWN, kind]
        last_up = went_up
    return got


def told(seen, clock):
    button = Button()
    got = [button.look(down, clock + t & TICKS) for t, down in seen]
    return [gesture for gesture in got if gesture != NOTHING]


@settings(max_examples=80, deadline=None)
@given(PRESSES, LOOKS, CLOCKS)
def test_gestures_follow_from_the_timing_alone(presses, looks, clock):
    seen = levels(presses, looks)
    assert told(seen, clock) == expected(seen)


@settings(max_examples=25, deadline=None)
@given(PRESSES, CLOCKS, st.randoms(use_true_random=False))
def test_a_contact_that_chatters_makes_the_same_gestures(presses, clock, chance):
    seen = levels(presses, [1])
    edges = [t for n, (t, down) in enumerate(seen) if n and down != seen[n - 1][1]]
    spoiled = []
    for t, down in seen:
        if any(0 < t - edge < SETTLE - 1 for edge in edges):
            down = chance.random() < 0.5
        spoiled.append((t, down))
    assert told(spoiled, clock) == expected(seen)


def test_a_finger_is_told_at_the_first_look():
    button = Button()
    assert button.look(False, 5) == NOTHING
    assert button.look(True, 6) == DOWN and button.held(6) == 0


def test_what_has_had_its_effect_means_nothing_more():
    for length in (100, 1000, 4000):
        button = Button()
        button.look(True, 0)
        button.use()
        assert [button.look(ms < length, ms) for ms in range(10, 5000, 10)] == [NOTHING] * 499
        assert button.look(True, 5000) == DOWN


def test_the_menu_comes_while_the_finger_is_still_down():
    button = Button()
    got = [(ms, button.look(ms < 5000, ms)) for ms in range(0, 6000, 10)]
    assert [(ms, gesture) for ms, gesture in got if gesture] == [(0, DOWN), (VERY_LONG, MENU)]


def test_a_press_a_whole_turn_of_the_clock_later_is_not_a_double_one():
    button = Button()
    button.look(True, 0)
    assert button.look(False, 50) == PRESS
    for ms in range(0, TICKS, 1 << 20):
        assert button.look(False, ms + 1000 & TICKS) == NOTHING
    assert button.look(True, 60) == DOWN, "nor the chatter of the first"
    assert button.look(False, 150) == PRESS
