"""Reading ``*.effect`` files: functions, constants and what they are bound to.

The text is parsed by `ast` and never executed. What a function does is the matter of
`compiler`; here it gets its number, its signature and its hooks and actions.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from difflib import get_close_matches

from . import unsupported
from .constants import LITERALS, RANGE, fold, quoted
from .linking import LIMIT, OWN, Constant, Names
from .problems import Problems, did_you_mean, noun
from .source import Effects, Source
from .vocabulary import Vocabulary, Word, annotation

#: Types that parameters without annotation get by their names.
PARAMETER_NAMES = {"me": "explorer"}
#: The longest file of effects: a line is kept in 16 bits.
LINES = 0xFFFF
#: What is said of an expression or a statement that is too much for the compiler.
TOO_DEEP = ("this is too long or nested too deep", "take it apart: name the parts, or make functions of them")
RESERVED = frozenset({"this", "range", "action", *LITERALS})


@dataclass(frozen=True)
class Given:
    """What a decorator gives to its function: types of the values, and what each is, in words."""

    decorator: str
    types: tuple[str, ...]
    says: tuple[str, ...]
    query: bool = False  # whether it asks for a number

    def shown(self, index: int) -> str:
        """One of the values in words: `a figure: who`."""
        _kind, colon, says = self.says[index].partition(": ")
        return f"{noun(self.types[index])}: {says}" if colon else "NONE: it is about nobody"

    def listed(self) -> str:
        """What its function gets, in words."""
        shown = [self.shown(n) for n in range(len(self.types))]
        nobody = "write no parameters; heroes() are all heroes, var(V_TRAITOR) is the traitor"
        return ", then ".join(shown) or nobody


@dataclass
class Function:
    """A function of the pack: its text, its signature and what was found out about it."""

    node: ast.FunctionDef
    file: str
    word: Word
    bound: bool = False
    pure: str = ""
    given: list[Given] = field(default_factory=list)
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
    #: Types of the values that functions are called with, by name and place; -1: of what they give.
    met: dict[tuple[str, int], list[str]] = field(default_factory=dict)

    @property
    def problems(self) -> Problems:
        """The mistakes found so far."""
        return self.source.problems

    def error(self, file: str, node: ast.AST, message: str, hint: str = "", about: str = "") -> None:
        """Note a mistake at `node`; `about` is the name that is not known."""
        line, col = getattr(node, "lineno", 1), getattr(node, "col_offset", 0) + 1
        self.problems.error(file, line, col, message, hint, about)

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

    def word_hint(self, name: str) -> str:
        """What to call instead of `name`, which is no word."""
        base = "base"
        if name in unsupported.PYTHON:
            return unsupported.PYTHON[name]
        if name.upper() in self.constant_names():
            return f"did you mean {name.upper()!r}?"
        close = get_close_matches(name, self.callables(), cutoff=0.75)
        if not close and base not in self.source.requires and self.source.name != base:
            return f'a function of the base pack? pack.toml: requires = ["{base}"]'
        return did_you_mean(name, self.callables(), "'omenbox pack words' lists what can be called")

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
        value = quoted(node)
        assert value is not None
        if name == "proc":
            word = self.callable(value)
            if word is None or value in self.vocab.words:
                functions = [n for n in self.callables() if n not in self.vocab.words]
                hint = did_you_mean(value, functions, "define it with def")
                self.error(file, node, f"unknown function {value!r}", hint, value)
                return None
            return Constant(word.number, "proc", True)
        kind = "explorer" if name == "explorer_face" else name
        found = self.names.find(kind, value)
        if found is None:
            hint = self.names.hint(kind, value)
            if kind == "text" and self.source.unread:
                return Constant(OWN << 12, "text", True)
            if kind == "text":
                add = f"add it to {self.source.english}"
                hint = did_you_mean(value, self.names.known(kind), add)
                if not re.fullmatch(r"[\w.:]+", value):
                    hint = f'here stands a key in quotes, such as "ring"; {self.source.english}: ring = {quote(value)}'
                elif hint != add:
                    hint += f" If not, {add}"
                self.error(file, node, f"missing string {value!r}", hint)
            else:
                self.error(file, node, f"unknown {kind} {value!r}", hint, value.rpartition(":")[2])
            return None
        return Constant(found, LITERALS[name], True)


def read_effects(source: Source, names: Names, vocab: Vocabulary) -> Program:
    """All functions, constants, hooks and actions of the pack; bodies are not yet compiled."""
    program = Program(source, names, vocab)
    trees: list[tuple[Effects, ast.Module]] = []
    for effects in source.effects:
        tree = _parse(source, effects)
        if tree is not None:
            trees.append((effects, tree))
        else:  # whoever calls what is lost with it makes no mistake
            source.problems.lost.update(re.findall(r"^(?:def\s+)?(\w+)\s*[(=:]", effects.text, re.M))
    for effects, tree in trees:
        for node in tree.body:
            if isinstance(node, ast.FunctionDef):
                with too_deep(program, effects.file, node):
                    _add_function(program, effects.file, node)
    for effects, tree in trees:
        for node in tree.body:
            with too_deep(program, effects.file, node):
                _module_level(program, effects.file, node)
    names.own["proc"] = {n: f.local for n, f in program.functions.items()}
    return program


def _parse(source: Source, effects: Effects) -> ast.Module | None:
    """The tree of a file; None after a mistake."""
    file, note = effects.file, source.problems.error
    if effects.text.count("\n") > LINES:
        note(file, LINES + 1, 1, f"more than {LINES} lines", "split the file in two")
        return None
    try:
        return ast.parse(effects.text, file)
    except (RecursionError, MemoryError):
        note(file, _deepest(effects.text), 1, *TOO_DEEP)
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        col = getattr(error, "offset", None) or 1
        message = getattr(error, "msg", None) or str(error)
        if message.startswith("Exceeds the limit"):  # of digits: Python's own, far above ours
            line, col = _long_number(effects.text)
            note(file, line, col, "the number does not fit 32 bits", RANGE)
        else:
            note(file, line, col, f"syntax: {message}", _syntax_hint(message))
    return None


@contextmanager
def too_deep(program: Program, file: str, node: ast.AST) -> Iterator[None]:
    """Note a mistake at `node` if what is done with it goes too deep."""
    try:
        yield
    except RecursionError:
        program.error(file, node, *TOO_DEEP)


def _deepest(text: str) -> int:
    """The line on which the first statement begins that Python cannot parse for its depth."""
    lines = text.splitlines(keepends=True)
    starts = [n for n, line in enumerate(lines) if re.match(r"(@|def\b|\w+\s*[:=])", line)]
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        try:
            ast.parse("".join(lines[start:end]))
        except (RecursionError, MemoryError):
            return max(range(start, end), key=lambda n: len(lines[n])) + 1
        except (SyntaxError, ValueError):
            pass
    return max(range(len(lines)), key=lambda n: len(lines[n])) + 1 if lines else 1


def _long_number(text: str) -> tuple[int, int]:
    """Line and column of the first number that is longer than Python reads."""
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.search(r"\d[\d_]{4000,}", line):
            return number, found.start() + 1
    return 1, 1


def quote(text: str) -> str:
    """`text` as TOML writes it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


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


def _read(program: Program, name: str) -> bool:
    """Whether the pack uses a constant that it defines."""
    return sum(len(re.findall(rf"\b{name}\b", effects.text)) for effects in program.source.effects) > 1


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
    elif program.names.constant(name) is not None and not _read(program, name):
        owner = next(library.name for library in program.names.libraries if name in library.constants)
        line, col = target.lineno, target.col_offset + 1
        hint = f"it changes nothing there, {owner} keeps its own; choose another name"
        program.problems.warn(file, line, col, f"{name!r} is a constant of the pack {owner!r}", hint)
    value = fold(program, file, node.value)
    program.constants[name] = value or Constant(0, "any")
