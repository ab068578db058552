"""Effects are Python: random ones do in the interpreter what Python itself does with them.

This tries out what no list of cases can: how the optimiser and the sharing of places in the
frame go together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .rig import Runner

NAMES = ("a", "b", "c", "i", "j")


class Text(NamedTuple):
    """One piece of program as an effect, and as Python with the differences spelt out."""

    effect: str
    python: str


def both(pattern: str, *parts: Text, python: str = "") -> Text:
    return Text(
        pattern.format(*(p.effect for p in parts)),
        (python or pattern).format(*(p.python for p in parts)),
    )


def expressions() -> st.SearchStrategy[Text]:
    leaves = st.one_of(
        st.integers(-3, 40).map(lambda n: Text(str(n), str(n))),
        st.sampled_from(NAMES).map(lambda n: Text(n, n)),
    )

    def larger(inner: st.SearchStrategy[Text]) -> st.SearchStrategy[Text]:
        two = st.tuples(inner, inner)
        arithmetic = st.tuples(st.sampled_from("+ - * & | ^".split()), two).map(
            lambda t: both(f"({{0}} {t[0]} {{1}})", *t[1])
        )
        compared = st.tuples(st.sampled_from("== != < <= > >=".split()), two).map(
            lambda t: both(f"({{0}} {t[0]} {{1}})", *t[1])
        )
        logic = st.tuples(st.sampled_from(("and", "or")), two).map(
            lambda t: both(f"({{0}} {t[0]} {{1}})", *t[1], python=f"int(bool({{0}}) {t[0]} bool({{1}}))")
        )
        return st.one_of(
            arithmetic,
            compared,
            logic,
            inner.map(lambda x: both("(not {0})", x)),
            inner.map(lambda x: both("(-{0})", x)),
            inner.map(lambda x: both("(~{0})", x, python="(~int({0}))")),
            two.map(lambda t: both("({0} // (({1} & 3) + 1))", *t)),
            two.map(lambda t: both("({0} % (({1} & 3) + 1))", *t)),
            two.map(lambda t: both("({0} << ({1} & 3))", *t)),
            two.map(lambda t: both("({0} >> ({1} & 3))", *t)),
            two.map(lambda t: both("({0} in {1})", *t, python="bit({0}, {1})")),
            two.map(lambda t: both("({0} not in {1})", *t, python="(not bit({0}, {1}))")),
            st.tuples(inner, inner, inner).map(lambda t: both("({0} if {1} else {2})", *t)),
            st.tuples(inner, inner, inner).map(lambda t: both("({0} < {1} <= {2})", *t)),
            inner.map(lambda x: both("note({0})", x)),
            inner.map(lambda x: both("ask({0})", x)),
            two.map(lambda t: both("other({0}, {1})", *t)),
        )

    return st.recursive(leaves, larger, max_leaves=8)


def indented(body: list[Text]) -> Text:
    """A block, a step further in."""
    lines = [["    " + line for t in body for line in t[side].split("\n")] for side in (0, 1)]
    return Text("\n".join(lines[0]), "\n".join(lines[1]))


def statements(depth: int, loop: bool) -> st.SearchStrategy[Text]:
    value = expressions()
    name = st.sampled_from(NAMES)
    options = [
        st.tuples(name, value).map(lambda t: both(f"{t[0]} = {{0}} & 0xFFFF", t[1])),
        st.tuples(name, st.sampled_from("+-^"), value).map(lambda t: both(f"{t[0]} {t[1]}= {{0}} & 0xFF", t[2])),
        value.map(lambda x: both("note({0})", x)),
        name.map(lambda n: Text(f"note({n})", f"note({n})")),
        value.map(lambda x: both("if {0}:\n    return {0}", x)),
    ]
    if loop:
        exits = st.sampled_from(("break", "continue"))
        options.append(st.tuples(value, exits).map(lambda t: both(f"if {{0}}:\n    {t[1]}", t[0])))
    if depth:
        inner = st.lists(statements(depth - 1, loop), min_size=1, max_size=3).map(indented)
        body = st.lists(statements(depth - 1, True), min_size=1, max_size=3).map(indented)
        options += [
            st.tuples(value, inner).map(lambda t: both("if {0}:\n{1}", *t)),
            st.tuples(value, inner, inner).map(lambda t: both("if {0}:\n{1}\nelse:\n{2}", *t)),
            st.tuples(name, value, body).map(lambda t: both(f"for {t[0]} in range({{0}} & 3):\n{{1}}", *t[1:])),
            st.tuples(name, value, value, body).map(
                lambda t: both(f"for {t[0]} in range({{0}} & 1, {{1}} & 3):\n{{2}}", *t[1:])
            ),
            st.tuples(name, value, body).map(
                lambda t: both(
                    f"for {t[0]} in {{0}} & 0x1F:\n{{1}}",
                    *t[1:],
                    python=f"for {t[0]} in bits({{0}} & 0x1F):\n{{1}}",
                )
            ),
            st.tuples(value, body).map(lambda t: both("while tick() < 12 and {0}:\n{1}", *t)),
        ]
    return st.one_of(options)


PROGRAMS = st.lists(statements(2, False), min_size=1, max_size=6).map(indented)
HEAD = "def f(a, b, c):\n    i = 7\n    j = 8\n"
TAIL = "\n    return a * 3 + b * 5 + c * 7 + i * 11 + j\n"
OTHER = "def other(a, b):\n    note(a - b)\n    return a if b > 3 else a * 2 + b\n"


def in_python(text: str, args: tuple[int, ...]) -> tuple[int, list[int]]:
    """What Python makes of the program, and what it noted; an answer is the question halved."""
    notes: list[int] = []

    def note(n):
        notes.append(int(n))
        return len(notes)

    def ask(n):
        notes.append(int(n))
        return int(n) >> 1

    def tick():
        notes.append(-77)
        return sum(1 for n in notes if n == -77)

    scope: dict[str, Any] = {
        "note": note,
        "ask": ask,
        "tick": tick,
        "bit": lambda i, m: int(m) >> int(i) & 1 if i >= 0 else 0,
        "bits": lambda m: [i for i in range(8) if int(m) >> i & 1],
    }
    exec(OTHER + HEAD + text + TAIL, scope)
    return int(scope["f"](*args)), notes


@pytest.fixture
def run(tmp_path, monkeypatch):
    return Runner(tmp_path, monkeypatch)


@given(PROGRAMS, st.tuples(*[st.integers(-2, 9)] * 3))
@settings(
    max_examples=400,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
def test_a_random_effect_does_what_python_does(run, program, args):
    wanted = in_python(program.python, args)
    assert run.halving(OTHER + HEAD + program.effect + TAIL, *args) == wanted
