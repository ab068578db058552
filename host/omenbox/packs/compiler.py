"""Compiling the functions of a pack: from their syntax trees to the code of `bytecode`.

Every mistake is noted and compiling goes on, so that an author sees all of them at once.
"""

from __future__ import annotations

import ast

from . import unsupported
from .bytecode import FIRST, Const, Label, TooLarge, allocate, assemble, liveness, optimise
from .constants import is_literal
from .effects import TOO_DEEP, Program
from .expressions import Expressions
from .flow import see_answers
from .inference import infer
from .problems import did_you_mean, noun
from .scratch import Value
from .vocabulary import MASKS, annotation, fits


def compile_program(program: Program) -> None:
    """Compile every function; then see that queries do not prompt and find what is unused."""
    infer(program, lambda function: Body(program, function).compile())
    for function in program.functions.values():
        Body(program, function).compile()
    _check_prompts(program)
    see_answers(program)
    _warn_unused(program)


class Body(Expressions):
    """One function while it is compiled: its statements."""

    def compile(self) -> None:
        """Fill in the function's blob and lines."""
        function, program = self.function, self.program
        for name in [*self.registers, *self.assigned]:
            if program.constant(name) is not None or name in ("this", "True", "False"):
                node = self.assigned.get(name, function.node)
                hint = "choose another name"
                if name in program.constants:
                    hint = "it never changes; set_var(V_H0, n) keeps a number for the haunt, set_card_number for a card"
                self.error(node, f"{name!r} is a constant", hint)
        mistakes = len(program.problems.errors)
        try:
            self.block(function.node.body)
        except RecursionError:
            program.problems.error(function.file, self.line, 1, *TOO_DEEP)
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
        if isinstance(source, ast.Call) and isinstance(source.func, ast.Name) and source.func.id == "range":
            self.for_range(node, name, source)
            return
        mask = self.expression(source)
        kind = MASKS.get(mask.type, "any" if mask.type == "any" else "number")
        if mask.type not in (*MASKS, "any", "number", "zero"):
            hint = "for goes through a set (rooms(), everybody(), ...) or range(n)"
            self.error(source, f"{noun(mask.type)} is no set", hint)
            kind = "any"
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
        self.compare("JGE", low.at, limit, end)
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
        self.program.met.setdefault((self.function.word.name, -1), []).append(value.type)
        if wanted == "nothing":
            self.error(node, "this function is declared to give nothing", "write -> and its type")
        elif self.function.node.returns is None and wanted == "number" and not fits(value.type, "number"):
            hint = f"each return gives the same kind of thing; def {self.function.word.name}(...) -> {value.type}:"
            self.error(node, f"this gives {noun(value.type)}, another return something else", hint)
        else:
            self.want(value, wanted, node.value, "the result")
        self.emit("RET", None, value.at)


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
    if program.problems.errors:
        return  # what a mistake hides is not unused
    used = {program.source.entry}
    for function in program.functions.values():
        used |= {callee for callee, _node in function.calls if callee != function.word.name}
        used |= function.refers
    for name, function in program.functions.items():
        if not (function.bound or name in used or program.source.library):
            line, col = function.node.lineno, function.node.col_offset + 1
            hint = "bind it to a hook, call it or drop it"
            program.problems.warn(function.file, line, col, f"{name} is never used", hint)
