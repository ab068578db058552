"""Reading ``*.effect`` files: functions, constants and what they are bound to.

The text is parsed by `ast` and never executed. What a function does is the matter of
`compiler`; here it gets its number, its signature and its hooks and actions.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, field

from .linking import LIMIT, OWN, Constant, Names
from .problems import Problems, did_you_mean
from .source import CONTENT, Effects, Source
from .vocabulary import HOOK_PARAMS, Vocabulary, Word, annotation

#: Calls with a name in quotes that are constants, and the types they have.
LITERALS = {
    **{"tile": "tile", "card": "card_id", "token": "token", "monster": "monster"},
    **{"haunt": "haunt", "explorer_face": "face", "text": "text", "proc": "proc"},
}
#: Types that parameters without annotation get by their names.
PARAMETER_NAMES = {"me": "explorer"}
RESERVED = frozenset({"this", "range", "action", *LITERALS})

FOLDED = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.BitAnd: lambda a, b: a & b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitXor: lambda a, b: a ^ b,
    ast.LShift: lambda a, b: a << b,
    ast.RShift: lambda a, b: a >> b,
}


@dataclass
class Function:
    """A function of the pack: its text, its signature and what was found out about it."""

    node: ast.FunctionDef
    file: str
    word: Word
    bound: bool = False
    pure: str = ""
    calls: list[tuple[str, ast.AST]] = field(default_factory=list)
    asks: list[tuple[str, ast.AST]] = field(default_factory=list)
    refers: set[str] = field(default_factory=set)
    blob: bytes = b""
    lines: list[tuple[int, int]] = field(default_factory=list)

    @property
    def local(self) -> int:
        """The number of its procedure in the pack."""
        return self.word.number & 0xFFF


@dataclass
class Hook:
    """A function bound to a hook of some content."""

    hook: int
    kind: str
    content: int
    proc: int


@dataclass
class Action:
    """An action that some content offers in the menu of a turn."""

    kind: str
    content: int
    once: bool
    do: int
    when: int
    text: int


@dataclass
class Program:
    """All that the effects of a pack define."""

    source: Source
    names: Names
    vocab: Vocabulary
    functions: dict[str, Function] = field(default_factory=dict)
    constants: dict[str, Constant] = field(default_factory=dict)
    hooks: list[Hook] = field(default_factory=list)
    actions: list[Action] = field(default_factory=list)

    @property
    def problems(self) -> Problems:
        """The mistakes found so far."""
        return self.source.problems

    def error(self, file: str, node: ast.AST, message: str, hint: str = "") -> None:
        """Note a mistake at `node`."""
        line, col = getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1
        self.problems.error(file, line, col, message, hint)

    def callable(self, name: str) -> Word | None:
        """What a call of `name` means: a function of the pack, of a required one, or a word."""
        if name in self.functions:
            return self.functions[name].word
        return self.names.function(name) or self.vocab.words.get(name)

    def callables(self) -> list[str]:
        """All names that can be called, for hints."""
        found = [*self.functions, *self.vocab.words, *LITERALS, "range"]
        for library in self.names.libraries:
            found += library.functions
        return found

    def constant(self, name: str) -> Constant | None:
        """The constant `name` of the pack, of a required one or of the engine."""
        if name in self.constants:
            return self.constants[name]
        if name in self.vocab.constants:
            return Constant(self.vocab.constants[name], self.vocab.type_of_constant(name))
        return self.names.constant(name)

    def constant_names(self) -> list[str]:
        """All names of constants, for hints."""
        found = [*self.constants, *self.vocab.constants]
        for library in self.names.libraries:
            found += library.constants
        return found

    def literal(self, file: str, node: ast.Call) -> Constant | None:
        """The constant that ``card("book")`` and its like mean; None after a mistake."""
        assert isinstance(node.func, ast.Name)
        return self.named(file, node.args[0], node.func.id)

    def named(self, file: str, node: ast.expr, name: str) -> Constant | None:
        """The constant that the text in `node` means to the literal `name`."""
        assert isinstance(node, ast.Constant)
        value = node.value
        if name == "proc":
            word = self.callable(value)
            if word is None or value in self.vocab.words:
                functions = [n for n in self.callables() if n not in self.vocab.words]
                hint = did_you_mean(value, functions, "define it with def")
                self.error(file, node, f"unknown function {value!r}", hint)
                return None
            return Constant(word.number, "proc", True)
        kind = "explorer" if name == "explorer_face" else name
        found = self.names.find(kind, value)
        if found is None:
            hint = self.names.hint(kind, value)
            if kind == "text":
                hint = did_you_mean(value, self.names.known(kind), "add it to strings/en.toml")
                self.error(file, node, f"missing string {value!r}", hint)
            else:
                self.error(file, node, f"unknown {kind} {value!r}", hint)
            return None
        return Constant(found, LITERALS[name], True)


def is_literal(node: ast.expr) -> bool:
    """Whether `node` is ``card("book")`` or its like: a constant, not a call of a word."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in LITERALS
        and len(node.args) == 1
        and _is_text(node.args[0])
    )


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def read_effects(source: Source, names: Names, vocab: Vocabulary) -> Program:
    """All functions, constants, hooks and actions of the pack; bodies are not yet compiled."""
    program = Program(source, names, vocab)
    trees: list[tuple[Effects, ast.Module]] = []
    for effects in source.effects:
        try:
            trees.append((effects, ast.parse(effects.text, effects.file)))
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", None) or 1
            col = getattr(error, "offset", None) or 1
            message = getattr(error, "msg", None) or str(error)
            source.problems.error(
                effects.file, line, col, f"syntax: {message}", _syntax_hint(message)
            )
    for effects, tree in trees:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                _add_function(program, effects.file, node)
    for effects, tree in trees:
        for node in tree.body:
            _module_level(program, effects.file, node)
    names.own["proc"] = {n: f.local for n, f in program.functions.items()}
    for function in program.functions.values():
        for decorator in function.node.decorator_list:
            _decorator(program, function, decorator)
    _check_bindings(program)
    return program


def _syntax_hint(message: str) -> str:
    if "indent" in message:
        return "indent by four spaces, never by tabs"
    if "expected ':'" in message:
        return "if, else, while, for and def end with a colon"
    if "Maybe you meant '=='" in message:
        return "compare with ==, assign with ="
    return ""


def _add_function(program: Program, file: str, node: ast.FunctionDef) -> None:
    name = node.name
    if name in program.functions:
        other = program.functions[name]
        hint = f"first in {other.file}:{other.node.lineno}"
        program.error(file, node, f"duplicate function {name!r}", hint)
        return
    if name in program.vocab.words or name in RESERVED:
        program.error(file, node, f"{name!r} is a word of the game", "choose another name")
        return
    args = node.args
    for bad in (args.vararg, args.kwarg, *args.kwonlyargs, *args.posonlyargs, *args.defaults):
        if bad is not None:
            program.error(file, bad, "only plain parameters: no default, * or /", "")
    params = []
    for arg in args.args:
        by_name = PARAMETER_NAMES.get(arg.arg, arg.arg)
        default = by_name if by_name in program.vocab.types else "number"
        params.append(_type(program, file, arg.annotation, default))
    if len(params) > 100:
        program.error(file, node, "more than 100 parameters")
    if len({a.arg for a in args.args}) != len(params):
        program.error(file, node, "two parameters of one name")
    returns = any(isinstance(n, ast.Return) and n.value is not None for n in ast.walk(node))
    result = _type(program, file, node.returns, "number" if returns else "nothing")
    shown = tuple(a.arg for a in args.args)
    number = len(program.functions)
    if number == LIMIT:
        program.error(file, node, f"more than {LIMIT} functions in one pack")
    word = Word(name, tuple(params), result, OWN << 12 | number & 0xFFF, names=shown)
    program.functions[name] = Function(node, file, word)


def _type(program: Program, file: str, node: ast.expr | None, default: str) -> str:
    name = annotation(node)
    if not name:
        return default
    if name in ("int", "bool"):
        return "number"
    if name not in program.vocab.types:
        assert node is not None
        known = sorted(program.vocab.types)
        hint = did_you_mean(name, known, "types: " + ", ".join(known))
        program.error(file, node, f"unknown type {name!r}", hint)
        return "any"
    return name


def _module_level(program: Program, file: str, node: ast.stmt) -> None:
    if isinstance(node, ast.FunctionDef | ast.Pass):
        return
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return
    if isinstance(node, ast.Import | ast.ImportFrom):
        hint = "every word, constant and function of the packs required is there by itself"
        program.error(file, node, "effects import nothing", hint)
        return
    target: ast.expr | None = None
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        target = node.targets[0]
    elif isinstance(node, ast.AnnAssign):
        target = node.target
    if not isinstance(target, ast.Name):
        hint = "a file holds functions (def) and constants (NAME = number)"
        program.error(file, node, "this cannot stand outside a function", hint)
        return
    assert isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None
    name = target.id
    if name in program.constants:
        program.error(file, target, f"duplicate constant {name!r}", "")
    elif name in program.vocab.constants or name in program.functions or name in RESERVED:
        program.error(file, target, f"{name!r} has a meaning already", "choose another name")
    value = fold(program, file, node.value)
    program.constants[name] = value or Constant(0, "any")


def fold(program: Program, file: str, node: ast.expr) -> Constant | None:
    """The value of a constant expression; notes a mistake and gives None if it is none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return Constant(int(node.value))
    if isinstance(node, ast.Constant) and node.value is None:
        return Constant(-1, "none")
    if isinstance(node, ast.Name):
        found = program.constant(node.id)
        if found is None:
            hint = did_you_mean(
                node.id, program.constant_names(), "constants stand before their use"
            )
            program.error(file, node, f"unknown constant {node.id!r}", hint)
        return found
    if isinstance(node, ast.Call) and is_literal(node):
        return program.literal(file, node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.Invert):
        inner = fold(program, file, node.operand)
        if inner is None or inner.reloc:
            return None
        return Constant(-inner.value if isinstance(node.op, ast.USub) else ~inner.value)
    if isinstance(node, ast.BinOp) and type(node.op) in FOLDED:
        a, b = fold(program, file, node.left), fold(program, file, node.right)
        if a is None or b is None or a.reloc or b.reloc:
            return None
        try:
            value = FOLDED[type(node.op)](a.value, b.value)
        except (ZeroDivisionError, ValueError) as error:
            program.error(file, node, f"cannot be computed: {error}")
            return None
        if -(2**31) <= value < 2**31:
            return Constant(value)
        program.error(file, node, "the constant does not fit 32 bits")
        return None
    hint = 'numbers, other constants, arithmetic, card("...") and its like'
    program.error(file, node, "a constant is known when the pack is built", hint)
    return None


def _decorator(program: Program, function: Function, node: ast.expr) -> None:
    file, vocab = function.file, program.vocab
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        name = node.id if isinstance(node, ast.Name) else "drawn"
        program.error(file, node, "a decorator names what it binds to", f'@{name}("card_id")')
        return
    name = node.func.id
    function.bound = True
    if name == "action":
        _action(program, function, node)
        return
    if name not in vocab.hooks:
        hint = did_you_mean(name, [*vocab.hooks, "action"], "hooks: " + ", ".join(vocab.hooks))
        program.error(file, node, f"unknown hook @{name}", hint)
        return
    if not node.args or node.keywords:
        program.error(file, node, f"@{name} takes ids in quotes", f'@{name}("card_id")')
    if name in vocab.pure_hooks:
        function.pure = f"the hook {name} is a query"
    if len(function.word.params) > HOOK_PARAMS:
        hint = "the first is who it is about, the second depends on the hook"
        program.error(file, function.node, "a hook function takes two parameters at most", hint)
    for arg in node.args:
        for kind, content in _content(program, file, arg, name):
            hook = Hook(vocab.hooks.index(name), kind, content, function.local)
            for other in program.hooks:
                if (other.hook, other.kind, other.content) == (hook.hook, kind, content):
                    first = list(program.functions.values())[other.proc]
                    hint = f"{first.word.name} in {first.file}:{first.node.lineno} is bound to it"
                    program.error(file, arg, f"a second @{name} of the same {kind}", hint)
            program.hooks.append(hook)


def _content(program: Program, file: str, node: ast.expr, hook: str) -> Iterable[tuple[str, int]]:
    """Kind and number of the own content that `node` names; empty after a mistake."""
    if not _is_text(node):
        program.error(file, node, "the id of content, in quotes", f'@{hook}("card_id")')
        return []
    assert isinstance(node, ast.Constant)
    prefix, _, name = node.value.rpartition(":")
    kinds = [prefix] if prefix else list(CONTENT)
    found = [k for k in kinds if name in program.names.own.get(k, {})]
    if len(found) == 1:
        return [(found[0], program.names.own[found[0]][name])]
    if len(found) > 1:
        hint = " or ".join(f'@{hook}("{k}:{name}")' for k in found)
        program.error(file, node, f"{name!r} is a {' and a '.join(found)}", hint)
        return []
    libraries = [lib.name for lib in program.names.libraries]
    known = [n for k in CONTENT for n in program.names.own[k]]
    if prefix in libraries or any(program.names.find(k, name) is not None for k in CONTENT):
        hint = "hooks bind content of their own pack"
        program.error(file, node, f"{name!r} belongs to a required pack", hint)
    elif prefix and prefix not in CONTENT:
        program.error(file, node, f"unknown kind {prefix!r}", did_you_mean(prefix, CONTENT))
    else:
        hint = did_you_mean(name, known, "it must stand in one of the pack's tables")
        program.error(file, node, f"unknown content {name!r}", hint)
    return []


def _action(program: Program, function: Function, node: ast.Call) -> None:
    file = function.file
    once, when, text = False, 0xFFFF, None
    for keyword in node.keywords:
        value = keyword.value
        if keyword.arg == "once":
            if isinstance(value, ast.Constant) and isinstance(value.value, bool):
                once = value.value
            else:
                program.error(file, value, "once is True or False")
        elif keyword.arg == "when":
            if isinstance(value, ast.Name) and value.id in program.functions:
                query = program.functions[value.id]
                query.bound = True
                query.pure = f"it decides when the action of {function.word.name} is offered"
                when = query.local
                if len(query.word.params) != 1:
                    program.error(file, value, f"{value.id} takes one parameter, the explorer")
            else:
                name = value.id if isinstance(value, ast.Name) else "?"
                hint = did_you_mean(name, program.functions, "when=name_of_a_function")
                program.error(file, value, "when names a function of this pack", hint)
        elif keyword.arg == "text":
            if _is_text(value):
                text = program.named(file, value, "text")
            else:
                program.error(file, value, "text is the key of a string, in quotes")
        else:
            hint = did_you_mean(keyword.arg or "", ("once", "when", "text"), "once, when or text")
            program.error(file, keyword, f"@action knows no {keyword.arg!r}", hint)
    if not any(k.arg == "text" for k in node.keywords):
        program.error(file, node, "the action has no text", 'text="key.of.a.string"')
    if text is not None and text.value >> 12 != OWN:
        program.error(file, node, "the text of an action stands in its own pack")
    if len(node.args) != 1:
        program.error(file, node, "@action names one content", '@action("tile_id", text="...")')
    for arg in node.args:
        for kind, content in _content(program, file, arg, "action"):
            local = text.value & 0xFFF if text else 0
            program.actions.append(Action(kind, content, once, function.local, when, local))


def _check_bindings(program: Program) -> None:
    entry = program.source.entry
    if not entry and "main" in program.functions:
        program.source.entry = "main"
    if entry and entry not in program.functions:
        hint = did_you_mean(entry, program.functions)
        line = program.source.lines.get("entry", 1)
        program.problems.error("pack.toml", line, 1, f"entry: unknown function {entry!r}", hint)
