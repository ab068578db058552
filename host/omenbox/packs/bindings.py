"""Decorators: what binds a function to the hooks and actions of the pack's content."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace
from fnmatch import fnmatchcase

from .constants import quoted
from .effects import Action, Function, Given, Hook, Program, too_deep
from .hooks import HOOKS, NOBODY, Said
from .linking import OWN
from .problems import did_you_mean, listed, noun
from .source import CONTENT
from .vocabulary import Word, fits

#: An action without a condition.
ALWAYS = 0xFFFF


def bind(program: Program) -> None:
    """Read the decorators of all functions, and find the function that the game begins with."""
    for function in list(program.functions.values()):
        for decorator in function.node.decorator_list:
            with too_deep(program, function.file, decorator):
                _decorator(program, function, decorator)
    for function in program.functions.values():
        if function.given:
            _type_values(program, function)
    _find_entry(program)
    _see_haunts(program)


def _see_haunts(program: Program) -> None:
    """A haunt with effects is one that the engine plays."""
    acting = {h.content for h in program.hooks if h.kind == "haunt"}
    acting |= {a.content for a in program.actions if a.kind == "haunt"}
    for number, entry in enumerate(program.source.entries("haunt")):
        if number in acting and not entry.data.get("implemented"):
            message = f"haunt {entry.id!r}: it has effects, but the table is to play it by the book"
            program.problems.error(entry.file, entry.line_of("implemented"), 1, message, "implemented = true")
        if entry.data.get("traitor") == "none":
            _see_no_traitor(program, number)


def _see_no_traitor(program: Program, haunt: int) -> None:
    """Where nobody is ever the traitor, no traitor wins."""
    procs = {h.proc for h in program.hooks if h.kind == "haunt" and h.content == haunt}
    procs |= {a.do for a in program.actions if a.kind == "haunt" and a.content == haunt}
    for function in program.functions.values():
        for node in ast.walk(function.node) if function.local in procs else ():
            if isinstance(node, ast.Name) and node.id == "WIN_TRAITOR":
                hint = "end_game(WIN_NONE): the house has won"
                line, col = node.lineno, node.col_offset + 1
                program.problems.warn(function.file, line, col, "this haunt has no traitor who could win", hint)


def _decorator(program: Program, function: Function, node: ast.expr) -> None:
    file, vocab = function.file, program.vocab
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        name = node.id if isinstance(node, ast.Name) else "drawn"
        function.bound = True
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
        function.word = replace(function.word, params=("any",) * len(function.word.params))
        return
    if not node.args or node.keywords:
        program.error(file, node, f"@{name} takes ids in quotes", f'@{name}("card_id")')
    if name in vocab.pure_hooks:
        function.pure = f"the hook {name} is a query"
    for arg in node.args:
        for kind, content in _content(program, file, arg, name):
            kinds = HOOKS[name].kinds if name in HOOKS else CONTENT
            if kind not in kinds:
                hint = f"@{name} is for {listed(map(noun, kinds))}"
                program.error(file, arg, f"{noun(kind)} never gets @{name}", hint)
            hook = Hook(vocab.hooks.index(name), kind, content, function.local)
            for other in program.hooks:
                if (other.hook, other.kind, other.content) == (hook.hook, kind, content):
                    first = list(program.functions.values())[other.proc]
                    hint = f"{first.word.name} in {first.file}:{first.node.lineno} is bound to it"
                    program.error(file, arg, f"a second @{name} of the same {kind}", hint)
            program.hooks.append(hook)
            said = HOOKS.get(name, Said(""))
            says = said.values()
            types = tuple(said.type_of(n, kind) for n in range(len(says)))
            function.given.append(Given(f"@{name}", types, says, name in vocab.pure_hooks))


def _content(program: Program, file: str, node: ast.expr, hook: str) -> Iterable[tuple[str, int]]:
    """Kind and number of the own content that `node` names, of several with `*` in the id; empty after a mistake."""
    text = quoted(node)
    if text is None:
        program.error(file, node, "the id of content, in quotes", f'@{hook}("card_id")')
        return []
    prefix, _, name = text.rpartition(":")
    kinds = [prefix] if prefix else list(CONTENT)
    found = [k for k in kinds if any(fnmatchcase(n, name) for n in program.names.own.get(k, {}))]
    if len(found) == 1:
        own = program.names.own[found[0]]
        return [(found[0], number) for n, number in own.items() if fnmatchcase(n, name)]
    if len(found) > 1:
        hint = " or ".join(f'@{hook}("{k}:{name}")' for k in found)
        program.error(file, node, f"{name!r} is a {' and a '.join(found)}", hint)
        return []
    libraries = [lib.name for lib in program.names.libraries]
    known = [n for k in CONTENT for n in program.names.own[k]]
    if prefix in libraries or any(program.names.find(k, name) is not None for k in CONTENT):
        hint = "hooks bind content of their own pack; those of a haunt run for rooms and cards of every pack"
        program.error(file, node, f"{name!r} belongs to a required pack", hint)
    elif prefix and prefix not in CONTENT:
        program.error(file, node, f"unknown kind {prefix!r}", did_you_mean(prefix, CONTENT))
    else:
        hint = did_you_mean(name, known, "it must stand in one of the pack's tables")
        program.error(file, node, f"unknown content {name!r}", hint, name)
    return []


def _action(program: Program, function: Function, node: ast.Call) -> None:
    file = function.file
    once, when, text = False, ALWAYS, None
    for keyword in node.keywords:
        value = keyword.value
        if keyword.arg == "once":
            if isinstance(value, ast.Constant) and isinstance(value.value, bool):
                once = value.value
            else:
                program.error(file, value, "once is True or False")
        elif keyword.arg == "when":
            when = _condition(program, function, value)
        elif keyword.arg == "text":
            if quoted(value) is not None:
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
    if not node.args:
        program.error(file, node, "@action names its content", '@action("tile_id", text="...")')
    for arg in node.args:
        for kind, content in _content(program, file, arg, "action"):
            local = text.value & 0xFFF if text else 0
            program.actions.append(Action(kind, content, once, function.local, when, local))
            who = "figure" if kind == "monster" else "explorer"
            for each in (function, *(f for f in program.functions.values() if f.local == when)):
                each.given.append(Given("@action", (who,), (f"{who}: who acts",), each.local == when))


def _type_values(program: Program, function: Function) -> None:
    """The parameters of a bound function are what its hooks give; what it says otherwise is a mistake."""
    params = list(function.word.params)
    for index, arg in enumerate(function.node.args.args):
        few = min(function.given, key=lambda g: len(g.types))
        if index >= len(few.types):
            message = f"{few.decorator} gives {('no value', 'one value', 'two values')[len(few.types)]}"
            program.error(function.file, arg, f"{message}, {arg.arg!r} gets nothing", few.listed())
            params[index:] = ["any"] * (len(params) - index)
            break
        if arg.annotation is None:
            params[index] = _common([g.types[index] for g in function.given])
        else:
            for g in function.given:
                if not fits(g.types[index], params[index]):
                    message = f"{arg.arg}: {noun(params[index])} is wanted, {g.decorator} gives {g.shown(index)}"
                    program.error(function.file, arg, message, _instead(g, index, arg.arg, params[index]))
                    break
    function.word = replace(function.word, params=tuple(params))
    _check_answer(program, function)


def _common(types: list[str]) -> str:
    """The type of a value that several hooks give."""
    first, *others = dict.fromkeys(types)
    if not others:
        return first
    return "figure" if set(types) == {"explorer", "figure"} else "any"


def _instead(given: Given, index: int, name: str, wanted: str) -> str:
    """What to write in place of a wrong type."""
    if (given.types[index], wanted) == ("figure", "explorer"):
        return f"{name}: figure; it may be a monster: as_explorer({name}) is the explorer, None for a monster"
    if given.says[index] == NOBODY:
        return "for e in heroes(): goes through the heroes, var(V_TRAITOR) is the traitor"
    return f"{name}: {given.types[index]}, or without a type"


def _check_answer(program: Program, function: Function) -> None:
    """Note a query that answers nothing, or with something that is no number."""
    result, returns = function.word.result, function.node.returns
    for given in function.given:
        if given.query and result == "nothing":
            message = f"{given.decorator} asks {function.word.name}, which answers nothing"
            program.error(function.file, function.node, message, "return a number, such as 1 or 0")
        elif given.query and not fits(result, "number"):
            message = f"{given.decorator} asks for a number, this gives {noun(result)}"
            program.error(function.file, returns or function.node, message, "return a number, such as 1 or 0")


def _condition(program: Program, function: Function, node: ast.expr) -> int:
    """Number of the query that decides when an action is offered: a function, or an expression about its parameter."""
    known = isinstance(node, ast.Name) and node.id not in [a.arg for a in function.node.args.args]
    if known and isinstance(node, ast.Name) and node.id not in program.functions:
        hint = did_you_mean(node.id, program.functions, "a function of this pack, or a condition: when=spaces(me) > 0")
        program.error(function.file, node, f"when names a function or is a condition, not {node.id!r}", hint, node.id)
        return ALWAYS
    if known and isinstance(node, ast.Name):
        query = program.functions[node.id]
        if len(query.word.params) != 1:
            program.error(function.file, node, f"{node.id} takes one parameter, the explorer")
    else:
        query = _query(program, function, node)
    query.bound = True
    query.pure = f"it decides when the action of {function.word.name} is offered"
    return query.local


def _query(program: Program, function: Function, node: ast.expr) -> Function:
    """A function with the parameters of `function` that gives the value of `node`."""
    name = f"{function.word.name}.when"
    while name in program.functions:
        name += "_too"
    body: list[ast.stmt] = [ast.copy_location(ast.Return(node), node)]
    made = ast.FunctionDef(name, function.node.args, body, [], ast.Name("any"))
    number = len(program.functions)
    word = Word(name, function.word.params, "any", OWN << 12 | number & 0xFFF, names=function.word.names)
    program.functions[name] = Function(ast.copy_location(made, node), function.file, word)
    program.names.own["proc"][name] = number
    return program.functions[name]


def _find_entry(program: Program) -> None:
    entry = program.source.entry
    if not entry and "main" in program.functions:
        program.source.entry = "main"
    if entry and entry not in program.functions:
        hint = did_you_mean(entry, program.functions)
        line = program.source.lines.get("entry", 1)
        program.problems.error("pack.toml", line, 1, f"entry: unknown function {entry!r}", hint, entry)
