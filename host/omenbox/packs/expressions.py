"""Compiling expressions: values into registers, conditions into jumps."""

from __future__ import annotations

import ast
from functools import reduce

from . import unsupported
from .bytecode import SOURCE, Const, Label, Operand
from .calls import Calls
from .constants import FOLDED, HIGH, LOW, NO_VARIABLE, RANGE, is_beyond, is_literal, is_offset, literal_number
from .problems import did_you_mean, noun
from .scratch import UNKNOWN, Value
from .vocabulary import MASKS, fits

BINARY = {
    **{ast.Add: "ADD", ast.Sub: "SUB", ast.Mult: "MUL", ast.FloorDiv: "DIV", ast.Mod: "MOD"},
    **{ast.BitAnd: "AND", ast.BitOr: "OR", ast.BitXor: "XOR"},
    **{ast.LShift: "SHL", ast.RShift: "SHR"},
}
#: Comparison: as a jump, as a value, whether the value needs its operands swapped.
COMPARE = {
    ast.Eq: ("JEQ", "EQ", False),
    ast.NotEq: ("JNE", "NE", False),
    ast.Lt: ("JLT", "LT", False),
    ast.LtE: ("JLE", "LE", False),
    ast.Gt: ("JGT", "LT", True),
    ast.GtE: ("JGE", "LE", True),
}
OPPOSITE = {"JEQ": "JNE", "JNE": "JEQ", "JLT": "JGE", "JGE": "JLT", "JLE": "JGT", "JGT": "JLE"}
#: A thing in play and its content: how to compare them.
CONTENT_OF = {
    ("room", "tile"): 'room(tile("...")) is that room in play, tile_of(r) the tile of a room',
    ("card", "card_id"): "card_id(c) is what a card is",
    ("figure", "monster"): "monster_kind(f) is what a monster is",
    ("explorer", "face"): "face_of(e) is whom an explorer plays",
}
#: Content whose rows follow one another: token("jar_1") + 2 is the second after it.
ROWS = ("tile", "token", "monster", "text")
PLURALS = {one: many for many, one in MASKS.items()}
#: What is done with sets.
SET_OPS = (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub, ast.Add)
#: What may be number 0, so that it is no condition.
HANDLES = (*PLURALS, "tile", "token", "monster", "haunt", "face", "floor", "option")


class Expressions(Calls):
    """The part of a function's compiler that deals with expressions."""

    def expression(self, node: ast.expr, into: int | None = None) -> Value:
        """Compute `node`, into register `into` if given; says where the value is."""
        method = getattr(self, "get_" + type(node).__name__.lower(), None)
        if method is None:
            message, hint = unsupported.explain(node)
            self.error(node, message, hint)
            return UNKNOWN
        return method(node, into)

    def get_constant(self, node: ast.Constant, into: int | None) -> Value:
        value = node.value
        if value is None:
            return Value(Const(-1), "none")
        if isinstance(value, int):
            if not LOW <= value <= HIGH:
                self.error(node, "the number does not fit 32 bits", RANGE)
                return UNKNOWN
            return Value(Const(int(value)), "zero" if value == 0 and value is not False else "number")
        if isinstance(value, str):
            hint = 'text("key"), card("id"), tile("id") make constants of texts'
            self.error(node, "a text can stand only where a word takes one", hint)
        else:
            self.error(node, f"{value!r} is not a whole number", "there are only whole numbers")
        return UNKNOWN

    def get_name(self, node: ast.Name, into: int | None) -> Value:
        name = node.id
        if name == "this":
            return Value(SOURCE, "any")
        if name in self.registers:
            return Value(self.registers[name], self.types.get(name, "any"))
        constant = self.program.constant(name)
        if constant is not None:
            return Value(Const(constant.value, constant.reloc), constant.type)
        if name in self.assigned:
            self.error(node, f"{name!r} may be read before it has a value", "assign it first")
        elif self.program.callable(name) is not None:
            word = self.program.callable(name)
            self.error(node, f"{name!r} is to be called", word.shown() if word else f"{name}(...)")
        else:
            known = [*self.registers, *self.program.constant_names(), *self.program.callables()]
            upper = [n for n in self.program.constant_names() if n == name.upper()]
            hint = f"did you mean {upper[0]!r}?" if upper else did_you_mean(name, known)
            self.error(node, f"unknown name {name!r}", hint, name)
        return UNKNOWN

    def get_unaryop(self, node: ast.UnaryOp, into: int | None) -> Value:
        number = literal_number(node)
        if number is not None and number < -HIGH:
            if number == LOW:
                return Value(Const(LOW), "number")
            self.error(node, "the number does not fit 32 bits", RANGE)
            return UNKNOWN
        value = self.expression(node.operand)
        if value.type == "variable":
            self.variable(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        op = {ast.USub: "NEG", ast.Invert: "INV", ast.Not: "NOT"}[type(node.op)]
        kind = value.type if op == "INV" and value.type in MASKS else "number"
        if isinstance(value.at, Const) and not value.at.reloc:
            n = value.at.value
            if n > -(2**31):
                return Value(Const({"NEG": -n, "INV": ~n, "NOT": int(not n)}[op]), kind)
        d = self.fresh() if into is None else into
        self.emit(op, d, value.at)
        return Value(d, kind)

    def get_binop(self, node: ast.BinOp, into: int | None) -> Value:
        if type(node.op) not in BINARY:
            message, hint = unsupported.explain(node.op)
            self.error(node, message, hint)
            return UNKNOWN
        a = self.expression(node.left)
        b = self.expression(node.right)
        kind = self.binary_type(node, a, b)
        if isinstance(node.op, ast.Sub) and kind in MASKS:
            return self.difference(a, b, kind, into)
        constant = _folded(type(node.op), a.at, b.at)
        if constant is not None:
            if is_beyond(kind, constant.value):
                self.error(node, *NO_VARIABLE)
            return Value(constant, kind)
        d = self.fresh() if into is None else into
        self.emit(BINARY[type(node.op)], d, a.at, b.at)
        return Value(d, kind)

    def difference(self, a: Value, b: Value, kind: str, into: int | None) -> Value:
        """The set `a` without what is in the set `b`."""
        without: Operand = Const(~b.at.value) if isinstance(b.at, Const) else self.fresh()
        if isinstance(without, int):
            self.emit("INV", without, b.at)
        d = self.fresh() if into is None else into
        self.emit("AND", d, a.at, without)
        return Value(d, kind)

    def get_set(self, node: ast.Set, into: int | None) -> Value:
        """``{a, b}`` is ``1 << a | 1 << b``."""
        for one in node.elts:
            value = Value(Const(0), "any") if not is_literal(one) else self.expression(one)
            if value.type in ("tile", "card_id", "monster", "token", "face"):
                hints = {"tile": 'room(tile("...")) is that room in play', "card_id": 'card(card("...")) is that card'}
                hint = hints.get(value.type, "it holds explorers, figures, rooms or cards")
                self.error(one, f"a set holds no {value.type}", hint)
        bits = [ast.BinOp(ast.Constant(1), ast.LShift(), e) for e in node.elts]
        joined = reduce(lambda a, b: ast.BinOp(a, ast.BitOr(), b), bits[1:], bits[0])
        value = self.expression(ast.fix_missing_locations(ast.copy_location(joined, node)), into)
        return Value(value.at, value.type if value.type in MASKS else "any")

    def binary_type(self, node: ast.BinOp, a: Value, b: Value) -> str:
        if is_offset(node, a.type, b.type):
            return "variable"
        if "variable" in (a.type, b.type):
            self.variable(node.left if a.type == "variable" else node.right)
            return "number"
        if isinstance(node.op, ast.LShift) and a.at == Const(1) and b.type in PLURALS:
            return PLURALS[b.type]
        if isinstance(node.op, SET_OPS) and {a.type, b.type} & set(MASKS):
            return self.set_type(node, a, b)
        if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor) and "any" in (a.type, b.type):
            return "any"
        if isinstance(node.op, ast.Add | ast.Sub) and a.type in ROWS and b.type in ("number", "zero", "any"):
            return a.type
        return "number"

    def set_type(self, node: ast.BinOp, a: Value, b: Value) -> str:
        """The type of `|`, `&`, `^` and `-` where one side or both are sets; they are not added."""
        kinds = {a.type, b.type} - {"zero"}
        masks = kinds & set(MASKS)
        kind = a.type if a.type in MASKS else b.type
        if any(PLURALS.get(k) in masks for k in kinds):
            one = node.right if b.type in PLURALS else node.left
            self.error(one, f"{noun(a.type)} and {noun(b.type)} do not mix", f"a set of it: {{{ast.unparse(one)}}}")
        elif isinstance(node.op, ast.Add):
            self.error(node, "sets are not added", "a | b is what is in one of them")
        elif isinstance(node.op, ast.Sub) and "number" in kinds:
            hint = "a - {b} takes one thing out of a set, count(a) is how many are in it"
            self.error(node, "a number is taken from a set", hint)
        elif kinds == {"explorers", "figures"}:
            first = {ast.BitAnd: "explorers", ast.Sub: a.type}
            return first.get(type(node.op), "figures")
        elif len(masks) == 2:
            self.error(node, f"{' and '.join(sorted(masks))} do not mix", "sets of the same kind go together")
        elif not (len(kinds) == 1 or "any" in kinds or isinstance(node.op, ast.BitAnd)):
            return "number"
        return kind

    def get_boolop(self, node: ast.BoolOp, into: int | None) -> Value:
        return self.truth(node)

    def get_compare(self, node: ast.Compare, into: int | None) -> Value:
        if len(node.ops) > 1:
            return self.truth(node)
        left, op, right = node.left, node.ops[0], node.comparators[0]
        if isinstance(op, ast.In | ast.NotIn):
            at = self.bit(left, right, into if isinstance(op, ast.In) else None)
            if isinstance(op, ast.In) or isinstance(at, Const):
                return Value(at if isinstance(op, ast.In) else _not(at), "number")
            d = self.fresh() if into is None else into
            self.emit("NOT", d, at)
            return Value(d, "number")
        if type(op) not in COMPARE:
            message, hint = unsupported.explain(op)
            self.error(node, message, hint)
            return UNKNOWN
        a, b = self.expression(left), self.expression(right)
        self.comparable(node, a, b)
        _jump, name, swap = COMPARE[type(op)]
        known = _compared(_jump, a.at, b.at)
        if known is not None:
            return Value(Const(known), "number")
        d = self.fresh() if into is None else into
        self.emit(name, d, *((b.at, a.at) if swap else (a.at, b.at)))
        return Value(d, "number")

    def bit(self, left: ast.expr, right: ast.expr, into: int | None) -> Operand:
        one, mask = self.expression(left), self.expression(right)
        if mask.type not in (*MASKS, "any", "number", "zero"):
            self.error(right, f"{noun(mask.type)} is no set", "in looks into a set: e in heroes()")
        elif mask.type in MASKS and not fits(one.type, MASKS[mask.type]):
            if (one.type, mask.type) != ("figure", "explorers"):
                hint = f"a set of {mask.type} holds {noun(MASKS[mask.type])}"
                self.error(left, f"{noun(one.type)} is never in {mask.type}", hint)
        if isinstance(one.at, Const) and isinstance(mask.at, Const):
            return Const(mask.at.value >> one.at.value & 1 if one.at.value >= 0 else 0)
        d = self.fresh() if into is None else into
        self.emit("BIT", d, mask.at, one.at)
        return d

    def comparable(self, node: ast.Compare, x: Value, y: Value) -> None:
        if "variable" in (x.type, y.type):
            sides = [node.left, *node.comparators]
            self.variable(next(n for n in sides if self.expression(n).type == "variable"))
            return
        if {x.type, y.type} & set(MASKS) and "number" in (x.type, y.type) and _ordered(node):
            hint = "count(...) is how many are in it"
            self.error(node, f"{noun(x.type)} is compared with {noun(y.type)}", hint)
            return
        numbers = {x.type, y.type} & {"number", "zero"}
        if not (numbers or fits(x.type, y.type) or fits(y.type, x.type)):
            hint = CONTENT_OF.get((x.type, y.type)) or CONTENT_OF.get((y.type, x.type), "they are never the same")
            self.error(node, f"{noun(x.type)} is compared with {noun(y.type)}", hint)

    def get_ifexp(self, node: ast.IfExp, into: int | None) -> Value:
        d = self.fresh()
        other, end = Label(), Label()
        self.branch(node.test, other, False)
        a = self.expression(node.body, d)
        self.move(d, a)
        self.emit("JMP", None, to=end)
        self.code.append(other)
        b = self.expression(node.orelse, d)
        self.move(d, b)
        self.code.append(end)
        if fits(a.type, b.type):
            return Value(d, b.type if b.type != "any" else a.type)
        return Value(d, a.type if fits(b.type, a.type) else "any")

    def truth(self, node: ast.expr) -> Value:
        """0 or 1 of a condition that is computed by jumps."""
        d = self.fresh()
        false, end = Label(), Label()
        self.branch(node, false, False)
        self.emit("MOV", d, Const(1))
        self.emit("JMP", None, to=end)
        self.code.append(false)
        self.emit("MOV", d, Const(0))
        self.code.append(end)
        return Value(d, "number")

    def branch(self, node: ast.expr, to: Label, when: bool) -> None:
        """Jump to `to` if the condition `node` is `when`, else fall through."""
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.branch(node.operand, to, not when)
            return
        if isinstance(node, ast.BoolOp):
            # an `or` jumps at once when true, an `and` when false; else the last part decides
            early = isinstance(node.op, ast.Or)
            skip = to if early == when else Label()
            for part in node.values[:-1]:
                self.branch(part, skip, early)
            self.branch(node.values[-1], to, when)
            if skip is not to:
                self.code.append(skip)
            return
        if isinstance(node, ast.Compare):
            self.branch_compare(node, to, when)
            return
        value = self.expression(node)
        if value.type == "variable":
            self.variable(node)
        if value.type in HANDLES:
            hint = f"{ast.unparse(node)} != None asks whether there is one"
            self.error(node, f"{noun(value.type)} is no condition: the first one is number 0", hint)
        if isinstance(value.at, Const) and not value.at.reloc:
            if bool(value.at.value) == when:
                self.emit("JMP", None, to=to)
        else:
            self.emit("JT" if when else "JF", None, value.at, to=to)

    def branch_compare(self, node: ast.Compare, to: Label, when: bool) -> None:
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            at = self.bit(node.left, node.comparators[0], None)
            sense = when == isinstance(node.ops[0], ast.In)
            self.emit("JT" if sense else "JF", None, at, to=to)
            return
        past = Label()
        left = self.expression(node.left)
        for index, (op, right) in enumerate(zip(node.ops, node.comparators)):
            if type(op) not in COMPARE:
                message, hint = unsupported.explain(op)
                self.error(node, message, hint)
                return
            value = self.expression(right)
            self.comparable(node, left, value)
            jump = COMPARE[type(op)][0]
            last = index == len(node.ops) - 1
            if last and when:
                self.compare(jump, left.at, value.at, to)
            else:
                self.compare(OPPOSITE[jump], left.at, value.at, past if when else to)
            left = value
        self.code.append(past)

    def compare(self, jump: str, a: Operand, b: Operand, to: Label) -> None:
        known = _compared(jump, a, b)
        if known is not None:
            if known:
                self.emit("JMP", None, to=to)
        elif jump in ("JEQ", "JNE") and Const(0) in (a, b):
            self.emit("JF" if jump == "JEQ" else "JT", None, a if b == Const(0) else b, to=to)
        else:
            self.emit(jump, None, a, b, to=to)


def _ordered(node: ast.Compare) -> bool:
    return isinstance(node.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)


def _not(at: Operand) -> Const:
    assert isinstance(at, Const)
    return Const(int(not at.value))


def _folded(op: type[ast.operator], a: Operand, b: Operand) -> Const | None:
    if not isinstance(a, Const) or not isinstance(b, Const) or a.reloc or b.reloc:
        return None
    if op in (ast.LShift, ast.RShift) and not 0 <= b.value <= 31:
        return None
    if op in (ast.FloorDiv, ast.Mod) and b.value == 0:
        return None
    value = FOLDED[op](a.value, b.value)
    return Const(value) if -(2**31) <= value < 2**31 else None


def _compared(jump: str, a: Operand, b: Operand) -> int | None:
    if not isinstance(a, Const) or not isinstance(b, Const) or a.reloc or b.reloc:
        return None
    x, y = a.value, b.value
    results = {
        **{"JEQ": x == y, "JNE": x != y, "JLT": x < y},
        **{"JLE": x <= y, "JGT": x > y, "JGE": x >= y},
    }
    return int(results[jump])
