"""Which ways lead through a function: whether one that is asked for a value may end without a return."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .effects import Function, Program
from .expressions import HANDLES

#: Queries to which NONE is no answer, so that the next one is asked.
SILENT = frozenset({"may_attack", "may_take", "way"})


def falls_off(body: list[ast.stmt]) -> ast.stmt | None:
    """The statement after which a function may come to its end without a return; None if it always returns.

    >>> falls_off(ast.parse("if a: return 1\\nelse: return 0").body)
    """
    for statement in body:
        if _stops(statement):
            return None
    last = body[-1]
    if isinstance(last, ast.If) and last.orelse:
        return falls_off(last.body) or falls_off(last.orelse)
    return last


def _stops(node: ast.stmt) -> bool:
    """Whether nothing after `node` is ever reached."""
    if isinstance(node, ast.Return | ast.Break | ast.Continue):
        return True
    if isinstance(node, ast.If):
        return bool(node.orelse) and any(map(_stops, node.body)) and any(map(_stops, node.orelse))
    if isinstance(node, ast.While):
        return _always(node.test) and not any(isinstance(n, ast.Break) for n in _inside(node.body))
    return False


def _always(test: ast.expr) -> bool:
    return isinstance(test, ast.Constant) and bool(test.value)


def _inside(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a loop, apart from those of loops in it."""
    for node in body:
        yield node
        if isinstance(node, ast.If):
            yield from _inside([*node.body, *node.orelse])


def see_answers(program: Program) -> None:
    """Note every query, and every function whose value is used, that may end without a return: it would give 0."""
    for name, function in _asked(program).items():
        last = falls_off(function.node.body)
        if last is not None and function.word.result != "nothing":
            hint = f"it would give 0 there; at its end: {_answer(function)}"
            program.error(function.file, last, f"a way through {name} ends without return", hint)


def _asked(program: Program) -> dict[str, Function]:
    """The functions from which somebody wants a value."""
    names = [name for name, f in program.functions.items() if any(g.query for g in f.given)]
    passed: dict[str, list[str]] = {}  # what a function gives on as its own value
    for name, function in program.functions.items():
        dropped = set()
        for node in ast.walk(function.node):
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Call):
                passed.setdefault(name, []).append(_called(node.value))
                dropped.add(node.value)
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                dropped.add(node.value)
        names += [_called(n) for n in ast.walk(function.node) if isinstance(n, ast.Call) and n not in dropped]
    found: dict[str, Function] = {}
    for name in names:  # which grows meanwhile
        if name in program.functions and name not in found:
            found[name] = program.functions[name]
            names += passed.get(name, [])
    return found


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _answer(function: Function) -> str:
    """The return that is probably meant."""
    hooks = {g.decorator.lstrip("@") for g in function.given}
    if hooks & SILENT:
        return "return NONE, which leaves it to the others (0 forbids)"
    return "return None" if function.word.result in HANDLES else "return 0"
