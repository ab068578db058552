"""The build for the board means the same as the sources, and costs less."""

from __future__ import annotations

import ast
import doctest

import pytest

from omenbox import device
from omenbox.errors import OmenboxError

from .platforms import HEAP_PROBE, board_files, heap, install


def test_examples_in_the_docs() -> None:
    assert doctest.testmod(device).failed == 0


def functions(text: str) -> list[tuple[str, int]]:
    nodes = ast.walk(ast.parse(text))
    return [(node.name, node.lineno) for node in nodes if isinstance(node, ast.FunctionDef)]


def test_lines_stay_where_they_are() -> None:
    before = device.sources()
    for path, text in device.inline(before).items():
        assert len(text.splitlines()) == len(before[path].splitlines()), path
        assert functions(before[path]) == functions(text), path


def test_constants_are_followed_through_imports() -> None:
    new = device.inline(
        {
            "p/a.py": "ONE = 1\nMINUS = -ONE\nNAMES = ('x',)\n",
            "p/b.py": "from p.a import ONE, NAMES\nfrom p import a\nx = ONE, a.MINUS, NAMES\n",
            "p/c.py": "from p.a import *\nTWO = ONE + 1\ny = TWO << 2, NAMES\n",
        }
    )
    assert new["p/a.py"] == "pass\npass\nNAMES = ('x',)\n"
    assert new["p/b.py"] == "from p.a import NAMES\nfrom p import a\nx = 1, (-1), NAMES\n"
    assert new["p/c.py"] == "from p.a import NAMES\npass\ny = 2 << 2, NAMES\n"


def test_star_imports_pass_on_what_they_got() -> None:
    new = device.inline(
        {
            "a.py": "ONE = 1\nNAMES = ('x',)\n",
            "b.py": "from a import *\ndef f(): return ONE\n",
            "c.py": "from b import *\nx = f(), ONE, NAMES\n",
        }
    )
    assert new["b.py"] == "pass\ndef f(): return 1\n"
    assert new["c.py"] == "from a import NAMES; from b import f\nx = f(), 1, NAMES\n"


def test_what_others_reach_through_a_module_stays_in_it() -> None:
    new = device.inline(
        {
            "a.py": "def f(): return 1\n",
            "b.py": "from a import *\n",
            "c.py": "import b\nx = b.f()\n",
        }
    )
    assert new["b.py"] == "from a import f\n"


def test_what_only_type_checkers_read_costs_nothing() -> None:
    text = "TYPE_CHECKING = False\nif TYPE_CHECKING:\n    from typing import Any\n    number = int\n"
    compiled = device.compile_mpy("a.py", device.inline({"a.py": text})["a.py"])
    assert b"typing" not in compiled and b"number" not in compiled


def test_annotations_cost_nothing() -> None:
    bare = "class A:\n    x = 1\ndef f(g, n):\n    y = []\n    return y\n"
    typed = (
        "class A:\n    x: int = 1\n    z: 'Any'\n"
        "def f(g: 'Game', n: int) -> 'Any':\n    y: list[int] = []\n    return y\n"
    )
    assert len(device.compile_mpy("a.py", typed)) == len(device.compile_mpy("a.py", bare))


def test_a_variable_named_like_a_constant_is_refused() -> None:
    with pytest.raises(OmenboxError, match=r"b.py:3: ONE is a constant"):
        device.inline({"a.py": "ONE = 1\n", "b.py": "from a import *\ndef f():\n    ONE = 2\n"})


def test_board_build_of_the_state_names_costs_next_to_nothing(mpy32, tmp_path) -> None:
    install(board_files(None), tmp_path)
    script = f"sys.path[:] = ['/data']\n{HEAP_PROBE}import shared_rules.state\n{HEAP_PROBE}"
    out = mpy32.run(script, dirs={"/data": tmp_path}).check()
    first = out.index("GC:") + 3
    grown = heap(out).live - heap(out[: out.index("GC:", first)]).live
    assert grown < 2000
