"""What compiled effects do, seen in the real interpreter."""

from __future__ import annotations

import pytest

from .rig import Runner, problems


@pytest.fixture
def run(tmp_path, monkeypatch):
    return Runner(tmp_path, monkeypatch)


def test_a_parameter_comes_back(run):
    assert run("def f(n):\n    return n", 5) == (5, [])


@pytest.mark.parametrize(
    "text, value",
    [
        ("a + b", 9),
        ("a - b", 5),
        ("a * b", 14),
        ("a // b", 3),
        ("a % b", 1),
        ("-a // b", -4),
        ("a & b", 2),
        ("a | b", 7),
        ("a ^ b", 5),
        ("a << b", 28),
        ("a >> b", 1),
        ("~a", -8),
        ("a == b", 0),
        ("a != b", 1),
        ("a < b", 0),
        ("a > b", 1),
        ("a <= 7", 1),
        ("a >= 8", 0),
        ("not a", 0),
        ("not (a == b)", 1),
        ("a and b", 1),
        ("a and 0", 0),
        ("0 or b", 1),
        ("a if a < b else b", 2),
        ("1 < b < a", 1),
        ("1 < b < a < 7", 0),
        ("b in a", 1),
        ("b not in a", 0),
        ("3 in 7", 0),
        ("None", -1),
        ("None == -1", 1),
        ("True + True", 2),
        ("1 << 3 | 1", 9),
        ("(a + b) * (a - b) + (a * b - (b - a))", 64),
        ("1 << 40 >> 40", 1),
        ("{a}", 128),
        ("{a, b, a}", 132),
        ("{SPEED, MIGHT, KNOWLEDGE} - {MIGHT}", 9),
        ("everybody() - {a, b}", 9),
        ("rooms() - (rooms() & {b + 1})", 34),
        ("everybody() - 0", 13),
        ("0 - 5", -5),
    ],
)
def test_an_expression_has_its_value(run, text, value):
    assert run(f"def f(a, b) -> any:\n    return {text}", 7, 2)[0] == value


def test_conditions_stop_as_soon_as_they_are_decided(run):
    text = """
def f(a):
    if a == 1 or note(1) and note(2):
        note(10)
    if a == 1 and not (note(3) == 0 or note(4) < 0):
        note(20)
"""
    assert run(text, 1)[1] == [10, 3, 4, 20]
    assert run(text, 2)[1] == [1, 2, 10]


@pytest.mark.parametrize("a", range(-1, 3))
@pytest.mark.parametrize("b", range(-1, 3))
def test_every_comparison_branches_the_right_way(run, a, b):
    lines = ["def f(a, b):", "    n = 0"]
    for bit, op in enumerate(["==", "!=", "<", "<=", ">", ">="]):
        lines += [f"    if a {op} b:", f"        n |= {1 << bit}"]
        lines += [f"    if not a {op} 1:", f"        n |= {1 << (bit + 6)}"]
        lines += [f"    if 0 {op} b:", f"        n |= {1 << (bit + 12)}"]
    lines.append("    return n")
    wanted = 0
    for bit, op in enumerate(["==", "!=", "<", "<=", ">", ">="]):
        wanted |= eval(f"a {op} b") << bit | (not eval(f"a {op} 1")) << (bit + 6)
        wanted |= eval(f"0 {op} b") << (bit + 12)
    assert run("\n".join(lines), a, b)[0] == wanted


def test_loops_over_a_set_go_through_its_things_in_order(run):
    assert run("def f():\n    for r in rooms():\n        note(r)")[1] == [1, 3, 5]


def test_a_loop_leaves_its_variable_at_the_last_thing(run):
    text = """
def f():
    r = None
    e = None
    for r in rooms():
        note(r)
    note(r)
    for e in 0:
        note(e)
    note(e)
"""
    assert run(text)[1] == [1, 3, 5, 5, -1]


def test_a_loop_variable_may_be_changed_inside(run):
    text = """
def f():
    for r in 0b10110:
        r = r * 10
        note(r)
    for i in range(3):
        i += 5
        note(i)
"""
    assert run(text)[1] == [10, 20, 40, 5, 6, 7]


@pytest.mark.parametrize(
    "call, values",
    [
        ("range(3)", [0, 1, 2]),
        ("range(2, 4)", [2, 3]),
        ("range(n)", [0, 1, 2]),
        ("range(n, n + 2)", [3, 4]),
        ("range(0)", []),
        ("range(4, 2)", []),
    ],
)
def test_range_counts_as_in_python(run, call, values):
    text = f"def f(n):\n    for i in {call}:\n        note(i)\n        n = 1"
    assert run(text, 3)[1] == values


def test_range_leaves_its_variable_at_the_last_number(run):
    assert run("def f(n):\n    i = 0\n    for i in range(n):\n        note(1)\n    return i", 3)[0] == 2


def test_break_and_continue(run):
    text = """
def f():
    n = 0
    while True:
        n += 1
        if n % 2:
            continue
        if n > 6:
            break
        note(n)
    for i in range(9):
        if i == 1:
            continue
        if i == 4:
            break
        note(i)
    for r in rooms():
        if r == 3:
            continue
        note(r)
    return n
"""
    assert run(text) == (8, [2, 4, 6, 0, 2, 3, 1, 5])


def test_loops_nest(run):
    text = """
def f():
    n = 0
    for a in everybody():
        for b in rooms():
            for i in range(2):
                n = n * 2 + a * b - i
    return n
"""
    n = 0
    for a in (0, 2, 3):
        for b in (1, 3, 5):
            for i in range(2):
                n = n * 2 + a * b - i
    assert run(text)[0] == n


def test_functions_call_each_other_with_results(run):
    text = """
def twice(n):
    return n * 2
def f(n):
    note(twice(twice(n)) + twice(1))
    nothing()
    return add(twice(n), twice(n + 1))
def add(a, b):
    return a + b
def nothing():
    pass
"""
    assert run(text, 3) == (14, [14])


def test_recursion_works(run):
    assert run("def f(n):\n    return 1 if n < 2 else n * f(n - 1)", 6)[0] == 720


def test_a_prompt_is_answered_and_the_function_goes_on(run):
    text = """
def f(me: explorer):
    a = ask(1)
    note(a)
    note(ask(2) + ask(3) * a)
    ask(4)
    return choose(me, "hello", "yes", "yes") + a
"""
    result, notes = run(text, 2, answers=(5, 6, 7, 8, 9))
    assert (result, notes) == (14, [1, 5, 2, 3, 41, 4, (2, 1, 2, 2)])


def test_an_optional_argument_may_be_left_out(run):
    text = "def f(me: explorer) -> room:\n    pick(me, rooms())\n    return pick(me, rooms(), 1)"
    assert run(text, 2, answers=(1, 3)) == (3, [(2, 42), (2, 42, 1)])


def test_words_take_up_to_four_values(run):
    assert run("def f(a):\n    return four(a, 2, a + 2, 4) + four(0, 0, 0, a)", 1)[0] == 1235


def test_constants_of_a_file_and_of_the_engine(run):
    constants = 'TWO = 1 + 1\nBOOK = card("book")\n'
    text = constants + "def f() -> card:\n    note(TWO * MIGHT)\n    return handle(BOOK)"
    assert run(text) == (0, [2])


def test_this_is_the_source_of_the_frame(run):
    assert run("def g2() -> any:\n    return this\ndef f() -> any:\n    return g2()")[0] == 7


def test_a_content_id_is_a_constant_of_the_game(run):
    assert run('def f():\n    return card("book")')[0] == 0


def test_a_procedure_is_a_constant(run):
    text = 'def other():\n    pass\ndef f() -> proc:\n    return proc("other")'
    assert run(text)[0] == 0


def test_a_set_loses_and_gains_things(run):
    text = """
def f(me: explorer) -> explorers:
    who = everybody()
    who &= ~(1 << me)
    if me in who:
        note(99)
    first = None
    for e in who:
        if first == None:
            first = e
        gain(e, SPEED, 1)
    gain(first, MIGHT, -1)
    return who
"""
    result, notes = run(text, 2)
    assert (result, notes) == (0b1001, [(0, 0, 1), (3, 0, 1), (0, 1, -1)])


def test_many_variables_share_few_places(run):
    lines = ["def f(n):", "    s = 0"]
    for i in range(60):
        lines += [f"    a{i} = n + {i}", f"    s += a{i} * a{i}"]
    text = "\n".join([*lines, "    return s"])
    assert run(text, 1)[0] == sum((1 + i) ** 2 for i in range(60))
    assert run.data is not None
    from .rig import open_built

    assert open_built(run.data).proc(0)[0] <= 6


def test_a_variable_first_set_in_both_branches(run):
    text = "def f(n):\n    if n:\n        a = 1\n    else:\n        a = 2\n    return a"
    assert run(text, 1)[0] == 1 and run(text, 0)[0] == 2


def test_swapping_through_a_third(run):
    assert run("def f(a, b):\n    c = a\n    a = b\n    b = c\n    return a * 10 + b", 1, 2)[0] == 21


def test_a_conditional_value_that_uses_its_own_target(run):
    text = "def f(a):\n    a = 0 if a == 3 and a else a + a\n    return a"
    assert run(text, 3)[0] == 0 and run(text, 2)[0] == 4


def test_say_takes_the_word_for_so_many_values(run):
    words = 'def f(me: explorer):\n    say("yes")\n    say("hello", me)\n    say1("hello", me)'
    _result, notes = run(words, 2)
    assert [note if isinstance(note, int) else len(note) for note in notes][1:] == [2, 2]
    assert notes[1] == notes[2]


def test_types_need_not_be_written(tmp_path):
    """What a function is called with, and what it gives, is passed on from function to function."""
    text = """
@drawn("book")
def f(me):
    go(where(me), everybody())
def where(who):
    return home(who)
def home(who):
    return room_of(who) if who in everybody() else None
def go(to, those):
    for e in those:
        gain(e, SPEED, 1)
    if to != None:
        note(to in rooms())
"""
    assert problems(tmp_path, {"a.effect": text}) == []


@pytest.mark.parametrize(
    "calls, wanted",
    [
        ("g(me)", []),
        ("g(me)\n    g(3)", ["a.effect:6:10: 'e' of gain: an explorer is wanted, this is a number"]),
        (
            "g(room_of(me))\n    g(room_of(me))",
            ["a.effect:6:10: 'e' of gain: an explorer is wanted, this is a room"],
        ),
    ],
)
def test_calls_that_do_not_agree_leave_a_number(tmp_path, calls, wanted):
    text = f"@drawn(\"book\")\ndef f(me):\n    {calls}\n"
    text += "\n" * (4 - text.count("\n")) + "def g(who):\n    gain(who, SPEED, 1)\n"
    assert [p for p in problems(tmp_path, {"a.effect": text}) if ":6:" in p] == wanted
