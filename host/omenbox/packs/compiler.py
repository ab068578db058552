"""Compiling the functions of a pack: from their syntax trees to the code of `bytecode`.

Every mistake is noted and compiling goes on, so that an author sees all of them at once.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from . import unsupported
from .bytecode import (
    FIRST,
    SOURCE,
    Const,
    Ins,
    Item,
    Label,
    Operand,
    TooLarge,
    allocate,
    assemble,
    liveness,
    optimise,
)
from .effects import FOLDED, LITERALS, Function, Program, is_literal
from .problems import did_you_mean, noun
from .vocabulary import MASKS, Word, annotation, fits

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
PLURALS = {one: many for many, one in MASKS.items()}


class Value(NamedTuple):
    """What an expression left: where it is, and its type."""

    at: Operand
    type: str


UNKNOWN = Value(Const(0), "any")


def compile_program(program: Program) -> None:
    """Compile every function; then see that queries do not prompt and find what is unused."""
    for function in program.functions.values():
        _Body(program, function).compile()
    _check_prompts(program)
    _warn_unused(program)


class _Body:
    """One function while it is compiled."""

    def __init__(self, program: Program, function: Function) -> None:
        self.program = program
        self.function = function
        self.code: list[Item] = []
        self.line = function.node.lineno
        self.registers: dict[str, int] = {}
        self.types: dict[str, str] = {}
        self.loops: list[tuple[Label, Label]] = []
        self.nparams = len(function.word.params)
        for arg, kind in zip(function.node.args.args, function.word.params):
            self.registers[arg.arg] = FIRST + len(self.registers)
            self.types[arg.arg] = kind
        self.top = FIRST + self.nparams
        self.assigned = _assigned(function.node.body)

    def compile(self) -> None:
        """Fill in the function's blob and lines."""
        function, program = self.function, self.program
        for name in [*self.registers, *self.assigned]:
            if program.constant(name) is not None or name in ("this", "True", "False"):
                node = self.assigned.get(name, function.node)
                self.error(node, f"{name!r} is a constant", "choose another name")
        mistakes = len(program.problems.errors)
        self.block(function.node.body)
        self.line = function.node.end_lineno or self.line
        self.emit("RET", None, Const(0))
        if len(program.problems.errors) > mistakes:
            return
        unset = liveness(self.code)[0]
        names = [n for n, r in self.registers.items() if r in unset and r >= FIRST + self.nparams]
        for name in names:
            hint = "give it a value before the if or the loop"
            self.error(self.assigned[name], f"{name!r} may be read before it has a value", hint)
        if names:
            return
        optimise(self.code)
        try:
            length = allocate(self.code, self.nparams)
            optimise(self.code)
            ops = program.vocab.ops
            function.blob, function.lines = assemble(self.code, self.nparams, length, ops)
        except TooLarge as error:
            self.error(function.node, str(error), error.hint)

    # --- small parts -----------------------------------------------------------------

    def error(self, node: ast.AST, message: str, hint: str = "") -> None:
        self.program.error(self.function.file, node, message, hint)

    def emit(
        self, op: str, d: int | None, *args: Operand, to: Label | None = None, word: int = -1
    ) -> None:
        self.code.append(Ins(op, d, list(args), to, word, self.line))

    def fresh(self) -> int:
        self.top += 1
        return self.top - 1

    def local(self, name: str) -> int:
        if name not in self.registers:
            self.registers[name] = self.fresh()
        return self.registers[name]

    def settle(self, name: str, kind: str) -> None:
        """Note that `name` gets a value of type `kind`."""
        old = self.types.get(name)
        if old is None or old in ("none", "zero"):
            self.types[name] = kind
        elif not fits(kind, old):
            both = {old, kind}
            wide = both in ({"explorer", "figure"}, {"explorers", "figures"})
            self.types[name] = ("figure" if "figure" in both else "figures") if wide else "any"

    def want(self, value: Value, wanted: str, node: ast.AST, what: str) -> None:
        """Note a mistake unless `value` fits the type `wanted`."""
        literal = isinstance(node, ast.Constant) and type(node.value) is int and node.value != 0
        if not fits(value.type, wanted) or (literal and wanted not in ("number", "any")):
            got = {"none": "None", "zero": "number"}.get(value.type, value.type)
            message = f"{what}: {noun(wanted)} is wanted, this is {noun(got)}"
            self.error(node, message, _type_hint(got, wanted))

    # --- statements --------------------------------------------------------------------

    def block(self, body: list[ast.stmt]) -> None:
        for node in body:
            self.line = node.lineno
            method = getattr(self, "do_" + type(node).__name__.lower(), None)
            if method is None:
                message, hint = unsupported.explain(node)
                self.error(node, message, hint)
            else:
                method(node)

    def do_pass(self, node: ast.Pass) -> None:
        """Nothing."""

    def do_expr(self, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return
        if isinstance(value, ast.Call) and not is_literal(value):
            self.call(value, None, wanted=False)
        elif isinstance(value, ast.Call | ast.Name | ast.Constant | ast.Compare | ast.BinOp):
            self.error(node, "this does nothing", "call a word, or assign the value to a name")
        else:
            self.expression(value)

    def do_assign(self, node: ast.Assign) -> None:
        target = node.targets[0]
        if len(node.targets) > 1 or not isinstance(target, ast.Name):
            message, hint = unsupported.explain_target(target, len(node.targets))
            self.error(target, message, hint)
            self.expression(node.value)
            return
        self.assign(target.id, node.value)

    def do_annassign(self, node: ast.AnnAssign) -> None:
        """``name: type = value`` says what a number stands for."""
        if not isinstance(node.target, ast.Name) or node.value is None:
            self.error(node, "a type stands with a name and a value", "who: explorer = n")
            return
        kind, name = annotation(node.annotation), node.target.id
        if kind not in self.program.vocab.types:
            hint = did_you_mean(kind, self.program.vocab.types)
            self.error(node.annotation, f"unknown type {kind!r}", hint)
            kind = "any"
        self.types.pop(name, None)
        value = self.assign(name, node.value)
        if not fits(value.type, "number"):
            self.want(value, kind, node.value, name)
        self.types[name] = kind

    def do_augassign(self, node: ast.AugAssign) -> None:
        if not isinstance(node.target, ast.Name):
            message, hint = unsupported.explain_target(node.target, 1)
            self.error(node.target, message, hint)
            return
        name = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
        self.assign(node.target.id, ast.copy_location(ast.BinOp(name, node.op, node.value), node))

    def assign(self, name: str, node: ast.expr) -> Value:
        known = name in self.registers
        register = self.local(name)
        if not known:
            del self.registers[name]
        value = self.expression(node, register)
        self.registers[name] = register
        self.move(register, value)
        self.settle(name, value.type)
        return value

    def move(self, register: int, value: Value) -> None:
        if value.at != register or isinstance(value.at, Const):
            self.emit("MOV", register, value.at)

    def do_if(self, node: ast.If) -> None:
        other, end = Label(), Label()
        self.branch(node.test, other, False)
        self.block(node.body)
        if node.orelse:
            self.emit("JMP", None, to=end)
        self.code.append(other)
        self.block(node.orelse)
        self.code.append(end)

    def do_while(self, node: ast.While) -> None:
        if node.orelse:
            self.error(node.orelse[0], "a loop has no else", "put it after the loop")
        body, test, end = Label(), Label(), Label()
        self.emit("JMP", None, to=test)
        self.code.append(body)
        self.loop(node.body, test, end)
        self.code.append(test)
        self.line = node.lineno
        self.branch(node.test, body, True)
        self.code.append(end)

    def loop(self, body: list[ast.stmt], again: Label, end: Label) -> None:
        self.loops.append((again, end))
        self.block(body)
        self.loops.pop()

    def do_break(self, node: ast.Break) -> None:
        self.jump_out(node, 1)

    def do_continue(self, node: ast.Continue) -> None:
        self.jump_out(node, 0)

    def jump_out(self, node: ast.stmt, which: int) -> None:
        if self.loops:
            self.emit("JMP", None, to=self.loops[-1][which])
        else:
            word = type(node).__name__.lower()
            self.error(node, f"{word} outside a loop", "")

    def do_for(self, node: ast.For) -> None:
        if node.orelse:
            self.error(node.orelse[0], "a loop has no else", "put it after the loop")
        if not isinstance(node.target, ast.Name):
            self.error(node.target, "a loop has one variable", "for r in rooms():")
            return
        name, source = node.target.id, node.iter
        if (
            isinstance(source, ast.Call)
            and isinstance(source.func, ast.Name)
            and source.func.id == "range"
        ):
            self.for_range(node, name, source)
            return
        mask = self.expression(source)
        kind = MASKS.get(mask.type, "any" if mask.type == "any" else "number")
        if mask.type not in (*MASKS, "any", "number", "zero"):
            hint = "for goes through a set (rooms(), everybody(), ...) or range(n)"
            self.error(source, f"{noun(mask.type)} is no set", hint)
        # the hidden counter and the variable share a place unless the body changes the one
        # or the other is read after the loop: the allocator sees to it
        left, place = self.fresh(), self.fresh()
        self.emit("MOV", left, mask.at)
        self.emit("MOV", place, Const(-1))
        self.settle(name, kind)
        again, end = Label(), Label()
        self.code.append(again)
        self.emit("FOR", place, left, to=end)
        self.emit("MOV", self.local(name), place)
        self.loop(node.body, again, end)
        self.line = node.lineno
        self.emit("JMP", None, to=again)
        self.code.append(end)

    def for_range(self, node: ast.For, name: str, call: ast.Call) -> None:
        if not 1 <= len(call.args) <= 2 or call.keywords:
            hint = "for a step write a while loop"
            self.error(call, "range takes one or two numbers", hint)
            return
        low = self.expression(call.args[0]) if len(call.args) == 2 else Value(Const(0), "number")
        high = self.expression(call.args[-1])
        for value, arg in zip((low, high), (call.args[0], call.args[-1])):
            self.want(value, "number", arg, "a bound of range")
        limit = high.at
        if isinstance(limit, int):
            limit = self.fresh()
            self.emit("MOV", limit, high.at)
        place = self.fresh()
        self.emit("MOV", place, low.at)
        self.settle(name, "number")
        body, again, end = Label(), Label(), Label()
        self.compare("JGE", place, limit, end)
        self.code.append(body)
        self.emit("MOV", self.local(name), place)
        self.loop(node.body, again, end)
        self.code.append(again)
        self.line = node.lineno
        self.emit("ADD", place, place, Const(1))
        self.compare("JLT", place, limit, body)
        self.code.append(end)

    def do_return(self, node: ast.Return) -> None:
        wanted = self.function.word.result
        if node.value is None:
            if wanted != "nothing":
                self.error(node, f"this function gives {noun(wanted)}", "return a value")
            self.emit("RET", None, Const(0))
            return
        value = self.expression(node.value)
        if wanted == "nothing":
            self.error(node, "this function is declared to give nothing", "write -> and its type")
        elif self.function.node.returns is None and not fits(value.type, "number"):
            hint = f"def {self.function.word.name}(...) -> {value.type}:"
            self.error(node, f"this gives {noun(value.type)}, but no type is declared", hint)
        else:
            self.want(value, wanted, node.value, "the result")
        self.emit("RET", None, value.at)

    # --- expressions ----------------------------------------------------------------------

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
            if not -(2**31) <= value < 2**31:
                self.error(node, "the number does not fit 32 bits", "compute it: 1 << 40")
            return Value(
                Const(int(value)), "zero" if value == 0 and value is not False else "number"
            )
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
            self.error(node, f"{name!r} is to be called", f"{name}(...)")
        else:
            known = [*self.registers, *self.program.constant_names(), *self.program.callables()]
            self.error(node, f"unknown name {name!r}", did_you_mean(name, known))
        return UNKNOWN

    def get_unaryop(self, node: ast.UnaryOp, into: int | None) -> Value:
        value = self.expression(node.operand)
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
        constant = _folded(type(node.op), a.at, b.at)
        if constant is not None:
            return Value(constant, kind)
        d = self.fresh() if into is None else into
        self.emit(BINARY[type(node.op)], d, a.at, b.at)
        return Value(d, kind)

    def binary_type(self, node: ast.BinOp, a: Value, b: Value) -> str:
        if isinstance(node.op, ast.LShift) and a.at == Const(1) and b.type in PLURALS:
            return PLURALS[b.type]
        if isinstance(node.op, ast.BitAnd | ast.BitOr | ast.BitXor):
            kinds = {a.type, b.type} - {"zero"}
            masks = kinds & set(MASKS)
            if len(kinds) == 1 and masks:
                return kinds.pop()
            if kinds == {"explorers", "figures"}:
                return "explorers" if isinstance(node.op, ast.BitAnd) else "figures"
            if len(masks) == 2:
                hint = "sets of the same kind go together"
                self.error(node, f"{' and '.join(sorted(masks))} do not mix", hint)
            if len(masks) == 1 and ("any" in kinds or isinstance(node.op, ast.BitAnd)):
                return masks.pop()
            if "any" in kinds and not masks:
                return "any"
        if isinstance(node.op, ast.Sub) and a.type in MASKS and a.type == b.type:
            return a.type
        return "number"

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

    def comparable(self, node: ast.expr, x: Value, y: Value) -> None:
        numbers = {x.type, y.type} & {"number", "zero"}
        if not (numbers or fits(x.type, y.type) or fits(y.type, x.type)):
            self.error(
                node, f"{noun(x.type)} is compared with {noun(y.type)}", "they are never the same"
            )

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

    # --- calls ------------------------------------------------------------------------------

    def get_call(self, node: ast.Call, into: int | None) -> Value:
        if is_literal(node):
            constant = self.program.literal(self.function.file, node)
            if constant is None:
                return UNKNOWN
            if isinstance(node.func, ast.Name) and node.func.id == "proc":
                self.refer(node.args[0], call=False)
            return Value(Const(constant.value, constant.reloc), constant.type)
        return self.call(node, into, wanted=True)

    def refer(self, node: ast.expr, call: bool) -> None:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            self.function.refers.add(node.value)

    def call(self, node: ast.Call, into: int | None, wanted: bool) -> Value:
        """A call of a word or a function; its result goes nowhere unless it is `wanted`."""
        program = self.program
        if not isinstance(node.func, ast.Name):
            message, hint = unsupported.explain(node.func)
            self.error(node.func, message, hint)
            return UNKNOWN
        name = node.func.id
        word = program.callable(name)
        if word is None:
            if name in LITERALS:
                self.error(node, f"{name} takes one name in quotes", f'{name}("...")')
            elif name == "range":
                self.error(node, "range belongs into a for loop", "for i in range(4):")
            else:
                hint = did_you_mean(name, program.callables())
                if name in self.registers or program.constant(name) is not None:
                    hint = hint or f"{name!r} is a value, not a word"
                self.error(node.func, f"unknown word {name!r}", hint)
            for arg in node.args:
                self.argument(arg, "text" if isinstance(arg, ast.Constant) else "any", "")
            return UNKNOWN
        args = self.arguments(node, word)
        if args is None:
            return Value(Const(0), word.result if word.result != "nothing" else "any")
        if wanted and word.result == "nothing":
            self.error(node, f"{name} gives no value", "call it on a line of its own")
        return self.emit_call(node, word, args, into, wanted)

    def arguments(self, node: ast.Call, word: Word) -> list[Operand] | None:
        for keyword in node.keywords:
            self.error(keyword, "arguments have no names here", f"in order: {word.shown()}")
        count, most = len(node.args), len(word.params)
        if count < most - word.optional or (count > most and not word.variadic):
            few = f"{most - word.optional} to {most}" if word.optional else f"{most}"
            values = f"{few} value{'' if few == '1' else 's'}"
            at_least = "at least " if word.variadic else ""
            self.error(node, f"{word.name} takes {at_least}{values}, not {count}", word.shown())
            for arg in node.args:
                self.argument(arg, "text" if isinstance(arg, ast.Constant) else "any", "")
            return None
        args: list[Operand] = []
        for index, arg in enumerate(node.args):
            wanted = word.params[index] if index < most else word.variadic
            shown = word.names[index] if index < len(word.names) else wanted
            args.append(self.argument(arg, wanted, f"{shown!r} of {word.name}"))
        return args

    def argument(self, node: ast.expr, wanted: str, what: str) -> Operand:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and wanted == "text":
            if not what:
                return Const(0)
            constant = self.program.named(self.function.file, node, "text")
            return Const(constant.value, True) if constant else Const(0)
        value = self.expression(node)
        if what:
            self.want(value, wanted, node, what)
        return value.at

    def emit_call(
        self, node: ast.Call, word: Word, args: list[Operand], into: int | None, wanted: bool
    ) -> Value:
        name = word.name
        own = name in self.program.functions
        native = not own and self.program.names.function(name) is None
        result = word.result if word.result != "nothing" else "any"
        if native and not word.suspends:
            d = self.fresh() if into is None else into
            self.emit("W", d, *args, word=word.number)
            return Value(d, result)
        if native:
            self.function.asks.append((name, node))
            self.emit("ASK", None, *args, word=word.number)
        else:
            if own:
                self.function.calls.append((name, node))
            elif word.suspends:
                self.function.asks.append((name, node))
            self.emit("CALL", None, Const(word.number, True), *args)
        if not wanted:
            return UNKNOWN
        d = self.fresh() if into is None else into
        self.emit("RES", d)
        return Value(d, result)


def _type_hint(actual: str, wanted: str) -> str:
    if wanted in MASKS and actual == MASKS[wanted]:
        return "make a set of it: 1 << it"
    if actual in MASKS and wanted == MASKS[actual]:
        return "take one out of the set: first_of(...), or go through it with for"
    if (actual, wanted) == ("figure", "explorer"):
        return "as_explorer(...) makes an explorer of a figure that is one"
    if wanted == "trait":
        return "SPEED, MIGHT, SANITY or KNOWLEDGE"
    if wanted == "floor":
        return "BASEMENT, GROUND, UPPER or ROOF"
    if wanted == "text":
        return "the key of a string, in quotes"
    if actual == "number":
        return f"name: {wanted} = ... says what a number stands for"
    return ""


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


def _assigned(body: list[ast.stmt]) -> dict[str, ast.AST]:
    """The names that get a value in `body`, with the first place where they do."""
    found: dict[str, ast.AST] = {}
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.setdefault(node.id, node)
    return found


def suspending(program: Program) -> dict[str, tuple[str, ast.AST]]:
    """The functions that may stop at a prompt, each with the call through which they may."""
    found = {n: f.asks[0] for n, f in program.functions.items() if f.asks}
    changed = True
    while changed:
        changed = False
        for name, function in program.functions.items():
            for callee, node in function.calls:
                if name not in found and callee in found:
                    found[name] = (callee, node)
                    changed = True
    return found


def _check_prompts(program: Program) -> None:
    asks = suspending(program)
    for name, function in program.functions.items():
        if function.pure and name in asks:
            chain = [name]
            while chain[-1] in asks and len(chain) < 20:
                chain.append(asks[chain[-1]][0])
            hint = f"{function.pure}: it may only look; it gets there by {' -> '.join(chain)}"
            program.error(function.file, asks[name][1], f"{name} must not prompt", hint)


def _warn_unused(program: Program) -> None:
    used = {program.source.entry}
    for function in program.functions.values():
        used |= {callee for callee, _node in function.calls if callee != function.word.name}
        used |= function.refers
    for name, function in program.functions.items():
        if not (function.bound or name in used or program.source.library):
            line, col = function.node.lineno, function.node.col_offset + 1
            hint = "bind it to a hook, call it or drop it"
            program.problems.warn(function.file, line, col, f"{name} is never used", hint)
