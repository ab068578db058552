"""How small and quick the code of an effect is: the instructions, one by one."""

from __future__ import annotations

import io

import pytest

from omenbox.packs.listing import listing
from shared_rules.pack import Pack

from .rig import build, small_vocabulary


@pytest.fixture
def code(tmp_path):
    """The instructions of function `f`, a line each, without their places."""

    def compiled(effects: str) -> list[str]:
        pack = Pack(io.BytesIO(build(tmp_path, effects)))
        lines = listing(pack, pack.find("proc", "f"), small_vocabulary())
        return [" ".join(line.split()[1:]) for line in lines]

    return compiled


def test_comparing_and_jumping_are_one_instruction(code):
    text = "def f(a, b):\n    if a < b:\n        note(1)\n    if not a == 3:\n        note(2)"
    assert code(text) == [
        "0 JGE r3 r4 ->9",
        "5 W1 r4 note 1",
        "9 JEQ r3 3 ->18",
        "14 W1 r3 note 2",
        "18 RET 0",
    ]


def test_comparing_with_zero_needs_no_constant(code):
    assert code("def f(a):\n    if a == 0:\n        note(a)")[0] == "0 JT r3 ->8"
    assert code("def f(a):\n    if a != 0:\n        note(a)")[0] == "0 JF r3 ->8"


def test_constants_are_computed_beforehand(code):
    text = "N = 3\ndef f() -> any:\n    return (N * 4 + MIGHT) << 2 | -(1 if 2 > 1 else 0)"
    assert code("N = 3\ndef f():\n    return (N * 4 + MIGHT) << 2") == ["0 RET 52"]
    assert code(text.split("\n")[0] + "\ndef f():\n    return not N in 8") == ["0 RET 0"]


def test_what_is_never_reached_is_dropped(code):
    text = "def f(a):\n    while True:\n        if a:\n            return a\n        a = ask(1)\n    note(1)"
    assert code(text) == ["0 JF r3 ->6", "4 RET r3", "6 ASK ask 1", "10 RES r3", "12 JMP ->0"]
    assert code("def f(a):\n    return 1\n    note(a)") == ["0 RET 1"]
    assert code("def f(a):\n    if 1 > 2:\n        note(a)\n    return 1") == ["0 RET 1"]


def test_a_value_that_nobody_reads_is_not_computed(code):
    assert code("def f(a):\n    b = a + 1\n    c = b * 2\n    return a") == ["0 RET r3"]


def test_the_answer_of_a_prompt_is_fetched_only_if_wanted(code):
    assert code("def f(a):\n    ask(a)\n    ask(2)") == ["0 ASK ask r3", "4 ASK ask 2", "8 RET 0"]


def test_a_variable_takes_over_the_place_of_its_original(code):
    text = "def f(a):\n    b = a\n    b += 1\n    return b"
    assert code(text) == ["0 ADD r3 r3 1", "4 RET r3"]


def test_loops_test_once_a_round(code):
    text = "def f(a):\n    while a > 0:\n        a -= note(a)\n    return a"
    assert code(text) == [
        "0 JMP ->11",
        "3 W1 r4 note r3",
        "7 SUB r3 r3 r4",
        "11 JGT r3 0 ->3",
        "16 RET r3",
    ]
    assert code("def f():\n    for i in range(4):\n        note(i)") == [
        "0 MOV r3 0",
        "3 W1 r4 note r3",
        "7 ADD r3 r3 1",
        "11 JLT r3 4 ->3",
        "16 RET 0",
    ]
    assert code("def f():\n    for r in rooms():\n        note(r)") == [
        "0 W0 r3 rooms",
        "3 MOV r4 -1",
        "6 FOR r4 r3 ->18",
        "11 W1 r5 note r4",
        "15 JMP ->6",
        "18 RET 0",
    ]


def test_a_jump_goes_where_it_ends_up(code):
    text = """
def f(a, b):
    while a:
        if b:
            if a == 5:
                note(1)
            else:
                note(2)
        a = ask(b)
"""
    jumps = [line for line in code(text) if " J" in line]
    assert not any(line.endswith(f"->{start.split()[0]}") for line in jumps for start in jumps if " JMP " in start)


def test_a_set_is_looked_into_by_one_instruction(code):
    assert code("def f(me):\n    if me in everybody():\n        note(1)")[1:3] == [
        "3 BIT r3 r4 r3",
        "7 JF r3 ->15",
    ]
