"""Types that an author need not write: what a function is called with, and what it gives.

Every function is compiled a few times for that, and what is noted about it is forgotten. A type
that is written, or that a hook gives, stands; where calls do not agree a number stays a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from .effects import PARAMETER_NAMES, Function, Program
from .vocabulary import MASKS, Word

#: So often types are passed on from function to function.
ROUNDS = 8
#: What is worth passing on; of numbers a literal one must stay possible.
KINDS = frozenset({*MASKS, *MASKS.values(), "tile", "token", "monster", "haunt", "face"}) - {"trait"}


def infer(program: Program, compiled: Callable[[Function], object]) -> None:
    """Give types to parameters and results that have none; `compiled` compiles a function."""
    functions = list(program.functions.values())
    with program.problems.forgotten():
        for _ in range(ROUNDS):
            program.met.clear()
            for function in functions:
                compiled(function)
            words = [_typed(program, function) for function in functions]
            if words == [function.word for function in functions]:
                break
            for function, word in zip(functions, words):
                function.word = word
    for function in functions:
        function.calls, function.asks, function.refers = [], [], set()


def _typed(program: Program, function: Function) -> Word:
    """The word of a function with the types that were met."""
    word, node = function.word, function.node
    params = list(word.params)
    for index, arg in enumerate(node.args.args):
        named = arg.arg in program.vocab.types or arg.arg in PARAMETER_NAMES
        if arg.annotation is None and not named and not function.given:
            params[index] = _common(program.met.get((word.name, index), ()), params[index])
    result = word.result
    if node.returns is None and result != "nothing" and not any(g.query for g in function.given):
        result = _common(program.met.get((word.name, -1), ()), result)
    return replace(word, params=tuple(params), result=result)


def _common(types: Iterable[str], otherwise: str) -> str:
    """The one type among those met, apart from None and 0."""
    kinds = set(types) - {"none", "zero", "any"}
    if kinds == {"explorer", "figure"}:
        return "figure"
    return kinds.pop() if len(kinds) == 1 and kinds <= KINDS else otherwise
