"""What compiling any part of a function needs: registers, types of names, instructions."""

from __future__ import annotations

import ast
from typing import NamedTuple

from .bytecode import FIRST, Const, Ins, Item, Label, Operand
from .effects import Function, Program
from .problems import noun
from .vocabulary import MASKS, fits


class Value(NamedTuple):
    """What an expression left: where it is, and its type."""

    at: Operand
    type: str


UNKNOWN = Value(Const(0), "any")


class Scratch:
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
        self.assigned = assigned(function.node.body)
        self.given = given(function)
        self.untyped = {arg.arg for arg in function.node.args.args if arg.annotation is None}

    def error(self, node: ast.AST, message: str, hint: str = "", about: str = "") -> None:
        self.program.error(self.function.file, node, message, hint, about)

    def emit(self, op: str, d: int | None, *args: Operand, to: Label | None = None, word: int = -1) -> None:
        self.code.append(Ins(op, d, list(args), to, word, self.line))

    def fresh(self) -> int:
        self.top += 1
        return self.top - 1

    def local(self, name: str) -> int:
        if name not in self.registers:
            self.registers[name] = self.fresh()
        return self.registers[name]

    def move(self, register: int, value: Value) -> None:
        if value.at != register or isinstance(value.at, Const):
            self.emit("MOV", register, value.at)

    def settle(self, name: str, kind: str) -> None:
        """Note that `name` gets a value of type `kind`."""
        old = self.types.get(name)
        if old is None or old in ("none", "zero"):
            self.types[name] = kind
        elif not fits(kind, old):
            both = {old, kind}
            wide = both in ({"explorer", "figure"}, {"explorers", "figures"})
            self.types[name] = ("figure" if "figure" in both else "figures") if wide else "any"

    def want(self, value: Value, wanted: str, node: ast.AST, what: str, hint: str = "") -> None:
        """Note a mistake unless `value` fits the type `wanted`; without a `hint` one is found."""
        if value.type == "variable" and what not in ("'i' of var", "'i' of set_var"):
            self.variable(node)
            return
        literal = isinstance(node, ast.Constant) and type(node.value) is int and node.value != 0
        if not fits(value.type, wanted) or (literal and wanted not in ("number", "any")):
            got = {"none": "None", "zero": "number"}.get(value.type, value.type)
            message = f"{what}: {noun(wanted)} is wanted, this is {noun(got)}"
            hint = hint or type_hint(got, wanted).replace("{it}", f"{{{ast.unparse(node)}}}")
            if isinstance(node, ast.Name) and node.id in self.given and got in ("number", "any"):
                hint = self.given[node.id]
            elif isinstance(node, ast.Name) and (got, wanted) == ("figure", "explorer"):
                hint = f"it may be a monster: as_explorer({node.id}) is the explorer, None for a monster"
            elif isinstance(node, ast.Name) and got == "number" and node.id in self.untyped:
                hint = f"def {self.function.word.name}({node.id}: {wanted}, ...) says what it stands for"
            self.error(node, message, hint)

    def variable(self, node: ast.AST) -> None:
        """Note that a variable is named where its value is meant."""
        names = [n for n in ast.walk(node) if isinstance(n, ast.Name) and self.names_variable(n)]
        node = names[0] if names else node
        name, hint = ast.unparse(node), ""
        if name in self.registers:
            hint = "; or is it made of a V_... without var(...)?"
        self.error(node, f"{name} says which variable, not what is in it", f"var({name}) is its value{hint}")

    def names_variable(self, node: ast.Name) -> bool:
        """Whether a name says which variable of the game: V_TRACK, or one that was made of it."""
        if node.id in self.registers:
            return self.types.get(node.id) == "variable"
        constant = self.program.constant(node.id)
        return constant is not None and constant.type == "variable"

    def expression(self, node: ast.expr, into: int | None = None) -> Value:
        """Compute `node`, into register `into` if given; says where the value is."""
        raise NotImplementedError


def given(function: Function) -> dict[str, str]:
    """What the parameters of a bound function are, for hints."""
    found: dict[str, str] = {}
    for index, arg in enumerate(function.node.args.args):
        says = dict.fromkeys(f"{g.decorator} gives {g.shown(index)}" for g in function.given if index < len(g.says))
        if says:
            found[arg.arg] = "; ".join(says)
    return found


def type_hint(actual: str, wanted: str) -> str:
    """What to do about a value of type `actual` where `wanted` is asked for."""
    if wanted in MASKS and actual == MASKS[wanted]:
        return "the set of it alone: {it}"
    if actual in MASKS and wanted == MASKS[actual]:
        return "take one out of the set: first_of(...), or go through it with for"
    known = {
        ("room", "explorer"): "explorers_in(r) are those in a room",
        ("room", "figure"): "explorers_in(r), monsters_in(r) are those in a room",
        ("room", "place"): "100 + r is the place of a room",
        ("room", "tile"): "tile_of(r) is the tile of a room",
        ("tile", "room"): 'room(tile("...")) is that room in play, None while it is not',
        ("card", "card_id"): "card_id(c) is what a card is",
        ("card_id", "card"): 'card(card("...")) is that card in play, None if it is not in the decks',
        ("explorer", "room"): "room_of(e) is where somebody is",
        ("figure", "room"): "room_of(f) is where a figure is",
        ("figure", "monster"): "monster_kind(f) is what a monster is",
    }
    if (actual, wanted) in known:
        return known[actual, wanted]
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


def assigned(body: list[ast.stmt]) -> dict[str, ast.AST]:
    """The names that get a value in `body`, with the first place where they do."""
    found: dict[str, ast.AST] = {}
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                found.setdefault(node.id, node)
    return found
