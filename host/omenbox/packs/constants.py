"""Constant expressions: their value is known when the pack is built."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from shared_rules.state import V_H0, V_SIZE

from .linking import Constant
from .problems import did_you_mean

if TYPE_CHECKING:
    from .effects import Program

#: Calls with a name in quotes that are constants, and the types they have.
LITERALS = {
    **{"tile": "tile", "card": "card_id", "token": "token", "monster": "monster"},
    **{"haunt": "haunt", "explorer_face": "face", "text": "text", "proc": "proc"},
}

#: What numbers there are, for hints.
LOW, HIGH = -(2**31), 2**31 - 1
RANGE = f"numbers go from {LOW} to {HIGH}"

FOLDED = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b,
    ast.LShift: lambda a, b: a << min(b, 64),  # more does not fit anyway
    ast.RShift: lambda a, b: a >> b,
}


def is_literal(node: ast.expr) -> bool:
    """Whether `node` is ``card("book")`` or its like: a constant, not a call of a word."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in LITERALS
        and len(node.args) == 1
        and quoted(node.args[0]) is not None
    )


def quoted(node: ast.expr) -> str | None:
    """The text in quotes that `node` is, None if it is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    return None


def literal_number(node: ast.expr) -> int | None:
    """The number that `node` is, with its sign: the lowest one has no positive counterpart."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = node.operand
        if isinstance(inner, ast.Constant) and type(inner.value) is int:
            return -inner.value
    elif isinstance(node, ast.Constant) and isinstance(node.value, int):
        return int(node.value)
    return None


def is_offset(node: ast.BinOp, left: str, right: str) -> bool:
    """Whether `node` says which variable: V_H0 + 1 is the one after V_H0."""
    if isinstance(node.op, ast.Sub):
        return left == "variable" != right
    return isinstance(node.op, ast.Add) and (left == "variable") != (right == "variable")


#: What is said of a variable that there is not.
NO_VARIABLE = "there is no such variable", f"a haunt has the sixteen from V_H0 to V_H0 + {V_SIZE - 1 - V_H0}"


def is_beyond(kind: str, value: int) -> bool:
    """Whether a constant is to say which variable and says one that there is not."""
    return kind == "variable" and not 0 <= value < V_SIZE


def _fitting(program: Program, file: str, node: ast.expr, value: int) -> Constant | None:
    if LOW <= value <= HIGH:
        return Constant(value)
    program.error(file, node, "the constant does not fit 32 bits", RANGE)
    return None


def fold(program: Program, file: str, node: ast.expr) -> Constant | None:
    """The value of a constant expression; notes a mistake and gives None if it is none."""
    number = literal_number(node)
    if number is not None:
        return _fitting(program, file, node, number)
    if isinstance(node, ast.Constant) and node.value is None:
        return Constant(-1, "none")
    if isinstance(node, ast.Name):
        found = program.constant(node.id)
        if found is None:
            hint = did_you_mean(node.id, program.constant_names(), "constants stand before their use")
            program.error(file, node, f"unknown constant {node.id!r}", hint, node.id)
        return found
    if isinstance(node, ast.Call) and is_literal(node):
        return program.literal(file, node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        inner = fold(program, file, node.operand)
        if inner is None or inner.reloc:
            return None
        return _fitting(program, file, node, -inner.value if isinstance(node.op, ast.USub) else ~inner.value)
    if isinstance(node, ast.BinOp) and type(node.op) in FOLDED:
        a, b = fold(program, file, node.left), fold(program, file, node.right)
        if a is None or b is None or a.reloc or b.reloc:
            return None
        try:
            value = FOLDED[type(node.op)](a.value, b.value)
        except (ZeroDivisionError, ValueError) as error:
            program.error(file, node, f"cannot be computed: {error}")
            return None
        if "variable" in (a.type, b.type) and not is_offset(node, a.type, b.type):
            hint = "V_H0 + 1 is the variable after V_H0; in a function var(V_H0) is the value"
            program.error(file, node, "this says which variable, not what is in it", hint)
        which = "variable" if is_offset(node, a.type, b.type) else "number"
        if is_beyond(which, value):
            program.error(file, node, *NO_VARIABLE)
        found = _fitting(program, file, node, value)
        return found and Constant(found.value, which)
    hint = 'numbers, other constants, arithmetic, card("...") and its like'
    program.error(file, node, "a constant is known when the pack is built", hint)
    return None
