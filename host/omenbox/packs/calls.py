"""Compiling calls: of words, of functions, and of the constants that look like calls."""

from __future__ import annotations

import ast

from . import unsupported
from .bytecode import Const, Operand
from .constants import LITERALS, is_literal, quoted
from .problems import noun
from .scratch import UNKNOWN, Scratch, Value
from .strings import placeholders
from .vocabulary import NUMBERS, Word, fits

#: Kinds of placeholders whose values have another type than their name says.
SHOWN = {"seat": "explorer", "who": "explorer", **dict.fromkeys(("deck", "damage", "direction", "count"), "number")}
#: Types whose values a bare ``{0}`` would show as a number that means nothing to a player.
NAMED_TYPES = {
    **{t: t for t in ("explorer", "figure", "room", "card", "trait", "floor", "side")},
    **{"tile": "tile", "token": "token", "monster": "monster"},
}


class Calls(Scratch):
    """The part of a function's compiler that deals with calls."""

    def get_call(self, node: ast.Call, into: int | None) -> Value:
        if is_literal(node):
            constant = self.program.literal(self.function.file, node)
            if constant is None:
                return UNKNOWN
            if isinstance(node.func, ast.Name) and node.func.id == "proc":
                self.function.refers.add(quoted(node.args[0]) or "")
            return Value(Const(constant.value, constant.reloc), constant.type)
        return self.call(node, into, wanted=True)

    def call(self, node: ast.Call, into: int | None, wanted: bool) -> Value:
        """A call of a word or a function; its result goes nowhere unless it is `wanted`."""
        program = self.program
        if not isinstance(node.func, ast.Name):
            message, hint = unsupported.explain(node.func)
            self.error(node.func, message, hint)
            return UNKNOWN
        name = node.func.id
        word = program.callable(name)
        if name == "say" and 1 < len(node.args) <= 4:  # each has a word of its own for so many values
            word = program.callable(f"say{len(node.args) - 1}")
        if word is None:
            if name in LITERALS:
                self.error(node, f"{name} takes one name in quotes", f'{name}("...")')
            elif name == "range":
                self.error(node, "range belongs into a for loop", "for i in range(4):")
            else:
                if name in self.registers or program.constant(name) is not None:
                    hint = f"{name!r} is a value, not a word"
                else:
                    hint = program.word_hint(name)
                self.error(node.func, f"unknown word {name!r}", hint, name)
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
        if node.keywords:
            return None
        count, most = len(node.args), len(word.params)
        if count < most - word.optional or (count > most and not word.variadic):
            few = f"{most - word.optional} to {most}" if word.optional else f"{most}"
            values = f"{few} value{'' if few == '1' else 's'}"
            at_least = "at least " if word.variadic else ""
            hint = word.shown()
            if word.name == "say":
                values, hint = "a text and up to three values", 'say("key", a, b)'
            self.error(node, f"{word.name} takes {at_least}{values}, not {count}", hint)
            for arg in node.args:
                self.argument(arg, "text" if isinstance(arg, ast.Constant) else "any", "")
            return None
        args: list[Operand] = []
        types: list[str] = []
        for index, arg in enumerate(node.args):
            wanted = word.params[index] if index < most else word.variadic
            shown = word.names[index] if index < len(word.names) else wanted
            value = self.argument(arg, wanted, f"{shown!r} of {word.name}", self.untyped_in(word, index))
            args.append(value.at)
            types.append(value.type)
            if word.name in self.program.functions:
                self.program.met.setdefault((word.name, index), []).append(value.type)
        if not word.suspends and "text" in word.params:
            first = word.params.index("text")
            self.check_text(word, node.args[first], node.args[first + 1 :], types[first + 1 :])
        return args

    def check_text(self, word: Word, node: ast.expr, args: list[ast.expr], types: list[str]) -> None:
        """See that what a string's placeholders show is what the call gives."""
        key = quoted(node)
        text = self.program.source.strings.get("en", {}).get(key or "")
        for number, kind in placeholders(text.text) if text else ():
            hole = f"{{{number}:{kind}}}" if kind else f"{{{number}}}"
            if number >= len(args):
                hint = f"the string reads: {text.text}" if text else ""
                if word.name.rstrip("123") == "say":
                    hint += '; say("key", a, b) gives two values'
                self.error(node, f"{key!r} shows {hole}, which is not given", hint)
                continue
            given, wanted = types[number], SHOWN.get(kind, kind)
            if not kind and given in NAMED_TYPES:
                hint = f"{{{number}:{NAMED_TYPES[given]}}} shows its name"
                self.error(args[number], f"{key!r} shows {noun(given)} as a number", hint)
            elif kind and not (fits(given, wanted) or given in NUMBERS):
                message = f"{key!r} shows {hole}, but this is {noun(given)}"
                self.error(args[number], message, f"strings/en: {hole}")

    def untyped_in(self, word: Word, index: int) -> str:
        """Whether parameter `index` of a function of the pack has no type of its own: what to write before one."""
        function = self.program.functions.get(word.name)
        if function is None or function.given or index >= len(word.names):
            return ""
        arg = function.node.args.args[index]
        return f"def {word.name}({arg.arg}: " if arg.annotation is None else ""

    def argument(self, node: ast.expr, wanted: str, what: str, untyped: str = "") -> Value:
        if quoted(node) is not None and wanted == "text":
            if not what:
                return UNKNOWN
            constant = self.program.named(self.function.file, node, "text")
            return Value(Const(constant.value, True), "text") if constant else UNKNOWN
        value = self.expression(node)
        if what:
            hint = f"{untyped}{value.type}, ...) says what it stands for" if untyped else ""
            self.want(value, wanted, node, what, hint)
        return value

    def emit_call(self, node: ast.Call, word: Word, args: list[Operand], into: int | None, wanted: bool) -> Value:
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
